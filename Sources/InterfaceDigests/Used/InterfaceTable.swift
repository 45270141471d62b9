/// The interfaces of many modules, with which of them speak of a name: one for a whole graph, of which each client sees
/// a part. A client's search then costs what its names lead to, however many modules it sees.
public struct InterfaceTable: Sendable {
    private(set) var modules: [InterfaceIndex] = []
    /// Name -> modules that something of the name is found in.
    private var places: [String: [Int]] = [:]
    /// Operator -> modules with types that declare it.
    private var operatorPlaces: [String: [Int]] = [:]
    /// Name -> modules with a protocol that requires it.
    private var requirementPlaces: [String: [Int]] = [:]

    public init() {}

    public init(_ modules: [InterfaceIndex]) {
        for module in modules { add(module) }
    }

    /// The number under which clients ask for it.
    @discardableResult
    public mutating func add(_ module: InterfaceIndex) -> Int {
        let number = modules.count
        modules.append(module)
        for name in module.names { places[name, default: []].append(number) }
        for name in module.operatorOwners.keys { operatorPlaces[name, default: []].append(number) }
        for name in Set(module.requirements.values.joined()) { requirementPlaces[name, default: []].append(number) }
        return number
    }

    func modules(naming name: String) -> [Int] { places[name] ?? [] }
    func modules(requiring name: String) -> [Int] { requirementPlaces[name] ?? [] }
    func modules(withTypesOf operator: String) -> [Int] { operatorPlaces[`operator`] ?? [] }
}
