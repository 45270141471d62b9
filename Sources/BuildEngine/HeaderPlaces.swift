import BuildPlanning
import Disk
import Toolchains

/// Where headers may come to be that texts ask for.
struct HeaderPlaces {
    /// Folders that are searched, in no order that counts.
    let folders: [AbsolutePath]
    private(set) var found: Set<AbsolutePath> = []

    init(folders: [AbsolutePath]) { self.folders = folders }

    /// Adds each place of each of `names`, for which a text in `home` asks. Where a folder on the way is not there, it
    /// stands for all that could be in it. `exists`: whether anything is at a path.
    mutating func add(
        _ names: Set<AskedHeaders.Name>, in home: AbsolutePath, exists: (AbsolutePath) -> Bool
    ) {
        for name in names {
            let isWhole = name.text.hasPrefix("/")
            for folder in isWhole ? [AbsolutePath("/")] : name.isQuoted ? [home] + folders : folders {
                found.insert(HeaderSearch.first(missing: name.text, in: folder, exists))
            }
        }
    }
}

extension Action {
    /// The folders for headers that its flags name.
    func headerFolders(in readable: ReadableFiles) -> [AbsolutePath] {
        let home = readable.absolute(folder)
        var named: [AbsolutePath] = [], isFolder = false
        let options = [
            "-I", "-isystem", "-iquote", "-idirafter", "-cxx-isystem", "-stdlib++-isystem", "--include-directory=",
            "--include-directory", "--embed-dir=",
        ]
        for case let word? in arguments.map(\.keyed) where word != "-Xcc" {
            if isFolder { named.append(AbsolutePath(word, in: home)) }
            isFolder = options.contains(word)
            guard !isFolder, let option = options.first(where: word.hasPrefix) else { continue }
            named.append(AbsolutePath(String(word.dropFirst(option.count)), in: home))
        }
        return named
    }
}
