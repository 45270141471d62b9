import Digests
import Disk

/// The linkers that flags name, found as clang finds them. Any thread.
struct NamedLinkers: Sendable {
    let files: any FileSystem
    /// The tools' own.
    let searchPath: String?
    let readable: ReadableFiles

    /// Of what a path leads to, or of `ld.NAME` on the search path; nil where there is no such program.
    func digest(of name: String) -> ContentDigest? {
        if name.contains("/") { return readable.file(name) }
        return files.program("ld.\(name)", on: searchPath).flatMap { readable.current($0.string) }
    }
}
