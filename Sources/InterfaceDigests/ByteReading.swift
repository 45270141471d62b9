import Disk

/// Reading text byte by byte. What compilers print is ASCII but for names, and `contains`, `split` and `filter` of text
/// compare characters: with them, indexing an interface takes three times as long.
extension StringProtocol {
    /// True where `word` stands somewhere in it.
    func holds(_ word: StaticString) -> Bool { ByteSearch.contains(word, in: self) }

    /// Without the backticks around names.
    var bare: String { utf8.contains(UInt8(ascii: "`")) ? String(filter { $0 != "`" }) : String(self) }

    /// What stands before the first `byte`; all of it where there is none.
    func prefix(before byte: UInt8) -> String {
        String(decoding: utf8.prefix { $0 != byte }, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    func ends(with word: StaticString) -> Bool {
        word.withUTF8Buffer { word in count >= word.count && suffix(word.count).elementsEqual(word) }
    }

    /// Where the last `word` ends.
    func end(ofLast word: StaticString) -> Index? {
        word.withUTF8Buffer { word in
            guard count >= word.count else { return nil }
            let starts = startIndex...(endIndex - word.count)
            return starts.last { self[$0..<$0 + word.count].elementsEqual(word) }.map { $0 + word.count }
        }
    }
}
