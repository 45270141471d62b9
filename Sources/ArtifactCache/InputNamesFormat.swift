import Digests
import Signatures

/// The text form of the names of an action's discovered inputs; `Docs/CacheFormat.md` describes it. Names are in
/// ascending order of their UTF-8 bytes, each once.
enum InputNamesFormat {
    static let firstLine = "mono input names 2"
    /// In bytes.
    static let largestEntry: Int64 = 64 << 20
    /// Each is looked at in every build that has the key. A compile that imports Foundation and a C++ library reads
    /// some 2,000.
    static let mostNames = 200_000

    /// The text of `names`, which `merge` made; throws where no reader would accept it.
    static func encode(_ names: [String], key: ContentDigest, signer: Signer? = nil) throws(Malformation) -> [UInt8] {
        var writer = EntryWriter(firstLine: firstLine, key: key)
        for name in names { writer.line("name", name: name) }
        let text = writer.finish(signedBy: signer)
        guard text.count <= largestEntry else { throw Malformation(reason: "it is too large") }
        _ = try decode(text, key: key)
        return text
    }

    /// `verifier`: who must have signed the text.
    static func decode(_ bytes: [UInt8], key: ContentDigest, verifier: Verifier? = nil) throws(Malformation) -> [String]
    {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Malformation) in
            var reader = try EntryReader(bytes, firstLine: firstLine, key: key, verifier: verifier)
            var names: [String] = []
            var last: EntryReader.Bytes?
            while let text = reader.take("name") {
                if let last, try !EntryReader.precedes(last, text) {
                    throw Malformation(reason: "its names are not in order")
                }
                last = text
                names.append(try EntryReader.name(text))
                guard names.count <= mostNames else {
                    throw Malformation(reason: "it names more files than any action reads")
                }
            }
            try reader.finish()
            return names
        }
    }

    /// All names of both lists, sorted by their bytes, each once.
    static func merge(_ first: [String], _ second: [String]) -> [String] {
        var merged: [String] = []
        for name in (first + second).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where merged.last.map({ !$0.utf8.elementsEqual(name.utf8) }) ?? true {
            merged.append(name)
        }
        return merged
    }
}
