import Disk
import Subprocesses
import SymbolGraphs
import Toolchains

/// Asks the compiler which types a module declares that nobody has as text: a C module, or one that lies in the
/// toolchain compiled. Starts a program, keeps nothing. Any thread.
public struct TypeExtraction: Sendable {
    /// What the compiler may say of a module.
    public enum Answer: Hashable, Sendable {
        case declares(ForeignTypes)
        /// It cannot be imported like this: nobody has a value of its types.
        case notThere
        /// The program did not come to an end, or what it wrote is not understood.
        case unknown
    }

    /// Who asks: what can be imported, and where its paths begin.
    public struct Question: Hashable, Sendable {
        /// Of `SwiftCompilation.extractTypes`.
        public var words: [String]
        public var folder: AbsolutePath
        public init(words: [String], folder: AbsolutePath) { (self.words, self.folder) = (words, folder) }
    }

    /// In bytes. Those of the C library take 13 million.
    private static let largest: Int64 = 1 << 30
    private static let types: Set<String> = [
        "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias", "swift.actor",
    ]

    private let toolchain: Toolchain
    private let files: any FileSystem
    private let commands: any CommandRunner
    private let environment: [String: String]

    public init(toolchain: Toolchain, files: any FileSystem, commands: any CommandRunner, environment: [String: String])
    {
        (self.toolchain, self.files, self.commands, self.environment) = (toolchain, files, commands, environment)
    }

    /// `scratch`: a folder that is made and removed.
    public func types(
        of module: String, _ question: Question, scratch: AbsolutePath, cancellation: Cancellation
    ) -> Answer {
        defer { try? files.remove(scratch) }
        try? files.remove(scratch)
        do { try files.makeFolder(scratch) } catch { return .unknown }
        let command = Command(
            toolchain.path(of: .symbolGraphExtract).string,
            question.words + ["-module-name", module, "-output-dir", scratch.string],
            folder: question.folder.string, environment: environment)
        guard let result = try? commands.run(command, cancellation: cancellation) else { return .unknown }
        guard result.succeeded else {
            if case .code = result.exit { return .notThere }
            return .unknown
        }
        return declared(by: module, in: scratch).map { .declares(ForeignTypes($0)) } ?? .unknown
    }

    /// A file for the module itself, `M.symbols.json`, and one for each module whose types it extends,
    /// `M@N.symbols.json`.
    private func declared(by module: String, in folder: AbsolutePath) -> SeenNames.Declared? {
        guard let entries = try? files.list(folder) else { return nil }
        var names = SeenNames.Declared()
        for entry in entries where entry.name.hasSuffix(".symbols.json") {
            guard let bytes = try? files.read(folder / entry.name, atMost: TypeExtraction.largest),
                let graph = try? SymbolGraph(bytes, kinds: TypeExtraction.types)
            else { return nil }
            names.add(graph, isOfOthers: entry.name.hasPrefix(module + "@"))
        }
        return names
    }
}

extension SeenNames.Declared {
    /// `isOfOthers`: the types stand in extensions of other modules' types.
    mutating func add(_ graph: SymbolGraph, isOfOthers: Bool) {
        for symbol in graph.symbols where symbol.access == "public" || symbol.access == "open" {
            if symbol.kind != "swift.protocol" { genericParameters.formUnion(symbol.genericParameters) }
            // Whose path begins with a type of the module is the only one of its path.
            guard symbol.path.count == 1 || isOfOthers else { continue }
            let name = symbol.path.joined(separator: ".")
            // What a C module and others call by an alias is printed so.
            types.insert(name)
            if symbol.isGeneric || symbol.kind == "swift.protocol" { neverAlone.insert(name) }
        }
    }

    /// All that one of both declares.
    public mutating func formUnion(_ other: SeenNames.Declared) {
        types.formUnion(other.types)
        aliases.formUnion(other.aliases)
        neverAlone.formUnion(other.neverAlone)
        genericParameters.formUnion(other.genericParameters)
    }
}
