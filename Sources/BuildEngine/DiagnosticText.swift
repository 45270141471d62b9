import Disk

/// Compilers' output as messages: a headline `path:line:column: error: …` and the lines that belong to it.
struct DiagnosticText {
    struct Message: Hashable {
        /// The source that it is about: the path in the headline, or for what a macro made, in the line that says where
        /// it was used. Nil for lines before the first headline, and for messages without a place.
        var path: Substring?
        var text: Substring

        /// What tells it from others: the first line, for lines of source below it may be drawn differently. Of what a
        /// macro made that one says only which macro it was, and the next one where.
        var headline: Substring {
            let first = text.prefix { $0 != "\n" }
            guard first.hasPrefix(DiagnosticText.expansion) else { return first }
            return text[..<(text[first.endIndex...].dropFirst().firstIndex(of: "\n") ?? text.endIndex)]
        }
    }

    /// More than this of what a tool says is not kept, and not shown, in bytes: 64 MiB of line feeds took 3.1 GiB and
    /// 40 s.
    static let largest: Int64 = 1 << 20

    /// `text`, with its middle left out where it is longer than that.
    static func limited(_ text: String) -> String {
        let bytes = Array(text.utf8), half = Int(largest) / 2 - 100
        guard Int64(bytes.count) > largest else { return text }
        let missing = bytes.count - 2 * half
        return String(decoding: bytes.prefix(half), as: UTF8.self) + "\n[\(missing) bytes left out]\n"
            + String(decoding: bytes.suffix(half), as: UTF8.self)
    }

    /// What stands for what is too long.
    static func omitted(_ bytes: Int64) -> String {
        "note: \(bytes) bytes of messages are kept with this result, and are too many to be shown\n"
    }

    private static let expansion = "macro expansion "

    let messages: [Message]

    init(_ text: String) {
        var messages: [Message] = []
        var start = text.startIndex
        var path: Substring?
        var at = text.startIndex
        func close(_ end: String.Index) {
            guard start < end else { return }
            let own =
                path?.hasPrefix(DiagnosticText.expansion) == true ? DiagnosticText.origin(of: text[start..<end]) : path
            messages.append(Message(path: own, text: text[start..<end]))
        }
        while at < text.endIndex {
            let end = text[at...].firstIndex(of: "\n").map(text.index(after:)) ?? text.endIndex
            let headline = DiagnosticText.headline(text[at..<end])
            // A note belongs to the error or warning before it.
            if let headline, !headline.isNote || messages.isEmpty && path == nil {
                close(at)
                (start, path) = (at, headline.path)
            }
            at = end
        }
        close(text.endIndex)
        self.messages = messages
    }

    /// The text of the messages that `keep` wants.
    func text(where keep: (Message) -> Bool) -> String {
        messages.filter(keep).map { String($0.text) }.joined()
    }

    /// All of it, but each message about a place once: a compile of many files is the work of several processes, and
    /// each of them finds the syntax error of a file that it only parses.
    var withoutRepetition: String {
        var said: Set<Substring> = []
        return text { $0.path == nil || said.insert($0.headline).inserted }
    }

    /// `text` with the places in it relative to `folder`, where the compiler names sources below it by their whole paths.
    static func relative(_ text: String, to folder: AbsolutePath) -> String {
        let prefix = folder.string.hasSuffix("/") ? folder.string : folder.string + "/"
        guard text.contains(prefix) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let place = line.drop { " `-|".contains($0) }
            guard place.hasPrefix(prefix), headline(place)?.path != nil else { return String(line) }
            return String(line[..<place.startIndex] + place.dropFirst(prefix.count))
        }.joined(separator: "\n")
    }

    /// `text` without what a compiler says of the interface that it writes beside a module: that one goes to nobody.
    static func withoutInterfaceWarnings(_ text: String) -> String {
        guard text.contains("module interfaces") || text.contains(" shadows module ") else { return text }
        // Said without a place, and without an end of its line.
        let general = "<unknown>:0: warning: module interfaces are only supported with -enable-library-evolution"
        let rest = text.split(separator: general, omittingEmptySubsequences: false).enumerated()
            .map { $0 > 0 && $1.hasPrefix("\n") ? $1.dropFirst() : $1 }.joined()
        return DiagnosticText(rest).text { message in
            let headline = message.text.prefix { $0 != "\n" }
            // The second is about who reads an interface with a type named like its module in it.
            return !headline.hasSuffix("in module interfaces")
                && !(headline.contains(" shadows module ") && headline.hasSuffix("/issues/56573 for workarounds"))
        }
    }

    /// `text` without what macros built with swift-syntax 602 say when the compiler of Swift 6.3 takes its leave of
    /// them, with a message of no bytes. It is about no source, and would be kept with the result and be said in every
    /// build.
    static func withoutMacrosFarewell(_ text: String) -> String {
        let farewell =
            "Internal Error: DecodingError.dataCorrupted: Data was corrupted. Debug description: Corrupted JSON. "
            + "Underlying error: unexpected end of file\n"
        return text.contains(farewell)
            ? text.split(separator: farewell, omittingEmptySubsequences: false).joined() : text
    }

    /// The source whose macro made what the message is about; a macro that another one used is behind it.
    private static func origin(of message: Substring) -> Substring? {
        for line in message.split(separator: "\n") where line.hasSuffix("note: expanded code originates here") {
            let place = line.drop { " `-".contains($0) }
            if let path = headline(place)?.path, !path.hasPrefix(expansion) { return path }
        }
        return nil
    }

    private static func headline(_ line: Substring) -> (path: Substring?, isNote: Bool)? {
        for kind in ["error:", "warning:", "note:", "remark:"] {
            if line.hasPrefix(kind) { return (nil, kind == "note:") }
            guard let mark = line.firstRange(of: ": \(kind)") else { continue }
            // path:line:column
            let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            guard place.count >= 3, Int(place[place.count - 1]) != nil, Int(place[place.count - 2]) != nil else {
                continue
            }
            let path = place[..<(place.count - 2)].joined(separator: ":")
            return (Substring(path), kind == "note:")
        }
        return nil
    }
}
