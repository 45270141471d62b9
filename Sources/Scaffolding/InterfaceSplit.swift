import SwiftText

/// Edits a manifest so that one of its targets has an interface target beside it. Only manifests that are written as
/// most are can be edited: what is computed is left to people.
public struct InterfaceSplit: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// The manifest's text does not end its strings or comments.
        case notUnderstood
        /// No `.target(name: "X"` stands in it.
        case noTarget(String)
        /// The target's dependencies are no list that is written down. The line from 1.
        case computedDependencies(line: Int)
        /// A target of that name is declared already.
        case taken(String)
    }

    private let source: SwiftTokens

    public init(manifest: [UInt8]) { source = SwiftTokens(manifest) }

    /// `path`: where the interface's sources lie, relative to the package; nil where SwiftPM finds them by itself.
    public func edited(target: String, interface: String, path: String?) throws(Failure) -> String {
        guard source.isWhole else { throw .notUnderstood }
        if call(of: interface) != nil { throw .taken(interface) }
        guard let call = call(of: target) else { throw .noTarget(target) }
        var insertions: [(at: Int, text: String)] = []
        let start = source.tokens[call.start].start
        let place = path.map { ", path: \"\($0)\"" } ?? ""
        insertions.append((start, ".target(name: \"\(interface)\"\(place)),\n\(indentation(before: start))"))
        insertions.append(try dependency(on: interface, in: call))
        if let product = product(for: target, interface) { insertions.append(product) }
        var text = "", at = 0
        for insertion in insertions.sorted(by: { $0.at < $1.at }) {
            text += source.text(at, insertion.at) + insertion.text
            at = insertion.at
        }
        return text + source.text(at, source.bytes.count)
    }

    private struct Call {
        /// Of the dot before `target`, of the bracket after it, and of the one at its end.
        var start, open, end: Int
        /// Of the target's name.
        var name: Int
    }

    private func word(_ index: Int) -> String? {
        source.tokens.indices.contains(index) && source.tokens[index].kind == .word
            ? source.text(source.tokens[index]) : nil
    }

    private func literal(_ index: Int) -> String? {
        source.tokens.indices.contains(index) && source.tokens[index].kind == .string
            ? String(source.text(source.tokens[index]).dropFirst().dropLast()) : nil
    }

    private func sign(_ index: Int, _ scalar: Unicode.Scalar) -> Bool {
        source.tokens.indices.contains(index) && source.tokens[index].is(scalar)
    }

    /// Where the bracket that opens there is closed.
    private func end(of open: Int) -> Int? {
        var depth = 0
        for index in open..<source.tokens.count {
            if sign(index, "(") || sign(index, "[") || sign(index, "{") { depth += 1 }
            if sign(index, ")") || sign(index, "]") || sign(index, "}") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The call that declares a library target. One inside another target's list names a dependency.
    private func call(of target: String) -> Call? {
        var index = 0
        while index < source.tokens.count {
            guard sign(index, "."),
                ["target", "executableTarget", "testTarget", "macro", "plugin"].contains(word(index + 1)),
                sign(index + 2, "("),
                let end = end(of: index + 2)
            else {
                index += 1
                continue
            }
            if word(index + 1) == "target", word(index + 3) == "name", sign(index + 4, ":"),
                literal(index + 5) == target
            {
                return Call(start: index, open: index + 2, end: end, name: index + 5)
            }
            index = end
        }
        return nil
    }

    private func dependency(on interface: String, in call: Call) throws(Failure) -> (at: Int, text: String) {
        var index = call.open + 1
        while index < call.end {
            if word(index) == "dependencies", sign(index + 1, ":") {
                guard sign(index + 2, "["), let end = end(of: index + 2), sign(end + 1, ",") || end + 1 == call.end
                else {
                    throw .computedDependencies(line: line(of: source.tokens[index].start))
                }
                let isEmpty = end == index + 3
                return (source.tokens[index + 2].end, "\"\(interface)\"" + (isEmpty ? "" : ", "))
            }
            // Past what is nested.
            if sign(index, "(") || sign(index, "[") || sign(index, "{") { index = end(of: index) ?? call.end }
            index += 1
        }
        return (source.tokens[call.name].end, ", dependencies: [\"\(interface)\"]")
    }

    /// A product of the interface's own, before the one that offers the target; nil where none does.
    private func product(for target: String, _ interface: String) -> (at: Int, text: String)? {
        for index in source.tokens.indices
        where sign(index, ".") && word(index + 1) == "library" && sign(index + 2, "(") {
            guard let end = end(of: index + 2),
                let list = (index + 3..<end).first(where: {
                    word($0) == "targets" && sign($0 + 1, ":") && sign($0 + 2, "[")
                }),
                let last = self.end(of: list + 2), (list + 3..<last).contains(where: { literal($0) == target })
            else { continue }
            let start = source.tokens[index].start
            return (
                start, ".library(name: \"\(interface)\", targets: [\"\(interface)\"]),\n\(indentation(before: start))"
            )
        }
        return nil
    }

    private func indentation(before offset: Int) -> String {
        var start = offset
        while start > 0, source.bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return String(decoding: source.bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    private func line(of offset: Int) -> Int {
        source.bytes[..<offset].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
