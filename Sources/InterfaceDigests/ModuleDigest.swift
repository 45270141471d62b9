import Digests

/// The digest of a target's module, and what it is made of: what `mono digest` prints, and reads back.
public struct ModuleDigest: Hashable, Sendable {
    /// The target's full name.
    public var target: String
    public var digest: ContentDigest
    /// Of the `.swiftmodule`.
    public var moduleBytes: ContentDigest
    public var parts: ABIParts

    private static let firstLine = "mono digest 1"

    /// Lines of columns with tabs between them; docs in `Docs/Digests.md`.
    public var text: String {
        "\(ModuleDigest.firstLine)\ntarget\t\(target)\ndigest\t\(digest)\nmodule\t\(moduleBytes)\n" + parts.text
    }

    public init(target: String, digest: ContentDigest, moduleBytes: ContentDigest, parts: ABIParts) {
        (self.target, self.digest, self.moduleBytes, self.parts) = (target, digest, moduleBytes, parts)
    }

    /// Nil for what is no such text.
    public init?(text: String) {
        let lines = text.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == ModuleDigest.firstLine else { return nil }
        func column(_ line: Substring, _ name: String) -> String? {
            line.hasPrefix(name + "\t") ? String(line.dropFirst(name.count + 1)) : nil
        }
        guard let target = column(lines[1], "target"),
            let digest = column(lines[2], "digest").flatMap({ ContentDigest($0) }),
            let module = column(lines[3], "module").flatMap({ ContentDigest($0) }),
            let parts = ABIParts(text: String(lines[4]))
        else { return nil }
        self.init(target: target, digest: digest, moduleBytes: module, parts: parts)
    }
}
