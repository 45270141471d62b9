import Disk

/// Files that mono writes for people: never over something that is there.
enum NewFiles {
    static func write(_ contents: [(path: String, text: String)], in folder: AbsolutePath, _ files: any FileSystem)
        throws
    {
        if let taken = contents.first(where: { files.linkStatus(folder / $0.path) != nil }) {
            throw ErrorReport(
                code: .usage, what: "'\(folder / taken.path)' is there already", help: "nothing was written")
        }
        do throws(FileError) {
            for (path, text) in contents {
                let file = folder / path
                try files.makeFolder(file.parent)
                try files.write(Array(text.utf8), to: file, permissions: 0o644, durably: false)
            }
        } catch {
            throw ErrorReport(code: .storage, what: "cannot write '\(error.path)': \(Words.systemError(error.code))")
        }
    }
}
