import Measuring

/// What is measured.
enum Scenario: String, CaseIterable {
    case nothing
    case edit
    case first
    case added = "private"
    case published = "public"
    case clean
    case cold
    case clone
    case resolved

    /// The row of the table.
    var title: String {
        switch self {
        case .nothing: "nothing to do"
        case .edit: "body edit in NIOCore"
        case .first: "the same, first edit after a fresh clone"
        case .added: "private function added to NIOCore"
        case .published: "public function that nobody uses added to NIOCore"
        case .clean: "clean, empty cache"
        case .cold: "the same, toolchain never seen"
        case .clone: "fresh clone, full cache"
        case .resolved: "the same, dependencies in place"
        }
    }

    /// The ratio to reach; nil where none is set.
    var target: Double? {
        switch self {
        case .nothing: 0.08
        case .edit, .first: 0.7
        case .added, .published: 0.15
        case .clean: 0.9
        case .clone, .resolved: 0.05
        case .cold: nil
        }
    }

    var usualRounds: Int {
        switch self {
        case .nothing: 15
        case .edit: 7
        case .first, .added, .published: 3
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
