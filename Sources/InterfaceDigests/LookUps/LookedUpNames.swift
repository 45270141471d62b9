import Digests

/// The names that a compile of one source looked up, as the compiler writes them down beside the object
/// (`.swiftdeps`), for builds that compile file by file.
///
/// A source says only some of them: the others are requirements of protocols, members that literals, builders,
/// wrappers and loops call, and all that macros expand to.
public struct LookedUpNames: Hashable, Sendable {
    /// The record is not one of these, or one of a version that nobody here knows.
    public struct Malformed: Error {}

    /// Names without arguments: `append`, `init`, `==`.
    public private(set) var names: Set<String> = []

    public init() {}

    public init(_ names: [String]) { self.names = Set(names) }

    /// `record`: the content of the file. It may hold any bytes.
    public init(record: [UInt8]) throws(Malformed) {
        do {
            names = try LookedUpNames.read(record)
        } catch { throw Malformed() }
    }

    public mutating func formUnion(_ other: LookedUpNames) { names.formUnion(other.names) }

    /// Equal for equal names alone.
    public var digest: ContentDigest {
        var builder = DigestBuilder()
        builder.append(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        return builder.finish()
    }

    /// Nodes of the record (swift/AST/FineGrainedDependencyFormat.h): kind, aspect, context, name, is it provided.
    private enum Code { static let metadata: UInt64 = 1, node: UInt64 = 2, identifier: UInt64 = 5 }
    /// Names outside of types, members of a type, and those looked up in all types.
    private static let kinds: Set<UInt64> = [0, 3, 4]
    private static let version: [UInt64] = [1, 0]

    private static func read(_ bytes: [UInt8]) throws(Bitstream.Malformed) -> Set<String> {
        var stream = try Bitstream(bytes, magic: "DEPS")
        // The first name stands for none.
        var identifiers = [""], wanted: Set<Int> = [], isKnown = false
        while let record = try stream.next() {
            switch record.code {
            case Code.metadata:
                guard record.numbers == version else { throw Bitstream.Malformed() }
                isKnown = true
            case Code.identifier:
                guard let blob = record.blob else { throw Bitstream.Malformed() }
                identifiers.append(stream.text(blob))
            case Code.node:
                guard record.numbers.count == 5, let name = Int(exactly: record.numbers[3]) else {
                    throw Bitstream.Malformed()
                }
                // What the source declares itself may be looked up too: the record has one node for both.
                if kinds.contains(record.numbers[0]) { wanted.insert(name) }
            default: break
            }
        }
        guard isKnown, wanted.allSatisfy({ $0 < identifiers.count }) else { throw Bitstream.Malformed() }
        return Set(wanted.map { identifiers[$0] }).subtracting([""])
    }
}
