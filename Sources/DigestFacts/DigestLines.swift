/// A digest of one module of a world, with the lines that it was made of.
public struct DigestLines: Sendable {
    public var digest: String
    public var lines: [String]

    /// With a leg switched off, its lines are missing; without fallbacks, nothing but the lines counts.
    func legsThatAloneDiffer(from other: DigestLines) -> [String] {
        func kind(_ line: String) -> Substring { line.prefix { $0 != "\t" } }
        let fallsBack = (lines + other.lines).contains { kind($0) == "fallback" }
        let kinds = Set((lines + other.lines).dropFirst().map(kind)).sorted()
        return kinds.filter { off in
            if fallsBack, off != "fallback" { return false }
            return lines.filter { kind($0) != off } == other.lines.filter { kind($0) != off }
        }.map(String.init)
    }

    func firstDifference(to other: DigestLines) -> String? {
        if let line = (lines + other.lines).first(where: { $0.hasPrefix("fallback") }) { return line }
        let (mine, theirs) = (Set(lines), Set(other.lines))
        if let line = other.lines.first(where: { !mine.contains($0) }) { return "+ " + line }
        return lines.first { !theirs.contains($0) }.map { "- " + $0 }
            ?? (lines == other.lines ? nil : "other order of lines")
    }
}

public protocol DigestColumn: Sendable {
    func digest(of index: Int, _ modules: [CorpusModule], _ world: World) throws(CorpusFault) -> DigestLines
}
