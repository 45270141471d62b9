import Disk

/// Where a linker may find libraries that it was told to search for, beside where it found them.
struct SearchedLibraries {
    /// Those that flags name. Of all others, no key holds more than what was found there.
    let folders: [AbsolutePath]
    /// Names of files that flags have searched for as they are: `-l:start.o`.
    let files: Set<String>

    /// Each library that was read, as each of the folders may hold it: one that comes to be there is linked with, or
    /// keeps to be where it was not reached. Which folder is searched first, the driver decides by how it was told of
    /// them; so all of them count.
    func candidates(for reads: Set<String>) -> Set<AbsolutePath> {
        var found: Set<AbsolutePath> = []
        if folders.isEmpty { return found }
        for name in Set(reads.compactMap { $0.split(separator: "/").last.map(String.init) }) {
            guard name.hasSuffix(".a") || SearchedLibraries.isShared(name) || files.contains(name) else { continue }
            let stem = name.hasSuffix(".a") ? name.dropLast(2) : name.hasSuffix(".so") ? name.dropLast(3) : nil
            for folder in folders {
                found.insert(folder / name)
                if let stem, stem.hasPrefix("lib") { found.formUnion([folder / "\(stem).so", folder / "\(stem).a"]) }
            }
        }
        return found
    }

    /// True for `libz.so` and `libz.so.1`.
    static func isShared(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasSuffix(".so") || ByteSearch.contains(Array(".so.".utf8), in: Array(name.utf8))
    }
}
