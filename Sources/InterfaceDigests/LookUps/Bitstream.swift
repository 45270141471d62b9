/// Reads a bitstream of LLVM's, the container in which compilers write modules and records: blocks of records, each a
/// list of numbers and at most one run of bytes (<https://llvm.org/docs/BitCodeFormat.html>).
///
/// Reading ends for any bytes: each step takes bits away, and what does not fit is `Malformed`.
struct Bitstream {
    struct Malformed: Error {}

    struct Record {
        var code: UInt64
        var numbers: [UInt64]
        /// Where the bytes lie; nil where there are none.
        var blob: Range<Int>?
    }

    private enum Operand {
        case literal(UInt64)
        case fixed(Int)
        case variable(Int)
        case array
        case character
        case blob
    }

    private struct Block {
        var number: UInt64
        var width: Int
        var abbreviations: [[Operand]]
    }

    private let bytes: [UInt8]
    /// In bits.
    private var position = 0
    private var open: [Block] = []
    /// Block -> what the stream's own description gives it.
    private var described: [UInt64: [[Operand]]] = [:]

    /// `magic`: the four bytes that the stream begins with.
    init(_ bytes: [UInt8], magic: String) throws(Malformed) {
        guard bytes.starts(with: magic.utf8), bytes.count % 4 == 0 else { throw Malformed() }
        self.bytes = bytes
        position = 32
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The next record of any block but those that describe the stream; nil behind the last one.
    mutating func next() throws(Malformed) -> Record? {
        while true {
            if open.isEmpty, position == bytes.count * 8 { return nil }
            switch try bits(open.last?.width ?? 2) {
            case 0: try leave()
            case 1: try enter()
            case 2:
                let operands = try abbreviation()
                guard !open.isEmpty else { throw Malformed() }
                open[open.count - 1].abbreviations.append(operands)
            case 3: return try plain()
            case let number:
                guard let block = open.last, number - 4 < UInt64(block.abbreviations.count) else { throw Malformed() }
                return try record(block.abbreviations[Int(number - 4)])
            }
        }
    }

    // MARK: Blocks

    private static let deepest = 32

    private mutating func enter() throws(Malformed) {
        let number = try variable(8), width = Int(try variable(4))
        try align()
        let words = try bits(32)
        guard (2...32).contains(width), open.count < Bitstream.deepest, position / 32 + Int(words) <= bytes.count / 4
        else { throw Malformed() }
        if number == 0 { return try describe(width) }
        open.append(Block(number: number, width: width, abbreviations: described[number] ?? []))
    }

    private mutating func leave() throws(Malformed) {
        guard open.popLast() != nil else { throw Malformed() }
        try align()
    }

    /// The block that says which abbreviations other blocks begin with.
    private mutating func describe(_ width: Int) throws(Malformed) {
        var block: UInt64?
        while true {
            switch try bits(width) {
            case 0: return try align()
            case 2:
                guard let block else { throw Malformed() }
                described[block, default: []].append(try abbreviation())
            case 3:
                let record = try plain()
                if record.code == 1 { block = record.numbers.first }
            default: throw Malformed()
            }
        }
    }

    // MARK: Records

    private mutating func plain() throws(Malformed) -> Record {
        let code = try variable(6), count = try variable(6)
        var numbers: [UInt64] = []
        guard count <= UInt64(bytes.count * 8 - position) else { throw Malformed() }
        for _ in 0..<count { numbers.append(try variable(6)) }
        return Record(code: code, numbers: numbers)
    }

    private mutating func record(_ operands: [Operand]) throws(Malformed) -> Record {
        var numbers: [UInt64] = [], blob: Range<Int>?, place = 0
        while place < operands.count {
            switch operands[place] {
            case .array:
                guard place == operands.count - 2 else { throw Malformed() }
                // Its elements would take no bits.
                if case .literal = operands[place + 1] { throw Malformed() }
                let count = try variable(6)
                guard count <= UInt64(bytes.count * 8 - position) else { throw Malformed() }
                for _ in 0..<count { numbers.append(try scalar(operands[place + 1])) }
                place += 1
            case .blob:
                guard place == operands.count - 1 else { throw Malformed() }
                blob = try run()
            default: numbers.append(try scalar(operands[place]))
            }
            place += 1
        }
        guard !numbers.isEmpty else { throw Malformed() }
        return Record(code: numbers.removeFirst(), numbers: numbers, blob: blob)
    }

    private mutating func scalar(_ operand: Operand) throws(Malformed) -> UInt64 {
        switch operand {
        case .literal(let value): value
        case .fixed(let width): try bits(width)
        case .variable(let width): try variable(width)
        case .character: try bits(6)
        case .array, .blob: throw Malformed()
        }
    }

    private mutating func run() throws(Malformed) -> Range<Int> {
        let count = try variable(6)
        try align()
        let start = position / 8
        guard count <= UInt64(bytes.count - start) else { throw Malformed() }
        position += Int(count) * 8
        try align()
        return start..<start + Int(count)
    }

    private mutating func abbreviation() throws(Malformed) -> [Operand] {
        var operands: [Operand] = []
        for _ in 0..<(try variable(5)) {
            if try bits(1) == 1 {
                operands.append(.literal(try variable(8)))
                continue
            }
            switch try bits(3) {
            case 1: operands.append(.fixed(try width()))
            case 2: operands.append(.variable(try width()))
            case 3: operands.append(.array)
            case 4: operands.append(.character)
            case 5: operands.append(.blob)
            default: throw Malformed()
            }
        }
        return operands
    }

    private mutating func width() throws(Malformed) -> Int {
        let width = try variable(5)
        // A number of no bits, or a group with nothing but its mark, would take nothing away.
        guard (2...32).contains(width) || width == 1 else { throw Malformed() }
        return Int(width)
    }

    // MARK: Bits

    private mutating func bits(_ count: Int) throws(Malformed) -> UInt64 {
        guard count <= bytes.count * 8 - position else { throw Malformed() }
        var value: UInt64 = 0, taken = 0
        while taken < count {
            let inByte = position % 8, now = min(8 - inByte, count - taken)
            let part = (UInt64(bytes[position / 8]) >> UInt64(inByte)) & (1 << UInt64(now) - 1)
            value |= part << UInt64(taken)
            taken += now
            position += now
        }
        return value
    }

    /// Groups of bits, the highest of each saying whether another one follows.
    private mutating func variable(_ width: Int) throws(Malformed) -> UInt64 {
        let mark: UInt64 = 1 << UInt64(width - 1)
        var value: UInt64 = 0, shift: UInt64 = 0
        while true {
            let group = try bits(width)
            guard shift < 64 else { throw Malformed() }
            value |= (group & (mark - 1)) << shift
            if group & mark == 0 { return value }
            shift += UInt64(width - 1)
        }
    }

    private mutating func align() throws(Malformed) {
        position = (position + 31) / 32 * 32
        guard position <= bytes.count * 8 else { throw Malformed() }
    }
}
