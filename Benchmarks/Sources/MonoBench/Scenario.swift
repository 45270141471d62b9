import Measuring

/// What is measured.
enum Scenario: String, CaseIterable {
    case nothing
    case edit
    case added = "private"
    case clean
    case cold
    case clone
    case resolved

    /// The row of the table.
    var title: String {
        switch self {
        case .nothing: "nothing to do"
        case .edit: "body edit in NIOCore"
        case .added: "private function added to NIOCore"
        case .clean: "clean, empty cache"
        case .cold: "the same, toolchain never seen"
        case .clone: "fresh clone, full cache"
        case .resolved: "the same, dependencies in place"
        }
    }

    /// The ratio to reach; nil where none is set.
    var target: Double? {
        switch self {
        case .nothing: 0.5
        case .edit: 0.8
        case .added: 0.2
        case .clean: 1.05
        case .clone, .resolved: 0.05
        case .cold: nil
        }
    }

    var usualRounds: Int {
        switch self {
        case .nothing: 15
        case .edit: 7
        case .added: 3
        case .clean: 3
        case .clone, .resolved: 3
        case .cold: 1
        }
    }
}

/// The times of one side in one scenario, in seconds.
struct Times {
    private(set) var wall: [Double] = []
    private(set) var processor: [Double] = []

    mutating func add(_ run: Run) {
        wall.append(run.wall)
        processor.append(run.processor)
    }

    var median: Double { Measuring.median(wall) }
    var medianProcessor: Double { Measuring.median(processor) }
    var range: ClosedRange<Double> { (wall.min() ?? 0)...(wall.max() ?? 0) }
}

struct Outcome {
    var scenario: Scenario
    var swift: Times
    var mono: Times
    var ratio: Double { mono.median / swift.median }
}
