extension FileSystem {
    /// Removes what lies in `folder` and is none of `names`, which are relative to it. `whole`: those of them of which
    /// everything stays, should they be folders; another one that is a folder goes.
    public func removeOthers(in folder: AbsolutePath, keeping names: Set<String>, whole: Set<String> = [])
        throws(FileError)
    {
        try removeOthers(in: folder, below: "", names, whole)
    }

    private func removeOthers(in folder: AbsolutePath, below prefix: String, _ names: Set<String>, _ whole: Set<String>)
        throws(FileError)
    {
        for entry in try list(folder) {
            let name = prefix + entry.name, path = folder / entry.name
            if whole.contains(name) { continue }
            if entry.kind != .folder {
                if !names.contains(name) { try remove(path) }
            } else if names.contains(where: { $0.hasPrefix(name + "/") }) {
                try removeOthers(in: path, below: name + "/", names, whole)
            } else {
                try remove(path)
            }
        }
    }
}
