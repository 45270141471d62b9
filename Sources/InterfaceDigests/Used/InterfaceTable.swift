/// The interfaces of many modules, with which of them speak of a name: one for a whole graph, of which each client sees
/// a part. A client's search then costs what its names lead to, however many modules it sees.
///
/// Names have numbers here. A search asks for the same names again and again, and the hashes of texts were half of it.
public struct InterfaceTable: Sendable {
    /// A line as a search goes by it.
    struct Line: Sendable {
        /// As in `InterfaceIndex.Entry`.
        var rule: UsedInterface.Rule?
        var spreads: UsedInterface.Rule
        var base: Int
        var owner: Int?
        var outer: [Int]
        var header: Int?
        var words: [Int]
        var isMentioning: Bool
        /// Lines of bodies that count with it.
        var bodies: [Int]
    }

    /// What one module has of a name: places of its lines.
    struct Place: Sendable {
        var module: Int
        var withType: [Int]
        var members: [Int]
        var operators: [Int]
        var globals: [Int]
        var body: Int?
        /// Names of the types in it.
        var nested: [Int]
    }

    struct Name: Sendable {
        let text: String
        let isWord: Bool
        /// Where something of the name is found.
        var modules: [Int] = []
        /// Those of `modules` with lines.
        var places: [Place] = []
        /// Modules with types that declare this operator.
        var modulesOfOperands: [Int] = []
        /// Modules with a protocol that requires it.
        var modulesRequiring: [Int] = []

        init(_ text: String) { (self.text, isWord) = (text, InterfaceReader.isWord(text)) }
    }

    /// Without what `lines` and `names` say.
    private(set) var modules: [InterfaceIndex] = []
    /// Of each module.
    private(set) var lines: [[Line]] = []
    private(set) var names: [Name] = []
    private var numbers: [String: Int] = [:]

    public init() {}

    public init(_ modules: [InterfaceIndex]) {
        for module in modules { add(module) }
    }

    /// The number under which clients ask for it.
    @discardableResult
    public mutating func add(_ module: InterfaceIndex) -> Int {
        let number = modules.count
        for name in module.names { names[intern(name)].modules.append(number) }
        for name in module.operatorOwners.keys { names[intern(name)].modulesOfOperands.append(number) }
        for name in Set(module.requirements.values.joined()) { names[intern(name)].modulesRequiring.append(number) }
        for name in module.namesOfLines {
            let place = Place(
                module: number, withType: module.withType[name] ?? [], members: module.members[name] ?? [],
                operators: module.operatorsOf[name] ?? [], globals: module.globals[name] ?? [],
                body: module.bodies[name], nested: (module.nested[name] ?? []).map { intern($0) })
            names[intern(name)].places.append(place)
        }
        lines.append(
            module.entries.enumerated().map { index, entry in
                Line(
                    rule: entry.rule, spreads: entry.spreads, base: intern(entry.base),
                    owner: entry.owner.map { intern($0) }, outer: entry.outer.map { intern($0) }, header: entry.header,
                    words: entry.words.map { intern($0) }, isMentioning: entry.isMentioning,
                    bodies: module.bodiesOf[index] ?? [])
            })
        modules.append(module.withoutLines)
        return number
    }

    private mutating func intern(_ name: String) -> Int {
        if let number = numbers[name] { return number }
        let number = names.count
        names.append(Name(name))
        numbers[name] = number
        return number
    }

    /// Nil for one that no module speaks of.
    func number(of name: String) -> Int? { numbers[name] }

    func modules(naming name: String) -> [Int] { numbers[name].map { names[$0].modules } ?? [] }
}
