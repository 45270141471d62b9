import Digests
import Signatures

/// The text form of an action result in the cache; `Docs/CacheFormat.md` describes it. One result under one key has one
/// text.
enum ActionResultFormat {
    static let firstLine = "mono action result 2"
    /// In bytes. A source tree of half a million files still fits.
    static let largestEntry: Int64 = 64 << 20
    /// In milliseconds: a year.
    private static let longestTime: Int64 = 365 * 86_400_000

    /// The text of `result`; throws where no reader would accept it.
    static func encode(
        _ result: ActionResult, key: ContentDigest, origin: EntryOrigin? = nil, signer: Signer? = nil
    ) throws(Malformation) -> [UInt8] {
        var writer = EntryWriter(firstLine: firstLine, key: key)
        if let interface = result.interface { writer.line("interface \(interface)") }
        if let diagnostics = result.diagnostics { writer.line("diagnostics \(diagnostics)") }
        writer.line("cost \(max(0, result.wall)) \(max(0, result.cpu))")
        for output in result.outputs {
            writer.line(
                "\(output.isFolder ? "folder" : output.isExecutable ? "program" : "file") \(output.digest)",
                name: output.name)
        }
        if let origin { writer.line("origin \(origin.text)") }
        let text = writer.finish(signedBy: signer)
        guard text.count <= largestEntry else { throw Malformation(reason: "it is too large") }
        _ = try decode(text, key: key)
        return text
    }

    /// `verifier`: who must have signed the text.
    static func decode(_ bytes: [UInt8], key: ContentDigest, verifier: Verifier? = nil) throws(Malformation)
        -> CachedResult
    {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Malformation) in
            var reader = try EntryReader(bytes, firstLine: firstLine, key: key, verifier: verifier)
            var result = ActionResult(outputs: []), origin: EntryOrigin?
            if let text = reader.take("interface") { result.interface = try EntryReader.digest(text) }
            if let text = reader.take("diagnostics") { result.diagnostics = try EntryReader.digest(text) }
            guard let cost = reader.take("cost") else {
                throw Malformation(reason: "it holds a line that is not known")
            }
            let (wall, cpu) = try EntryReader.split(cost)
            (result.wall, result.cpu) = (try time(wall), try time(cpu))
            var names: [EntryReader.Bytes] = []
            while true {
                let isExecutable: Bool, isFolder: Bool, text: EntryReader.Bytes
                if let file = reader.take("file") {
                    (isExecutable, isFolder, text) = (false, false, file)
                } else if let program = reader.take("program") {
                    (isExecutable, isFolder, text) = (true, false, program)
                } else if let folder = reader.take("folder") {
                    (isExecutable, isFolder, text) = (false, true, folder)
                } else {
                    break
                }
                let (digest, name) = try EntryReader.split(text)
                try checkStaysInside(name)
                names.append(name)
                result.outputs.append(
                    .init(
                        name: try EntryReader.name(name), digest: try EntryReader.digest(digest),
                        isExecutable: isExecutable, isFolder: isFolder))
            }
            try checkDistinct(names)
            if let text = reader.take("origin") { origin = try EntryOrigin(text) }
            try reader.finish()
            return CachedResult(result: result, origin: origin)
        }
    }

    /// Times are added up, and multiplied by numbers of processors.
    private static func time(_ text: EntryReader.Bytes) throws(Malformation) -> Int64 {
        let milliseconds = try EntryReader.number(text)
        guard milliseconds <= longestTime else {
            throw Malformation(reason: "its time is longer than any action takes")
        }
        return milliseconds
    }

    /// An output is placed in a folder: a name that leads out of it, or that has a second spelling, is no name.
    private static func checkStaysInside(_ name: EntryReader.Bytes) throws(Malformation) {
        var start = 0
        for index in 0...name.count where index == name.count || name[index] == UInt8(ascii: "/") {
            switch index - start {
            case 0: throw Malformation(reason: "the name of an output is not relative and plain")
            case 1 where name[start] == UInt8(ascii: "."),
                2 where name[start] == UInt8(ascii: ".") && name[start + 1] == UInt8(ascii: "."):
                throw Malformation(reason: "the name of an output leads out of its folder")
            default: start = index + 1
            }
        }
    }

    /// Names are told apart by their bytes: two spellings of one accented letter are two files on Linux.
    private static func checkDistinct(_ names: [EntryReader.Bytes]) throws(Malformation) {
        let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
        for (first, second) in zip(sorted, sorted.dropFirst()) where first.elementsEqual(second) {
            throw Malformation(reason: "two outputs have one name")
        }
    }
}
