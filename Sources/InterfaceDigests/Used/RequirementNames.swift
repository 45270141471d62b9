import Disk
import SwiftText
import Toolchains

/// The requirements of protocols that no module of a workspace declares, as far as the toolchain's own interfaces name
/// them.
///
/// A function that is always inlined calls a requirement in its client, and the client's compiler finds the witness: a
/// member that gets the name of a requirement can become it.
public struct RequirementNames: Hashable, Sendable {
    /// Modules of whose protocols all requirements are known.
    public private(set) var modules: Set<String>
    /// Words and operators.
    public private(set) var names: Set<String>

    /// Without any, each protocol that no interface declares may ask for anything.
    public init(modules: Set<String> = [], names: Set<String> = []) { (self.modules, self.names) = (modules, names) }

    /// Of all modules of the toolchain that lie there as text. What cannot be read or is not understood is left out, as
    /// is all of an SDK. Reads some 4 MB.
    public init(of toolchain: Toolchain, files: any FileSystem) {
        self.init()
        guard toolchain.sdk == nil else { return }
        let folder = toolchain.root / "lib/swift/linux", triple = toolchain.triple
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
    public static let format = "mono requirements 1"

    /// A line a fact, sorted: `module Swift`, `name hash`.
    public var text: String {
        ([RequirementNames.format] + modules.sorted().map { "module \($0)" } + names.sorted().map { "name \($0)" })
            .map { $0 + "\n" }.joined()
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
            default: return nil
            }
        }
    }

    /// `text`: the module's interface.
    public mutating func add(_ text: [UInt8], of module: String) {
        guard let found = WrittenRequirements.names(in: text) else { return }
        modules.insert(module)
        names.formUnion(found)
    }
}
