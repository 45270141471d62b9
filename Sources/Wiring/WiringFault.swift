/// Why an app's object graph cannot be built. Names are `Module.Name`.
public enum WiringFault: Error, Hashable, Sendable {
    /// A parameter of an initialiser.
    public struct Use: Hashable, Sendable {
        public var type: String
        /// `init(a:b:)`
        public var initialiser: String
        public var parameter: String
        /// The scopes that the type lives in, outermost first; empty outside of scopes.
        public var scopes: [String]
        /// The scope that the parameter's closure begins: the last of `scopes`, and the type lives around it.
        public var begun: String?

        public init(
            type: String, initialiser: String, parameter: String, scopes: [String] = [], begun: String? = nil
        ) {
            (self.type, self.initialiser, self.parameter, self.scopes) = (type, initialiser, parameter, scopes)
            self.begun = begun
        }
    }

    /// A type, and the scopes that it lives in.
    public struct Placed: Hashable, Sendable {
        public var type: String
        public var scopes: [String]
    }

    public enum Obstacle: Hashable, Sendable {
        case isGeneric
        case noInitialiser
        /// Code of the app cannot call it.
        case hiddenInitialiser(String, access: Provisions.Access)
        case initialiser(String, Provisions.Initialiser.Obstacle)
        /// Nothing says what stands for the parameter.
        case unknownParameter(Use, type: String)
        /// The parameter asks for the value that begins a scope, in which the type does not live.
        case outsideOfScope(Use, scope: String)
        /// What the parameter asks for is made of values that only a closure hands over.
        case takesValues(Use, of: String, values: [String])
        /// A closure hands over values of these types, and no initialiser takes just these.
        case noParametersFor([String])
        /// More than one would do, and takes as much.
        case several([String])
    }

    /// What is wrong with types that settings bind to a name.
    public enum Misplacement: Hashable, Sendable {
        /// An app has every implementation of it.
        case collected
        /// They are bound by parameter, and no parameter chooses.
        case byParameter(types: [String])
    }

    /// `hidden`: types that would, were they visible.
    case nothingProvides(String, uses: [Use], hidden: [String])
    /// It is provided, and in no scope around those who need it.
    case notOnPath(String, uses: [Use], elsewhere: [Placed])
    /// Provided under names, and the parameters are called otherwise.
    case unnamed(String, uses: [Use], names: [String])
    case severalProvide(String, candidates: [String])
    /// `of`: what the type was chosen for.
    case cannotMake(String, of: String, obstacles: [Obstacle])
    /// Each needs the next by its parameter, and the last the first.
    case cycle([Use])
    case nothingHandles(String, hidden: [String])
    case severalHandle(String, candidates: [String])
    /// The handler's `Subject` is not declared in it.
    case unknownSubject(handler: String)
    /// The type is marked to live in a scope, and does not say in which one, or in one that is not visible.
    case unknownHome(String)
    /// Each scope lives in the next, and the last in the first.
    case scopeCycle([String])
    /// A closure has to be called in another way than the parameter's type allows.
    case narrowClosure(Use, of: String, lacking: Provisions.Effects)
    /// In the app's settings: neither a provided protocol nor a handled type that it can see. `known`: those there are.
    case unknownName(String, known: [String])
    /// In the app's settings: the type does not do that, or is not visible.
    case noCandidate(String, of: String, candidates: [String])
    /// In the app's settings.
    case misplacedChoice(String, Misplacement)
    /// A protocol is provided by one type or collected of all, not both.
    case providedAndCollected(String)
    /// What a module says of itself is not to be read.
    case unreadable(module: String)
}
