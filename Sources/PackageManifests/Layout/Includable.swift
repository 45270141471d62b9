import Targets

/// Files that an `#include` can find though no rule of SwiftPM's makes them headers: in folders that lie elsewhere in
/// the package, or by another extension. A new one can hide another, and then no compiler has ever told of it.
enum Includable {
    /// All but the target's headers and whatever is compiled; sorted.
    static func files(of target: Target, in package: inout PackageFolder) -> [String] {
        var found: Set<String> = [], seen: Set<String> = []
        var open = folders(of: target)
        while let folder = open.popLast() {
            guard seen.insert(folder).inserted else { continue }
            for entry in (try? package.entries(of: folder)) ?? [] {
                let path = PackagePath.joined(folder, entry.name)
                switch entry.kind {
                // Hidden ones hold what tools left, by the ten thousand.
                case .folder: if !entry.name.hasPrefix("."), !package.leadsBack(path) { open.append(path) }
                case .file:
                    let type = PackagePath.fileExtension(ofName: entry.name) ?? ""
                    if !FileRule.isClang(type), !FileRule.isSwift(type) { found.insert(path) }
                case .symbolicLink, .other: break
                }
            }
        }
        return found.subtracting(target.headers).sorted(by: PackagePath.precedes)
    }

    private static func folders(of target: Target) -> [String] {
        var folders = [target.publicHeaders].compactMap { $0 }
        for setting in target.settings {
            switch setting.value {
            case .clangHeaderSearchPath(_, let path): folders.append(path)
            case .clangUnsafeFlags(_, let words): folders += searched(words)
            default: continue
            }
        }
        return folders.filter { !PackagePath.leavesPackage($0) }
    }

    /// The folders in the package that flags have clang search.
    private static func searched(_ words: [String]) -> [String] {
        let flags = ["-I", "-iquote", "-isystem", "-idirafter", "-iwithprefix", "-iwithprefixbefore"]
        return words.indices.compactMap { index -> String? in
            if index > 0, flags.contains(words[index - 1]) { return words[index] }
            return flags.first { words[index].hasPrefix($0) && words[index] != $0 }.map {
                String(words[index].dropFirst($0.count))
            }
        }.filter { !$0.hasPrefix("/") }.map { PackagePath.joined(".", $0) }
    }
}
