/// How large the generated program is, and how its features build on each other.
struct AppShape {
    var features, typesInFeature, levels, scopes: Int
    var types: Int { features * typesInFeature }

    /// The app that the figures of others are about.
    static let flat = AppShape(features: 60, typesInFeature: 5, levels: 7, scopes: 0)
    static let scoped = AppShape(features: 100, typesInFeature: 10, levels: 7, scopes: 12)

    func level(_ feature: Int) -> Int { feature * levels / features }

    /// Scopes stand in scopes as a binary tree; 0 is the graph as a whole. The lowest two levels live there.
    func scope(of feature: Int) -> Int { scopes == 0 || level(feature) < 2 ? 0 : feature % (scopes + 1) }
    private func parent(_ scope: Int) -> Int { (scope - 1) / 2 }

    /// Features of the level below, or of any level below that this one's scope can see.
    func visible(from feature: Int) -> [Int] {
        var chain = [scope(of: feature)]
        while let last = chain.last, last > 0 { chain.append(parent(last)) }
        let below = (0..<features).filter { level($0) < level(feature) && chain.contains(scope(of: $0)) }
        let nearest = below.map(level).max()
        return below.filter { level($0) == nearest }
    }

    /// How the program names the graph that a feature lives in.
    func graph(of feature: Int) -> String { scope(of: feature) == 0 ? "graph" : "scope\(scope(of: feature))" }
    func entrance(_ scope: Int) -> String {
        "\(parent(scope) == 0 ? "graph" : "scope\(parent(scope))").scope\(scope)(Scope\(scope)())"
    }

    /// The types whose values begin scopes.
    var declarations: String {
        "import Wiring\n\n"
            + (1...max(1, scopes)).map { scope in
                let home = parent(scope) == 0 ? "" : " public typealias Home = Scope\(parent(scope));"
                return
                    "public struct Scope\(scope): Scope\(home.isEmpty ? "" : ", Scoped") {\(home) public init() {} }\n"
            }.joined()
    }

    var description: String {
        let place = scopes == 0 ? "" : " in \(scopes) scopes"
        return "\(types) provided types\(place) in \(features) features of two modules each, \(levels) levels"
    }
}
