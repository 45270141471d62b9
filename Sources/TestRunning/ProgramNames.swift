import BuildEngine
import Digests
import Disk

/// Finds out which environment variables the code of programs may ask for: those whose names stand in them. What is
/// found is remembered by the programs' content. Members may be called from any thread.
public final class ProgramNames: Sendable {
    private let files: any FileSystem
    private let digests: FileDigests
    private let memory: ContentMemory<NamesInProgram>

    /// `path`: where the memory lies; losing it costs time alone.
    public init(files: any FileSystem, digests: FileDigests, path: AbsolutePath) {
        (self.files, self.digests) = (files, digests)
        memory = ContentMemory(files: files, path: path)
    }

    /// Those of `names` that stand in the program; all of them where it cannot be read.
    public func names(_ names: [String], in program: AbsolutePath) -> Set<String> {
        found(names, areWhole: true, in: program)
    }

    /// Those of `names` with which a name in the program begins, or that end one.
    func beginnings(_ names: [String], in program: AbsolutePath) -> Set<String> {
        found(names, areWhole: false, in: program)
    }

    private func found(_ names: [String], areWhole: Bool, in program: AbsolutePath) -> Set<String> {
        guard let content = try? digests.digest(program) else { return Set(names) }
        let sorted = names.sorted()
        var builder = DigestBuilder()
        builder.append(content)
        builder.append(areWhole ? "whole" : "part")
        builder.append(sorted)
        let known = memory.facts(of: builder.finish()) {
            (try? files.read(program)).map {
                NamesInProgram(found: NameSearch(sorted, areWhole: areWhole).found(in: $0))
            }
        }
        return known.map { Set($0.found) } ?? Set(names)
    }

    /// Keeps what was found out, for the next time.
    public func save() { memory.save() }
}

private struct NamesInProgram: RememberedFacts {
    static let format = 3
    var found: [String]

    init(found: [String]) { self.found = found }
    init(from reader: inout RecordReader) throws(MalformedRecord) { found = try reader.texts() }
    func write(to writer: inout RecordWriter) { writer.write(found) }
}

/// Looks for names in a program, all of them at once.
///
/// A text of 9 to 15 bytes may stand in the code that makes it, in two parts of which the first has 8 bytes: optimised
/// code for x86-64 builds small strings so. Code for arm64 builds them of two bytes at a time, and there a name is not
/// found.
///
/// Two or three bytes stand in any large program by chance: `CI` 85 times in one of 18 MB that asks for no such name.
/// So a short name counts only as a text of its own, as compilers lay it out.
struct NameSearch {
    /// Names of no more bytes are short.
    private static let short = 3

    private struct Pattern {
        var text: [UInt8]
        /// Of which name, and which of its parts: 0 is all of it.
        var name: Int, part: Int
    }

    private let names: [String]
    /// A name in the middle of another one is none.
    private let areWhole: Bool
    private var patterns: [Pattern] = []
    /// By their first two bytes -> places of patterns.
    private var starts = [UInt16](repeating: 0, count: 1 << 16)
    private var groups: [[Int]] = [[]]

    init(_ names: [String], areWhole: Bool = true) {
        (self.names, self.areWhole) = (names, areWhole)
        for (index, name) in names.enumerated() {
            let text = Array(name.utf8)
            guard text.count > 1 else { continue }
            patterns.append(Pattern(text: text, name: index, part: 0))
            // A part of one byte is everywhere.
            guard text.count > 8, text.count < 16 else { continue }
            patterns.append(Pattern(text: Array(text[..<8]), name: index, part: 1))
            if text.count > 9 { patterns.append(Pattern(text: Array(text[8...]), name: index, part: 2)) }
        }
        for (place, pattern) in patterns.enumerated() {
            let start = Int(pattern.text[0]) << 8 | Int(pattern.text[1])
            if starts[start] == 0 {
                starts[start] = UInt16(groups.count)
                groups.append([])
            }
            groups[Int(starts[start])].append(place)
        }
    }

    func found(in bytes: [UInt8]) -> [String] {
        var seen = [[Bool]](repeating: [false, false, false], count: names.count)
        for (index, name) in names.enumerated() where name.utf8.count == 9 { seen[index][2] = true }
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 1, let base = bytes.baseAddress else { return }
            starts.withUnsafeBufferPointer { starts in
                for at in 0..<(bytes.count - 1) {
                    let group = starts[Int(base[at]) << 8 | Int(base[at + 1])]
                    if group != 0 { look(at, in: bytes, Int(group), &seen) }
                }
            }
        }
        return names.indices.filter { seen[$0][0] || seen[$0][1] && seen[$0][2] }.map { names[$0] }
    }

    private func look(_ at: Int, in bytes: UnsafeBufferPointer<UInt8>, _ group: Int, _ seen: inout [[Bool]]) {
        for place in groups[group] {
            let pattern = patterns[place], end = at + pattern.text.count
            guard end <= bytes.count, !seen[pattern.name][pattern.part],
                bytes[at..<end].elementsEqual(pattern.text)
            else { continue }
            if areWhole, pattern.part == 0 {
                if isWord(at - 1, bytes) || isWord(end, bytes) { continue }
                if pattern.text.count <= NameSearch.short, !isText(at, end, bytes) { continue }
            }
            seen[pattern.name][pattern.part] = true
        }
    }

    /// True for a text between zeros, as in C and in Swift's debug code; a small string of Swift in memory, with its
    /// length behind it; and one that optimised code for x86-64 loads into a register.
    private func isText(_ at: Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }
        func isZero(to last: Int) -> Bool { (end..<last).allSatisfy { byte($0) == 0 } }
        if byte(at - 1) == 0, byte(end) == 0 { return true }
        if isZero(to: at + 15), byte(at + 15) == 0xE0 + UInt8(end - at) { return true }
        return (0xB8...0xBF).contains(byte(at - 1)) && isZero(to: at + 4)
    }

    private func isWord(_ at: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.indices.contains(at) else { return false }
        switch bytes[at] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
