import Measuring

/// A module with clients that use a part of it each.
package struct UsedScene {
    package struct Client {
        package var name: String
        /// Which module of the room it is.
        package var module: Room.Module
        package var text: String
        /// Expressions of what it uses whose types are those of the module below.
        package var values: [String] = []
    }

    /// What chance made it of.
    private enum Source {
        /// The features, each with the state that it is in.
        case features([UsedFeature])
        case module(RandomModule)
    }

    private let source: Source
    package private(set) var middle: String
    package private(set) var clients: [Client] = []

    private static let helpers = """
        func make<T>() -> T { fatalError() }
        func eat<A>(_ a: A) {}
        func eat<A, B>(_ a: A, _ b: B) {}
        """

    /// Of features, each with a client of its own.
    ///
    /// `first`: of which kind one of them is, so that seeds that follow each other have all kinds.
    init(ofFeatures random: inout SeededGenerator, first: Int) {
        var features: [UsedFeature] = []
        for n in 0..<(5 + random.below(5)) {
            let kind = n == 0 ? UsedFeature.kinds[first % UsedFeature.kinds.count] : random.one(of: UsedFeature.kinds)
            let feature = kind(n, &random)
            if feature.isAlone, features.contains(where: \.isAlone) { continue }
            features.append(feature)
        }
        source = .features(features)
        let kept = features.compactMap(\.kept).enumerated()
        middle =
            "import Base\n"
            + kept.map { index, kept in
                """
                public struct Kept\(index) { private var v: \(kept.type); public var end = 5; public init() { v = \(kept.value) } }
                public func kept\(index)() -> Kept\(index) { Kept\(index)() }
                """
            }.joined(separator: "\n") + "\npublic func nothing() {}\n"
        for feature in features { addClient(feature.name, of: [feature]) }
        addClient("several", of: features.filter { _ in random.chance(40) })
        let uses = kept.map { index, _ in "func u\(index)() { let k = kept\(index)(); eat(k, k.end) }" }
        for (index, use) in uses.enumerated() {
            let text = "import Middle\n\(UsedScene.helpers)\n\(use)\n"
            clients.append(.init(name: "top", module: .Top, text: text, values: ["kept\(index)()"]))
        }
    }

    private mutating func addClient(_ name: String, of features: [UsedFeature]) {
        let text = "import Base\n\(UsedScene.helpers)\n" + features.flatMap(\.client).joined(separator: "\n") + "\n"
        clients.append(
            .init(name: name, module: .Client, text: text, values: features.compactMap(\.kept?.value)))
    }

    /// Of a module of all kinds of declarations, with what was made of it: parts of a client that uses all of it.
    init(
        of module: RandomModule, client: ClientText, middle: ClientText, top: ClientText,
        _ random: inout SeededGenerator
    ) {
        source = .module(module)
        self.middle = middle.text
        for number in 0..<8 {
            let count = 1 + random.below(3)
            var text = client
            text.parts = client.parts.filter { _ in random.below(max(1, client.parts.count)) < count }
            clients.append(.init(name: "part \(number)", module: .Client, text: text.text))
        }
        for number in 0..<3 {
            var text = top
            text.parts = top.parts.filter { _ in random.chance(30) }
            clients.append(.init(name: "top \(number)", module: .Top, text: text.text))
        }
    }

    package var base: [String] {
        switch source {
        case .features(let features): [UsedScene.text(of: features.map { ($0, 0) }), "", ""]
        case .module(let module): module.sources().map(\.text)
        }
    }

    private static func text(of features: [(UsedFeature, Int)]) -> String {
        (["public import Low"] + features.flatMap { $0.states[$1] }).joined(separator: "\n") + "\n"
    }

    /// Nil: nothing was to be done where chance pointed.
    package func edited(_ random: inout SeededGenerator) -> (base: [String], name: String)? {
        switch source {
        case .features(let features):
            let place = random.below(features.count)
            let state = 1 + random.below(features[place].states.count - 1)
            let all = features.enumerated().map { ($1, $0 == place ? state : 0) }
            return ([UsedScene.text(of: all), "", ""], "\(features[place].name): state \(state)")
        case .module(let module):
            return module.edited(&random).map { ($0.module.sources().map(\.text), $0.name) }
        }
    }
}
