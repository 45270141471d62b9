/// Why an app's object graph cannot be built. Names are `Module.Name`.
public enum WiringFault: Error, Hashable, Sendable {
    /// A parameter of an initialiser.
    public struct Use: Hashable, Sendable {
        public var type: String
        /// `init(a:b:)`
        public var initialiser: String
        public var parameter: String

        public init(type: String, initialiser: String, parameter: String) {
            (self.type, self.initialiser, self.parameter) = (type, initialiser, parameter)
        }
    }

    public enum Obstacle: Hashable, Sendable {
        case isGeneric
        case noInitialiser
        /// Code of the app cannot call it.
        case hiddenInitialiser(String, access: Provisions.Access)
        case initialiser(String, Provisions.Initialiser.Obstacle)
        /// Nothing says what stands for the parameter.
        case unknownParameter(Use, type: String)
        /// More than one would do, and takes as much.
        case several([String])
    }

    /// `hidden`: types that would, were they visible.
    case nothingProvides(String, uses: [Use], hidden: [String])
    case severalProvide(String, candidates: [String])
    /// `of`: what the type was chosen for.
    case cannotMake(String, of: String, obstacles: [Obstacle])
    /// Each needs the next by its parameter, and the last the first.
    case cycle([Use])
    case nothingHandles(String, hidden: [String])
    case severalHandle(String, candidates: [String])
    /// The handler's `Subject` is not declared in it.
    case unknownSubject(handler: String)
    /// In the app's settings: neither a provided protocol nor a handled type that it can see. `known`: those there are.
    case unknownName(String, known: [String])
    /// In the app's settings: the type does not do that, or is not visible.
    case noCandidate(String, of: String, candidates: [String])
    /// A protocol is provided by one type or collected of all, not both.
    case providedAndCollected(String)
    /// What a module says of itself is not to be read.
    case unreadable(module: String)
}
