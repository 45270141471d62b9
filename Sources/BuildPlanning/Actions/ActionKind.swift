extension Action {
    /// What an action is, in one word: for keys, for logs, and for people.
    public enum Kind: Hashable, Sendable {
        /// Writes a Swift module that dependents compile against.
        case emitModule
        /// Compiles a Swift target to objects.
        case compile
        /// Both at once, optimised.
        case compileModule
        /// Compiles one C-family file.
        case compileClang
        /// Fixes what dependents see of a C-family target or system library: headers and module map. Starts no program.
        case clangInterface
        /// Makes a module of the toolchain's that is there as text alone.
        case compileInterface
        /// Puts a module into an object, for debuggers.
        case wrapModule
        /// Collects from a Swift target's objects which libraries they ask the linker for.
        case autolink
        /// Finds the XCTest tests of a test target's module, and writes the source of the program that runs them.
        case listTests
        /// Compiles that source.
        case compileRunner
        /// Makes a program of a plugin.
        case compilePlugin
        /// Asks a plugin how more of a target's sources are made.
        case askPlugin
        /// Runs a command that a plugin answered.
        case generate
        case link
        case archive
        /// Checks a Swift target's types and says how long that took.
        case checkTypes
        /// Writes what an index of a Swift target's sources is made of.
        case index
        /// The same of one C-family file.
        case indexClang
        /// What a feature makes without a program, by the word that the feature has for it (`BuiltInWork.name`).
        case builtIn(String)

        /// The word. It stands in keys: no kind's is ever another one.
        public var rawValue: String {
            switch self {
            case .emitModule: "emit-module"
            case .compile: "compile"
            case .compileModule: "compile-module"
            case .compileClang: "compile-clang"
            case .clangInterface: "clang-interface"
            case .compileInterface: "compile-interface"
            case .wrapModule: "wrap-module"
            case .autolink: "autolink"
            case .listTests: "list-tests"
            case .compileRunner: "compile-runner"
            case .compilePlugin: "compile-plugin"
            case .askPlugin: "ask-plugin"
            case .generate: "generate"
            case .link: "link"
            case .archive: "archive"
            case .checkTypes: "check-types"
            case .index: "index"
            case .indexClang: "index-clang"
            case .builtIn(let name): name
            }
        }
    }
}

extension ActionID {
    /// The name of the action of that kind for a target or product; `detail` tells it from others of the kind for the
    /// same one.
    init(_ kind: Action.Kind, _ whom: some CustomStringConvertible, _ detail: String? = nil) {
        self.init("\(kind.rawValue) \(whom)\(detail.map { " \($0)" } ?? "")")
    }
}
