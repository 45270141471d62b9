import Disk

// Which files an editor's server must hear of, and which of them can change what it says.

extension EditedTargets {
    /// As a client is asked to watch them.
    static let watched: [String] = [
        "**/*.{swift,c,cc,cpp,cxx,m,mm,S,s,h,hh,hpp,modulemap}", "**/mono.json", "**/Package.resolved",
        "**/.swift-version",
    ]

    /// True where targets, their files or their flags may be others after such changes.
    func mayChange(by changes: [ChangedDocument]) -> Bool { changes.contains(where: mayChange) }

    private func mayChange(by change: ChangedDocument) -> Bool {
        guard change.path.isInside(root) else { return false }
        let parts = change.path.relative(to: root).split(separator: "/")
        // What mono itself writes, and git.
        if let first = parts.first, [".mono", ".git"].contains(first) { return false }
        if !change.isEdit || workspace == nil { return true }
        let name = change.path.name
        if ["mono.json", "Package.resolved", ".swift-version"].contains(name) || name.hasPrefix("Package") {
            return true
        }
        // A plugin may answer otherwise, and module maps say what can be imported; '@main' is looked for in sources.
        if workspace?.graph.targets.values.contains(where: { !$0.plugins.isEmpty }) == true { return true }
        return change.path.fileExtension == "modulemap" || name == "main.swift"
    }
}
