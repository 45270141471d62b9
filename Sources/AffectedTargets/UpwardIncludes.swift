import Disk
import Synchronization
import Targets

/// The files that C sources name by a way out of their own folder (`#include "../Other/private.h"`): they need not be listed, nor lie where
/// headers are searched for. Each target's files are read once, when the first change asks. May be used from any thread.
final class UpwardIncludes: Sendable {
    private let files: any FileSystem
    private let known = Mutex<[TargetID: Set<AbsolutePath>]>([:])

    init(files: any FileSystem) { self.files = files }

    /// `package`: the folder of the target's package.
    func of(_ target: Target, in package: AbsolutePath) -> Set<AbsolutePath> {
        if let found = known.withLock({ $0[target.id] }) { return found }
        var found: Set<AbsolutePath> = []
        // What an include names is looked for beside the file, then along the search paths.
        let searched = ([target.publicHeaders].compactMap { $0 } + target.settings.compactMap { setting in
            if case .clangHeaderSearchPath(_, let folder) = setting.value { folder } else { nil }
        }).map { package / $0 }
        for file in target.sources + target.headers {
            let path = package / file
            guard let text = try? files.read(path) else { continue }
            for name in UpwardIncludes.names(in: text) {
                for folder in [path.parent] + searched { found.insert(folder / name) }
            }
        }
        let result = found
        known.withLock { $0[target.id] = result }
        return result
    }

    /// The names in the includes of a text that hold `..`. One in a remark counts too: that costs a look, no more.
    static func names(in text: [UInt8]) -> [String] {
        let up = Array("..".utf8), include = Array("include".utf8), imports = Array("import".utf8), embed = Array("embed".utf8)
        return text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).compactMap { line in
            var rest = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            // Assemblers have `.include`.
            guard let mark = rest.popFirst(), mark == UInt8(ascii: "#") || mark == UInt8(ascii: ".") else { return nil }
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard [include, imports, embed].contains(where: rest.starts), let start = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<") })
            else { return nil }
            let name = rest[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ">") }
            guard name.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual(up) }) else { return nil }
            return String(decoding: name, as: UTF8.self)
        }
    }
}
