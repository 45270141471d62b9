import Foundation

/// A part of a page that a program writes, between two marks.
public struct PageSection: Sendable {
    private let begin, end: String

    /// `program`: who writes it.
    public init(_ name: String, by program: String) {
        begin = "<!-- \(name) begin: written by \(program) --record -->"
        end = "<!-- \(name) end -->"
    }

    /// The page with `text` in the section's place; at its end where it has no such section yet.
    public func entered(_ text: String, into page: String) -> String {
        let block = "\(begin)\n\(text)\n\(end)"
        guard let first = page.range(of: begin), let last = page.range(of: end), first.lowerBound < last.lowerBound
        else {
            return page + (page.hasSuffix("\n") ? "\n" : "\n\n") + block + "\n"
        }
        return page[..<first.lowerBound] + block + page[last.upperBound...]
    }

    /// What a page has in the section's place; nil where it has no such section.
    public func text(in page: String) -> String? {
        guard let first = page.range(of: begin), let last = page.range(of: end), first.upperBound < last.lowerBound
        else { return nil }
        return String(page[first.upperBound..<last.lowerBound])
    }

    /// Enters it into a page of the repository, and says so.
    public func record(_ text: String, in page: String) throws {
        let path = "\(Repository.folder)/\(page)"
        try Folders.write(entered(text, into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
}

/// The day, as pages name it.
public func today() -> String {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.dateFormat = "yyyy-MM-dd"
    return form.string(from: Date())
}
