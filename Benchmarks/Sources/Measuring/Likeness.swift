import Foundation

/// How the files that two builds left of one compile compare.
public enum Likeness: Int, Comparable, Sendable {
    /// Byte for byte.
    case same
    /// Byte for byte but for the entries of debug information; line tables are the same. Of several C modules that hold
    /// a type, a frontend names the one in which it found it first. So the driver's own objects differ with the sources
    /// that share a frontend, such as between `-j2` and `-j3`.
    case butForEntries
    case different

    public static func < (one: Likeness, other: Likeness) -> Bool { one.rawValue < other.rawValue }

    /// What the entries consist of, and the digest of all that went into an object.
    private static let sections = [".debug_info", ".debug_abbrev", ".debug_names", ".debug_str", ".swift_modhash"]

    public init(_ one: String, _ other: String) throws {
        self = .different
        if FileManager.default.contentsEqual(atPath: one, andPath: other) {
            self = .same
        } else if one.hasSuffix(".o"), Folders.exists(one), Folders.exists(other) {
            let rest = try [one, other].map(Likeness.withoutEntries)
            if rest[0] == rest[1] { self = .butForEntries }
        }
    }

    private static func withoutEntries(_ object: String) throws -> Data {
        let copy = NSTemporaryDirectory() + "/mono-bench-\(getpid()).o"
        defer { unlink(copy) }
        let words = sections.flatMap { ["--remove-section", $0] } + [object, copy]
        _ = try Program("llvm-objcopy", words, in: "/").run()
        return try Data(contentsOf: URL(fileURLWithPath: copy))
    }
}
