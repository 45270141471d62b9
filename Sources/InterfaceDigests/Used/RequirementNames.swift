import Disk
import SwiftText
import Toolchains

/// The requirements of protocols that no module of a workspace declares, and the macros, as far as the toolchain's own
/// interfaces name them.
///
/// A function that is always inlined calls a requirement in its client, and the client's compiler finds the witness: a
/// member that gets the name of a requirement can become it.
public struct RequirementNames: Hashable, Sendable {
    /// Modules of whose protocols all requirements are known.
    public private(set) var modules: Set<String>
    /// Words and operators.
    public private(set) var names: Set<String>
    public private(set) var macros: Set<String>
    /// Protocols and classes of `modules`.
    public private(set) var ancestors: Set<String>
    /// Types of each of `modules`, outside of others.
    public private(set) var types: [String: Set<String>] = [:]
    /// Those of `types` whose name does not stand alone (`WrittenInterface.neverAlone`).
    public private(set) var neverAlone: [String: Set<String>] = [:]
    /// Of the types of `modules`, wherever they stand.
    public private(set) var genericParameters: Set<String> = []
    /// Those that every source imports.
    public static let importedUnwritten: Set<String> = ["Swift", "_Concurrency", "_StringProcessing"]

    /// Without any, each protocol that no interface declares may ask for anything, and each attribute may be a macro.
    public init(
        modules: Set<String> = [], names: Set<String> = [], macros: Set<String> = [],
        ancestors: Set<String> = []
    ) {
        (self.modules, self.names, self.macros, self.ancestors) = (modules, names, macros, ancestors)
    }

    /// Whether an attribute of that name can mean a macro of the toolchain. Foundation's interface does not lie there
    /// as text; its macros stand behind a `#`.
    func mayBeMacro(_ attribute: String) -> Bool { modules.isEmpty || macros.contains(attribute) }

    /// Of all modules of the toolchain, or the SDK, that lie there as text. What cannot be read or is not understood is
    /// left out. Reads some 4 MB.
    public init(of toolchain: Toolchain, files: any FileSystem) {
        self.init()
        let folder = toolchain.moduleFolder(files), triple = toolchain.targetTriple
        for entry in (try? files.list(folder)) ?? [] where entry.name.hasSuffix(".swiftmodule") {
            let module = String(entry.name.dropLast(".swiftmodule".count))
            for ending in [".private.swiftinterface", ".swiftinterface"] {
                let path = folder / "\(entry.name)/\(triple)\(ending)"
                guard let text = try? files.read(path) else { continue }
                add(text, of: module)
                break
            }
        }
    }

    /// Raised with every change of what is found in the same interfaces.
    public static let format = "mono requirements 8"

    /// A line a fact, sorted: `module Swift`, `name hash`, `macro TaskLocal`.
    public var text: String {
        let paths = RequirementNames.paths(types)
        let facts = [
            ("module", modules), ("name", names), ("macro", macros), ("ancestor", ancestors), ("type", paths),
            ("parameter", genericParameters), ("never-alone", RequirementNames.paths(neverAlone)),
        ]
        let lines = facts.flatMap { word, known in known.sorted().map { "\(word) \($0)" } }
        return ([RequirementNames.format] + lines).map { $0 + "\n" }.joined()
    }

    /// Nil where the text is none of `text`.
    public init?(text: String) {
        self.init()
        let lines = text.split(separator: "\n")
        guard lines.first.map(String.init) == RequirementNames.format, text.hasSuffix("\n") else { return nil }
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "module": modules.insert(parts[1])
            case "name": names.insert(parts[1])
            case "macro": macros.insert(parts[1])
            case "ancestor": ancestors.insert(parts[1])
            case "parameter": genericParameters.insert(parts[1])
            case "type", "never-alone":
                let path = parts[1].split(separator: ".").map(String.init)
                guard path.count == 2 else { return nil }
                if parts[0] == "type" {
                    types[path[0], default: []].insert(path[1])
                } else {
                    neverAlone[path[0], default: []].insert(path[1])
                }
            default: return nil
            }
        }
    }

    private static func paths(_ names: [String: Set<String>]) -> Set<String> {
        Set(names.flatMap { module, names in names.map { "\(module).\($0)" } })
    }

    /// `text`: the module's interface.
    public mutating func add(_ text: [UInt8], of module: String) {
        guard let found = WrittenInterface(text) else { return }
        modules.insert(module)
        names.formUnion(found.requirements)
        macros.formUnion(found.macros)
        ancestors.formUnion(found.ancestors)
        genericParameters.formUnion(found.genericParameters)
        if !found.neverAlone.isEmpty { neverAlone[module, default: []].formUnion(found.neverAlone) }
        if !found.types.isEmpty { types[module, default: []].formUnion(found.types) }
    }
}
