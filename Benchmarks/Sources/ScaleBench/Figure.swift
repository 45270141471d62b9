import Foundation
import Measuring

/// A row of the table.
enum Figure: String, CaseIterable {
    case cleanWall = "clean build, empty cache: wall"
    case cleanProcessor = "clean build: processor time"
    case cleanEach = "clean build: processor time a target"
    case cleanOwn = "clean build: processor time but for compilers and linkers"
    case cleanResults = "clean build: results made"
    case swiftWall = "clean `swift build`: wall"
    case swiftProcessor = "clean `swift build`: processor time"
    case swiftEach = "clean `swift build`: processor time a target"
    case nothingWall = "nothing to do: wall"
    case nothingProcessor = "nothing to do: processor time"
    case nothingPeak = "nothing to do: peak memory"
    case lookWall = "`stat` of the same files in one thread: wall"
    case lookRatio = "nothing to do, to `stat` of the same files"
    case ninjaWall = "Ninja, nothing to do: wall"
    case ninjaPeak = "Ninja, nothing to do: peak memory"
    case ninjaRatio = "nothing to do, to Ninja"
    case freshWall = "fresh clone, full cache: wall"
    case freshProcessor = "fresh clone: processor time"
    case copyWall = "`cp -r` of what it restores: wall"
    case copySize = "what it restores"
    case freshRatio = "fresh clone, to `cp -r`"
    case highWall = "a comment in a library that few use: wall"
    case highTools = "the same, with a log: wall of what ran"
    case highOwn = "the same, with a log: wall but for what ran"
    case highCompiled = "the same: targets compiled"
    case highWatched = "the same under `--watch`: from the save to the result"
    case lowWall = "a comment in the lowest library: wall"
    case lowTools = "the same, lowest, with a log: wall of what ran"
    case lowOwn = "the same, lowest, with a log: wall but for what ran"
    case lowCompiled = "the same, lowest: targets compiled"
    case lowWatched = "the same, lowest, under `--watch`: from the save to the result"
    case publishedWall = "a public function that nobody uses, in the lowest library: wall"
    case publishedTools = "the same, public, with a log: wall of what ran"
    case publishedOwn = "the same, public, with a log: wall but for what ran"
    case publishedCompiled = "the same, public: targets compiled"
    case affectedWall = "`mono affected` after that: wall"
    case affectedNamed = "`mono affected`: targets named"
    case gitWall = "git's two calls in turn: wall"
    case gitBothWall = "git's two calls at once: wall"
    case affectedRatio = "`mono affected`, to git in turn"

    enum Unit { case seconds, mebibytes, number, ratio }

    var unit: Unit {
        switch self {
        case .nothingPeak, .ninjaPeak, .copySize: .mebibytes
        case .cleanResults, .highCompiled, .lowCompiled, .publishedCompiled, .affectedNamed: .number
        case .lookRatio, .ninjaRatio, .freshRatio, .affectedRatio: .ratio
        default: .seconds
        }
    }

    /// What is measured is divided by what.
    static let ratios: [(Figure, of: Figure, to: Figure)] = [
        (.lookRatio, .nothingWall, .lookWall), (.ninjaRatio, .nothingWall, .ninjaWall),
        (.freshRatio, .freshWall, .copyWall), (.affectedRatio, .affectedWall, .gitWall),
    ]

    func title(isBaseline: Bool) -> String { rawValue + (isBaseline ? ", the other mono" : "") }

    func shown(_ value: Double) -> String {
        switch unit {
        case .seconds where value < 0.1: String(format: "%.1f ms", value * 1000)
        case .seconds: seconds(value)
        case .mebibytes: String(format: value < 10 ? "%.1f MiB" : "%.0f MiB", value)
        case .number: String(format: "%.0f", value)
        case .ratio: String(format: value < 10 ? "%.2f" : "%.0f", value)
        }
    }
}

/// What was measured, run by run.
struct Samples {
    struct Key: Hashable {
        var figure: Figure
        var isBaseline: Bool
    }

    private(set) var values: [Key: [Double]] = [:]

    mutating func add(_ figure: Figure, _ value: Double, isBaseline: Bool = false) {
        values[Key(figure: figure, isBaseline: isBaseline), default: []].append(value)
    }

    /// As the table has them.
    var inOrder: [(key: Key, values: [Double])] {
        Figure.allCases.flatMap { figure in
            [false, true].compactMap { isBaseline in
                let key = Key(figure: figure, isBaseline: isBaseline)
                return values[key].map { (key, $0) }
            }
        }
    }

    private func middle(_ figure: Figure, _ isBaseline: Bool) -> Double? {
        // What no mono takes part in is there once.
        (values[Key(figure: figure, isBaseline: isBaseline)] ?? values[Key(figure: figure, isBaseline: false)])
            .map(median)
    }

    /// A cell for each figure, and for what follows from two of them.
    func enter(into table: inout FigureTable, column: String) {
        for (key, values) in values {
            table[column, key.figure.title(isBaseline: key.isBaseline)] = Samples.cell(key.figure, values)
        }
        for isBaseline in [false, true] {
            for (figure, of, to) in Figure.ratios {
                let isNew = [of, to].contains { values[Key(figure: $0, isBaseline: isBaseline)] != nil }
                guard isNew else { continue }
                // Where only one of them is new, what the page has would be wrong.
                let ratio = middle(of, isBaseline).flatMap { first in middle(to, isBaseline).map { first / $0 } }
                table[column, figure.title(isBaseline: isBaseline)] = ratio.map(figure.shown) ?? ""
            }
        }
    }

    private static func cell(_ figure: Figure, _ values: [Double]) -> String {
        let middle = figure.shown(median(values))
        guard values.count > 1, figure.unit != .number, let least = values.min(), let most = values.max() else {
            return middle + (figure.unit == .seconds ? " (once)" : "")
        }
        return "\(middle) (\(figure.shown(least)) to \(figure.shown(most)), \(values.count) runs)"
    }
}
