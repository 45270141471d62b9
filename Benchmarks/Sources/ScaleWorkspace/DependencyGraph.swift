/// Which library of a generated workspace depends on which.
///
/// Packages lie in layers, and a package uses a few of those below. In a package, each library depends on libraries
/// before it: on near ones, which makes long chains, and on a few popular ones, which keeps the closure small although
/// chains are long. Real libraries are layered so.
public struct DependencyGraph: Sendable {
    /// For each package its libraries, as positions in `dependencies`.
    let libraries: [Range<Int>]
    /// For each package those that it may use, in rising order.
    let neighbours: [[Int]]
    /// For each library those that it depends on, in rising order: all are before it.
    public let dependencies: [[Int]]

    private static let layers = 7, packagesUsed = 3
    /// Of libraries of the own package how many are near, and how near.
    private static let nearPercent = 25, near = 10
    /// Of each package, others use only so many libraries, the lower half of which every so-manieth is one.
    private static let exported = 12

    public init(_ size: WorkspaceSize, shape: Shape = .measured) {
        let packages = size.packages
        var libraries: [Range<Int>] = [], neighbours: [[Int]] = []
        for package in 0..<packages {
            let start = libraries.last?.upperBound ?? 0
            libraries.append(start..<start + size.libraries(of: package))
            var draws = Draws(seed: size.seed, purpose: 1, package)
            neighbours.append(DependencyGraph.neighbours(of: package, among: packages, by: &draws))
        }
        var dependencies: [[Int]] = []
        for package in 0..<packages {
            var draws = Draws(seed: size.seed, purpose: 2, package)
            for library in libraries[package] {
                let choice = Choice(
                    own: libraries[package].lowerBound..<library,
                    others: neighbours[package].map { libraries[$0] }, foreignPercent: shape.foreignPercent)
                let wanted = shape.dependencies.drawn(by: &draws)
                dependencies.append(choice.several(wanted, by: &draws))
            }
        }
        (self.libraries, self.neighbours, self.dependencies) = (libraries, neighbours, dependencies)
    }

    /// One of the layer below, and some that many use.
    private static func neighbours(of package: Int, among packages: Int, by draws: inout Draws) -> [Int] {
        func layer(_ package: Int) -> Int { packages < layers ? package : package * layers / packages }
        let below = (0..<package).filter { layer($0) < layer(package) }
        let next = below.filter { layer($0) == layer(package) - 1 }
        if next.isEmpty { return [] }
        var chosen: Set = [next[draws.below(next.count)]]
        while chosen.count < min(packagesUsed, below.count) { chosen.insert(below[draws.popular(below: below.count)]) }
        return chosen.sorted()
    }

    /// What a library can depend on.
    private struct Choice {
        var own: Range<Int>
        var others: [Range<Int>]
        var foreignPercent: Int

        /// Fewer where there are not so many.
        func several(_ count: Int, by draws: inout Draws) -> [Int] {
            var chosen: Set<Int> = [], attempts = 0
            while chosen.count < count, attempts < 10 * count {
                attempts += 1
                if let one = one(by: &draws) { chosen.insert(one) }
            }
            return chosen.sorted()
        }

        private func one(by draws: inout Draws) -> Int? {
            if !others.isEmpty, draws.chance(foreignPercent) {
                let other = others[draws.below(others.count)]
                let step = max(1, other.count / (2 * exported))
                return other.lowerBound + draws.popular(below: min(exported, other.count)) * step
            }
            if own.isEmpty { return nil }
            if draws.chance(nearPercent) { return max(own.lowerBound, own.upperBound - 1 - draws.below(near)) }
            return own.lowerBound + draws.popular(below: own.count)
        }
    }
}

// MARK: What it came out as

extension DependencyGraph {
    /// For each library how many others it reaches, and how many reach it.
    public var reach: (down: [Int], up: [Int]) {
        let words = (dependencies.count + 63) / 64
        var reached: [[UInt64]] = [], down: [Int] = [], up = dependencies.map { _ in 0 }
        for own in dependencies {
            var row = [UInt64](repeating: 0, count: words)
            for other in own {
                for word in 0...other / 64 { row[word] |= reached[other][word] }
                row[other / 64] |= 1 << UInt64(other % 64)
            }
            for (word, bits) in row.enumerated() {
                var rest = bits
                while rest != 0 {
                    up[word * 64 + rest.trailingZeroBitCount] += 1
                    rest &= rest - 1
                }
            }
            down.append(row.reduce(0) { $0 + $1.nonzeroBitCount })
            reached.append(row)
        }
        return (down, up)
    }

    /// Libraries on the longest chain of dependencies.
    public var depth: Int {
        var depths: [Int] = []
        for own in dependencies { depths.append(1 + (own.map { depths[$0] }.max() ?? 0)) }
        return depths.max() ?? 0
    }
}
