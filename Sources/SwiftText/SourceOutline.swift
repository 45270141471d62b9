/// What a Swift source says that can be read off its text: what it imports, which of its bodies are long, which types
/// have identity, and which values it offers to all the world.
///
/// Found without knowing types. Lines are counted from 1.
public struct SourceOutline: Hashable, Sendable {
    public struct Import: Hashable, Sendable {
        public var module: String
        public var line: Int
        /// False where the text around it is surely not compiled on Linux.
        public var isActive: Bool

        public init(module: String, line: Int, isActive: Bool = true) {
            (self.module, self.line, self.isActive) = (module, line, isActive)
        }
    }

    /// What stands in the braces of a function, an initialiser, a subscript or a variable.
    public struct Body: Hashable, Sendable {
        public var name: String
        public var line: Int
        /// Lines of code in it: without comments, blank ones and those of the braces.
        public var lines: Int

        public init(name: String, line: Int, lines: Int) { (self.name, self.line, self.lines) = (name, line, lines) }
    }

    /// A stored value at file scope or of a type (`static`), seen outside the module.
    public struct GlobalValue: Hashable, Sendable {
        public var name: String
        public var line: Int
        public var isMutable: Bool
        /// The type whose initialiser makes it, or that it is declared to have, as far as the text says.
        public var type: String?
        /// The function whose call makes it.
        public var maker: String?

        public init(name: String, line: Int, isMutable: Bool, type: String?, maker: String? = nil) {
            (self.name, self.line, self.isMutable, self.type) = (name, line, isMutable, type)
            self.maker = maker
        }
    }

    /// A function that returns a value of a type.
    public struct Maker: Hashable, Sendable {
        public var name: String
        public var type: String

        public init(name: String, type: String) { (self.name, self.type) = (name, type) }
    }

    /// A string that may name a module or a type, as far as it is written down: `Menu.` of `"Menu.\(name)"`.
    public struct NamedText: Hashable, Sendable {
        public var text: String
        public var line: Int
        /// It is handed to a function that looks types up by their names.
        public var isLookup: Bool
        /// False where the text around it is surely not compiled on Linux.
        public var isActive: Bool

        public init(text: String, line: Int, isLookup: Bool, isActive: Bool = true) {
            (self.text, self.line, self.isLookup, self.isActive) = (text, line, isLookup, isActive)
        }

        /// Between its dots; the last is empty where the text ends with one.
        public var parts: [Substring] { text.split(separator: ".", omittingEmptySubsequences: false) }
    }

    /// Bodies of more lines are reported.
    public static let shortBody = 10

    public var imports: [Import] = []
    public var longBodies: [Body] = []
    public var globals: [GlobalValue] = []
    /// Names of classes and actors.
    public var referenceTypes: [String] = []
    /// Functions, and the types that they return.
    public var makers: [Maker] = []
    /// Names of all types that the file itself declares, outside of others.
    public var types: [String] = []
    /// Strings that may name modules or types; of equal ones the first.
    public var names: [NamedText] = []

    public init() {}

    /// `flags`: those that are defined for `#if`.
    public init(_ bytes: [UInt8], flags: Set<String> = []) {
        var reader = OutlineReader(SwiftTokens(bytes), flags: flags)
        reader.read()
        self = reader.outline
    }
}
