import NetworkingInterface

/// A whole server, in this process: it knows a catalogue, takes payments from every card that does not end with 0000, and delivers an order
/// a little further each time somebody asks for it.
public final class InProcessServer: Networking {
    private let tables = Catalogue.tables
    private var looks: [Int] = []
    private static let stages = ["received", "cooking", "on its way", "delivered"]
    private static let firstOrder = 1001

    public init() {}

    public func get(_ path: String) throws(NetworkingError) -> [Record] {
        if let table = tables[path] { return table }
        let parts = path.split(separator: "/")
        guard parts.count == 2, parts[0] == "orders", let number = Int(parts[1]), looks.indices.contains(number - Self.firstOrder) else {
            throw .notFound(path)
        }
        let stage = Self.stages[min(looks[number - Self.firstOrder], Self.stages.count - 1)]
        looks[number - Self.firstOrder] += 1
        return [["number": "\(number)", "stage": stage]]
    }

    public func post(_ record: Record, to path: String) throws(NetworkingError) -> Record {
        switch path {
        case "payments":
            if try record.text("card").hasSuffix("0000") { throw .refused(reason: "the bank says no to this card") }
            return ["receipt": "R-\(try record.number("cents"))"]
        case "orders":
            looks.append(0)
            return ["number": "\(Self.firstOrder + looks.count - 1)"]
        default: throw .notFound(path)
        }
    }
}
