/// How far a source goes up from a path to the folders above: found by where its words for that stand among loops,
/// declarations, and places where it asks for a path to begin with.
struct PathClimb {
    /// Words for a step from a path to the folder above.
    private static let stepWords: Set<String> = [
        "deletingLastPathComponent", "deleteLastPathComponent", "removingLastComponent", "removeLastComponent",
        "parentDirectory", "dirname",
    ]
    /// Members that shorten a path by what nobody can count.
    private static let cutWords: Set<String> = [
        "parent", "components", "dropLast", "removeLast", "split", "range", "ranges", "prefix", "removeSubrange",
        "lastIndex",
    ]
    /// Some 25 lines, and some 5.
    private static let near = 1000, veryNear = 200

    /// Where it last asked for a path, and where it last did more with one than to hand it on.
    private var lastAsk = -1, lastUse = -1
    private var lastLoop = Int.min / 2
    private var loopIsPending = false
    /// For each brace that is open, where a loop's body begins; -1 for others.
    private var braces: [Int] = []
    /// Of the last function or computed property.
    private var declared: (name: String, start: Int, end: Int, body: Int)?
    private var current = 0, lastStep = Int.min / 2, most = 0
    private var isRepeated = false, isHelped = false, isCut = false

    /// A path is asked for that others can be reached from.
    mutating func ask(_ at: Int, uses: Bool) {
        lastAsk = at
        if uses { lastUse = at }
    }

    mutating func open(_ at: Int) {
        braces.append(loopIsPending ? at : -1)
        loopIsPending = false
    }

    mutating func close() { _ = braces.popLast() }

    mutating func step(_ at: Int) {
        current = at - lastStep < PathClimb.near ? current + 1 : 1
        lastStep = at
        most = max(most, current)
        if braces.contains(where: { $0 > lastAsk }) || lastLoop > lastAsk && at - lastLoop < PathClimb.veryNear {
            isRepeated = true
        }
    }

    mutating func word(_ word: String, _ start: Int, _ end: Int, in text: RuntimeFactsScan) {
        switch word {
        case "for", "while", "repeat":
            // A statement, and no argument's label.
            let before = text.before(start), byte = text[before]
            if text[end] == UInt8(ascii: ":") || !(byte <= UInt8(ascii: "\n") || "{;}):".utf8.contains(byte)) { return }
            startLoop(start)
        case "forEach", "reduce", "sequence":
            startLoop(start)
        case "func", "var":
            var at = end
            while text[at] == UInt8(ascii: " ") { at += 1 }
            let name = text.word(startingAt: at)
            if name.isEmpty { return }
            let end = at + name.utf8.count
            // A variable that is no computed property is part of the code around it.
            if word == "func" || text.opensBrace(after: end) {
                declared = (name, start, end, text.brace(after: end))
            }
        case _ where PathClimb.cutWords.contains(word):
            guard text[start - 1] == UInt8(ascii: "."), lastUse >= 0, start - lastUse < PathClimb.near else { return }
            // `pathComponents.dropLast(3)`
            let count =
                ["dropLast", "removeLast"].contains(word) && text[end] == UInt8(ascii: "(")
                ? text.word(startingAt: end + 1) : ""
            if let count = Int(count), text[end + 1 + String(count).utf8.count] == UInt8(ascii: ")") {
                for _ in 0..<min(count, 100) { step(start) }
            } else {
                isCut = true
            }
        case _ where PathClimb.stepWords.contains(word):
            step(start)
            guard let declared else { return }
            // Whoever calls it may do so any number of times; and it may call itself.
            let path = text.receiver(of: start)
            if declared.start > lastAsk,
                ["", "self", "$0"].contains(path) || text.words(in: declared.start, declared.body).contains(path)
            {
                isHelped = true
            }
            if text.words(in: max(declared.end, text.lineStart(start)), text.lineEnd(start)).contains(declared.name) {
                isRepeated = true
            }
        default: return
        }
    }

    private mutating func startLoop(_ at: Int) { (loopIsPending, lastLoop) = (true, at) }

    /// It goes up from paths that others may hand to it, or that it finds anywhere, as often as it takes.
    var stepsForOthers: Bool { isHelped || isRepeated }

    /// `asks`: it has a path to go up from; `uses`: and does more with it than to hand it on.
    func steps(asks: Bool, uses: Bool) -> Int {
        asks && isRepeated || uses && (isHelped || isCut) ? RuntimeFacts.unbounded : most
    }
}
