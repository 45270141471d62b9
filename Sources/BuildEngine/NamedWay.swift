import Disk

/// The way from a folder to what a text names there, as compilers go it: behind a link, `..` leads out of the folder to
/// which the link leads.
struct NamedWay {
    /// What is named; or the first on the way that is not there, which stands for all that could be in it.
    private(set) var end: AbsolutePath
    /// Links which `..` left: where they lead counts.
    private(set) var links: [AbsolutePath] = []
    /// Nothing is at the end.
    private(set) var isMissing = false

    init(from folder: AbsolutePath, along name: String, _ files: any FileSystem) {
        end = name.hasPrefix("/") ? AbsolutePath("/") : folder
        guard files.linkStatus(end) != nil else {
            isMissing = true
            return
        }
        for part in name.split(separator: "/") where part != "." {
            if part == ".." {
                guard files.linkStatus(end)?.kind == .symbolicLink else {
                    end = end.parent
                    continue
                }
                links.append(end)
                guard let place = files.resolve(end) else {
                    isMissing = true
                    return
                }
                end = place.parent
            } else {
                end = end / String(part)
                guard files.linkStatus(end) != nil else {
                    isMissing = true
                    return
                }
            }
        }
    }

    /// True for a name of which a text's own folder does not say where it leads.
    static func leavesFolders(_ name: String) -> Bool {
        name.contains("..") && name.split(separator: "/").contains("..")
    }
}
