import SwiftText

/// How the source of an object graph names what it declares, and what others declare.
struct ObjectGraphNames {
    private let plan: ObjectGraphPlan
    private let spelling: DeclarationSpelling
    private let properties: [String: String]
    /// By scope, then by key.
    private let known: [[String: ObjectGraphPlan.Property]]
    private let homes: [String: Int]
    private let graphs: [String]
    private let entrances: [String]

    /// `className`: of the graph as a whole.
    init(_ plan: ObjectGraphPlan, className: String = "ObjectGraph") {
        self.plan = plan
        spelling = ObjectGraphNames.spelling(of: plan, className)
        known = plan.scopes.map { scope in
            Dictionary(scope.properties.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        }
        homes = Dictionary(
            plan.scopes.enumerated().flatMap { index, scope in scope.providers.map { ($0.symbol, index) } },
            uniquingKeysWith: { first, _ in first })
        let scopes = ObjectGraphNames.distinct(
            plan.scopes.compactMap(\.name).map { ($0.full, [$0.last, $0.module + $0.last, $0.module + $0.joined]) },
            taken: ["Object"])
        graphs = plan.scopes.map { $0.name.map { "\(scopes[$0.full] ?? $0.last)Graph" } ?? className }
        entrances = plan.scopes.map { $0.name.map { ObjectGraphNames.uncapitalised(scopes[$0.full] ?? $0.last) } ?? "" }
        var once: [String: ObjectGraphPlan.Property] = [:]
        for property in plan.properties { once[property.symbol] = property }
        properties = ObjectGraphNames.distinct(
            once.values.map { ($0.symbol, ObjectGraphNames.candidates($0)) },
            taken: plan.scopes.count > 1 ? Set(entrances + ["parent", "scope"]) : [])
    }

    /// How a source with that class names declarations.
    static func spelling(of plan: ObjectGraphPlan, _ className: String) -> DeclarationSpelling {
        DeclarationSpelling(shadowed: plan.shadowed, prefix: className == "ObjectGraph" ? "" : "\(className)_")
    }

    // MARK: Names in the graph

    func graph(_ scope: Int) -> String { graphs[scope] }
    func entrance(_ scope: Int) -> String { entrances[scope] }
    func plain(_ property: ObjectGraphPlan.Property) -> String { properties[property.symbol] ?? "" }
    func quoted(_ property: ObjectGraphPlan.Property) -> String { SwiftName.quoted(plain(property)) }
    func accessor(_ provider: ObjectGraphPlan.Provider, prefix: String = "") -> String {
        SwiftName.quoted("\(prefix)\(provider.name.module)_\(provider.name.joined)")
    }

    /// The nearest scope that has the property, from one on outwards.
    func find(_ key: String, from scope: Int) -> (property: ObjectGraphPlan.Property, scope: Int)? {
        var at: Int? = scope
        while let next = at {
            if let property = known[next][key] { return (property, next) }
            at = plan.scopes[next].parent
        }
        return nil
    }

    func home(of provider: String) -> Int? { homes[provider] }

    /// `parent.parent.`
    func up(from scope: Int, to outer: Int) -> String {
        var way = "", at: Int? = scope
        while let next = at, next != outer {
            way += "parent."
            at = plan.scopes[next].parent
        }
        return way
    }

    // MARK: Names of others

    func type(of property: ObjectGraphPlan.Property) -> String {
        let type = (property.isAny ? "any " : "") + spelled(property.name) + (property.arguments?.text ?? "")
        if case .all = property.source { return "[\(type)]" }
        return type
    }

    func spelled(_ name: ObjectGraphPlan.Name) -> String { spelling.spelled(name) }

    /// What members of the classes name that others ask for.
    private var asked: Set<ObjectGraphPlan.Name> {
        Set(plan.properties.map(\.name) + plan.scopes.compactMap(\.name))
    }

    private var others: Set<ObjectGraphPlan.Name> { asked.union(plan.providers.map(\.name)) }

    /// One for each module that the source names, and of `more`; sorted by module. A public class needs the word where
    /// its module imports internally by default, and the compiler warns of it where only private members name a module.
    func imports(with more: Set<ObjectGraphPlan.Name>) -> [String] {
        var seen = Set(asked.map(\.module))
        for type in plan.properties.compactMap(\.arguments) + plan.providers.flatMap({ $0.inputs.map(\.type) }) {
            seen.formUnion(ObjectGraphNames.modules(in: type.form))
        }
        return Set(others.union(more).map(\.module)).union(seen).sorted().map {
            (plan.isPublic && seen.contains($0) ? "public " : "") + "import \($0)"
        }
    }

    /// Lines that come before the first name.
    func aliases(with more: Set<ObjectGraphPlan.Name>) -> [String] {
        spelling.aliases(for: others.union(more), public: plan.isPublic ? asked : [])
    }

    /// A symbol begins with the module's name and its length: `s:4Menu5PlateV`.
    static func modules(in form: String) -> Set<String> {
        var found: Set<String> = [], rest = form[...]
        while let colon = rest.firstIndex(of: ":") {
            let isSwift = rest[..<colon].last == "s"
            rest = rest[colon...].dropFirst()
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard isSwift, let count = Int(digits), count > 0, rest.count > digits.count + count - 1 else { continue }
            let name = rest.dropFirst(digits.count).prefix(count)
            if name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { found.insert(String(name)) }
        }
        return found
    }

    // MARK: Choosing

    /// Each protocol's name, begun with a small letter; with more before it where two share one.
    private static func candidates(_ property: ObjectGraphPlan.Property) -> [String] {
        var last = property.name.last
        if let arguments = property.arguments {
            let words = arguments.text.split { !$0.isLetter && !$0.isNumber }.map { capitalised(String($0)) }
            last += "Of" + words.joined()
        }
        if case .all = property.source { last += "s" }
        if let label = property.label {
            last = label.lowercased().hasSuffix(last.lowercased()) ? label : label + capitalised(last)
        }
        let module = uncapitalised(property.name.module)
        return [
            uncapitalised(last), module + capitalised(uncapitalised(last)),
            module + "_" + property.name.joined + "_" + last,
        ]
    }

    /// The first of each one's candidates that nobody else has.
    private static func distinct(_ all: [(key: String, candidates: [String])], taken: Set<String>) -> [String: String] {
        var chosen: [String: String] = [:], open = all.sorted { $0.key < $1.key }, level = 0
        var used = taken
        while !open.isEmpty {
            func name(_ each: (key: String, candidates: [String])) -> String {
                level < each.candidates.count
                    ? each.candidates[level] : (each.candidates.last ?? "") + String(repeating: "_", count: level)
            }
            let counts = Dictionary(grouping: open, by: name).mapValues(\.count)
            let (fine, rest) = (
                open.filter { counts[name($0)] == 1 && !used.contains(name($0)) },
                open.filter { counts[name($0)] != 1 || used.contains(name($0)) }
            )
            for each in fine { chosen[each.key] = name(each) }
            used.formUnion(counts.keys)
            (open, level) = (rest, level + 1)
            if level > 100 { break }
        }
        return chosen
    }

    /// `URLLoading` becomes `urlLoading`, `HTTP` becomes `http`.
    static func uncapitalised(_ name: String) -> String {
        let characters = Array(name)
        let capitals = characters.prefix { $0.isUppercase }.count
        let count =
            capitals > 1 && capitals < characters.count && characters[capitals].isLowercase ? capitals - 1 : capitals
        return String(characters[..<count]).lowercased() + String(characters[count...])
    }

    static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

extension ObjectGraphPlan.Name {
    var last: String { path.split(separator: ".").last.map(String.init) ?? path }
    var joined: String { path.split(separator: ".").joined(separator: "_") }
}
