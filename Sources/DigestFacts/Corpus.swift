/// The edits that digests are held against, by category, and what was found out by hand about some of them. The text of
/// each category stands in a file of its own (`Corpus/`); `CorpusReader` describes the format.
public enum Corpus {
    /// All categories, by name. Throws where a text is not of the format.
    public static func bases() throws(CorpusFault) -> [CorpusBase] {
        var bases: [CorpusBase] = []
        for (category, text) in texts { bases.append(try CorpusReader.read(text, category: category)) }
        return bases
    }

    private static let texts: [(category: String, text: String)] = [
        ("access", accessEdits),
        ("actors", actorsEdits),
        ("attributes", attributesEdits),
        ("classes", classesEdits),
        ("enums", enumsEdits),
        ("evolution", evolutionEdits),
        ("generics", genericsEdits),
        ("headers", headersEdits),
        ("inherited", inheritedEdits),
        ("inlinable", inlinableEdits),
        ("macros", macrosEdits),
        ("names", namesEdits),
        ("namesakes", namesakesEdits),
        ("noncopyable", noncopyableEdits),
        ("notes", notesEdits),
        ("opaque-hidden", opaqueHiddenEdits),
        ("opaque-stored", opaqueStoredEdits),
        ("opaque-words", opaqueWordsEdits),
        ("opaque", opaqueEdits),
        ("protocols", protocolsEdits),
        ("reach", reachEdits),
        ("structs", structsEdits),
        ("unprinted", unprintedEdits),
        ("wrappers", wrappersEdits),
    ]
}

/// Why an edit could not be made, or what it was to show could not be seen: words for people who keep the corpus.
public struct CorpusFault: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
