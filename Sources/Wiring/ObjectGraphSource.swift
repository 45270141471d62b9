import SwiftText

/// The source of an app's object graph: plain Swift that the compiler checks once more. No reflection, no texts that
/// stand for types.
public struct ObjectGraphSource {
    private let plan: ObjectGraphPlan
    private let className: String
    private let alsoNamed: Set<ObjectGraphPlan.Name>
    private let spelling: DeclarationSpelling
    private let propertyNames: [String: String]
    private let providers: [String: ObjectGraphPlan.Provider]

    /// Raised whenever the same plan is written otherwise, or another plan is made of the same provisions.
    public static let format = "1"

    public static func text(of plan: ObjectGraphPlan) -> String {
        ObjectGraphSource(plan, className: "ObjectGraph", alsoNamed: []).text
    }

    /// The same as another class; the rest of the file names what is `alsoNamed`.
    static func text(
        of plan: ObjectGraphPlan, className: String, alsoNamed: Set<ObjectGraphPlan.Name>
    ) -> String {
        ObjectGraphSource(plan, className: className, alsoNamed: alsoNamed).text
    }

    private init(_ plan: ObjectGraphPlan, className: String, alsoNamed: Set<ObjectGraphPlan.Name>) {
        (self.plan, self.className, self.alsoNamed) = (plan, className, alsoNamed)
        spelling = DeclarationSpelling(shadowed: plan.shadowed)
        providers = Dictionary(plan.providers.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        propertyNames = ObjectGraphSource.propertyNames(plan)
    }

    private var text: String {
        var modules = Set(plan.properties.map(\.name.module))
        modules.formUnion(plan.providers.map(\.name.module))
        modules.formUnion(alsoNamed.map(\.module))
        let given = plan.properties.filter { $0.source == .given }
        var lines = [
            "// Written by mono: the object graph of \(plan.app), as its parts ask for each other in their initialisers.",
            "",
        ]
        lines += modules.sorted().map { "import \($0)" }
        lines += spelling.aliases(for: alsoNamed.union(plan.properties.map(\.name) + plan.providers.map(\.name)))
        lines += [
            "",
            "/// Makes what the app is made of. Nothing is made before it is asked for. To be used by one thread, or",
            "/// one actor, at a time.",
            "\(plan.isMainActor ? "@MainActor " : "")final class \(className) {",
        ]
        for each in given { lines += ["    let \(propertyName(each)): \(type(of: each))"] }
        let parameters = given.map { "\(propertyName($0)): \(type(of: $0))" }.joined(separator: ", ")
        lines += given.isEmpty ? ["    init() {}"] : ["", "    init(\(parameters)) {"]
        lines += given.map { "        self.\(propertyName($0)) = \(propertyName($0))" }
        if !given.isEmpty { lines.append("    }") }
        for each in plan.properties where each.source != .given { lines += [""] + property(each) }
        for each in plan.providers { lines += [""] + accessor(each) }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func property(_ property: ObjectGraphPlan.Property) -> [String] {
        let name = propertyName(property), type = type(of: property),
            factory = "make\(ObjectGraphSource.capitalised(name))"
        let made: String, comment: String
        switch property.source {
        case .given: return []
        case .one(let symbol):
            let provider = providers[symbol]!
            made = "$0.\(accessorName(provider))"
            comment = "\(provider.name.full), \(provider.isShared ? "one for the whole graph" : "a new one each time")"
        case .all(let symbols):
            let all = symbols.map { providers[$0]! }
            made = "[\(all.map { "graph.\(accessorName($0))" }.joined(separator: ", "))]"
            comment = all.isEmpty ? "None." : all.map(\.name.full).joined(separator: ", ")
        }
        let isList = if case .all = property.source { true } else { false }
        return [
            "    /// \(comment)",
            "    var \(quoted(name)): \(type) { \(factory)(self) }",
            "    /// Tests and examples may put another one in its place, before the first use.",
            """
                var \(factory): \(plan.isMainActor ? "@MainActor " : "")(\(className)) -> \(type) = { \
            \(isList ? (made == "[]" ? "_ in " : "graph in ") : "")\(made) }
            """,
        ]
    }

    private func accessor(_ provider: ObjectGraphPlan.Provider) -> [String] {
        let arguments = provider.arguments.map { argument in
            let label = argument.label.map { "\(quoted($0)): " } ?? ""
            switch argument.value {
            case .property(let symbol): return label + propertyNames[symbol].map(quoted)!
            case .late(let symbol): return label + "{ self.\(quoted(propertyNames[symbol]!)) }"
            case .none: return label + "nil"
            }
        }
        let type = spelled(provider.name), name = accessorName(provider)
        let call = "\(type)(\(arguments.joined(separator: ", ")))"
        guard provider.isShared else { return ["    private var \(name): \(type) { \(call) }"] }
        let kept = accessorName(provider, prefix: "the_")
        return [
            "    private var \(kept): \(type)?", "    private var \(name): \(type) {",
            "        if let \(kept) { return \(kept) }",
            "        let made = \(call)", "        \(kept) = made", "        return made", "    }",
        ]
    }

    // MARK: Names

    private func type(of property: ObjectGraphPlan.Property) -> String {
        let type = "any \(spelled(property.name))"
        if case .all = property.source { return "[\(type)]" }
        return type
    }

    private func spelled(_ name: ObjectGraphPlan.Name) -> String { spelling.spelled(name) }

    private func propertyName(_ property: ObjectGraphPlan.Property) -> String { propertyNames[property.symbol]! }

    private func accessorName(_ provider: ObjectGraphPlan.Provider, prefix: String = "") -> String {
        quoted("\(prefix)\(provider.name.module)_\(provider.name.path.split(separator: ".").joined(separator: "_"))")
    }

    private func quoted(_ name: String) -> String { SwiftName.quoted(name) }

    /// Each protocol's name, begun with a small letter; with its module's before it where two protocols share one.
    static func propertyNames(_ plan: ObjectGraphPlan) -> [String: String] {
        var owners: [String: Int] = [:]
        func short(_ property: ObjectGraphPlan.Property) -> String {
            let last = property.name.path.split(separator: ".").last.map(String.init) ?? property.name.path
            if case .all = property.source { return uncapitalised(last) + "s" }
            return uncapitalised(last)
        }
        for property in plan.properties { owners[short(property), default: 0] += 1 }
        return Dictionary(
            plan.properties.map { property in
                let name = short(property)
                return (
                    property.symbol, owners[name] == 1 ? name : uncapitalised(property.name.module) + capitalised(name)
                )
            }, uniquingKeysWith: { first, _ in first })
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
