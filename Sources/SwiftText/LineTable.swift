/// Where the lines of a text begin.
struct LineTable {
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        self.starts = starts
    }

    /// The line and the column at `offset`, both from 0.
    func place(_ offset: Int) -> (line: Int, column: Int) {
        var low = 0, high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low, offset - starts[low])
    }
}
