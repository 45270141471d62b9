import BuildPlanning

/// How a build from nothing would go with as many processors as it can use, by what its actions took when they ran.
public struct BuildTimeline: Sendable {
    /// All times are in milliseconds.
    public let total: Int64
    /// The time of the critical path: no number of processors makes the build shorter.
    public let span: Int64
    /// The actions of a critical path, in the order in which they run.
    public let criticalPath: [ActionID]
    /// How many actions' times are not known; they count as nothing.
    public let unknown: Int
    /// Where each action lies in time when it begins as early as it can.
    private let intervals: [(start: Int64, end: Int64)]

    public init(_ graph: ActionGraph, milliseconds: (ActionID) -> Int64?) {
        var ends: [ActionID: Int64] = [:], before: [ActionID: ActionID] = [:]
        var intervals: [(start: Int64, end: Int64)] = [], total: Int64 = 0, unknown = 0
        var last: (id: ActionID, end: Int64)?
        for id in graph.order {
            // Among equal ones the first by name: the same graph, the same way.
            let latest = graph[id].dependencies.sorted().compactMap { id in ends[id].map { (id: id, end: $0) } }.reduce(
                nil as (id: ActionID, end: Int64)?
            ) {
                guard let known = $0 else { return $1 }
                return $1.end > known.end ? $1 : known
            }
            let known = milliseconds(id)
            if known == nil { unknown += 1 }
            let duration = max(0, known ?? 0), start = latest?.end ?? 0
            before[id] = latest?.id
            ends[id] = start + duration
            total += duration
            intervals.append((start, start + duration))
            if start + duration > last?.end ?? -1 { last = (id, start + duration) }
        }
        var way: [ActionID] = []
        var next = last?.id
        while let id = next {
            way.append(id)
            next = before[id]
        }
        (self.total, self.unknown, self.intervals) = (total, unknown, intervals)
        span = last?.end ?? 0
        criticalPath = way.reversed()
    }

    /// How many actions run at once on average in each of `count` equal parts of the span.
    public func parallelism(in count: Int) -> [Double] {
        guard span > 0, count > 0 else { return [] }
        var sums = [Double](repeating: 0, count: count)
        let part = Double(span) / Double(count)
        for interval in intervals where interval.end > interval.start {
            let start = Double(interval.start), end = Double(interval.end)
            for index in Int(start / part)...min(count - 1, Int(end / part)) {
                sums[index] += max(0, min(end, Double(index + 1) * part) - max(start, Double(index) * part))
            }
        }
        return sums.map { $0 / part }
    }
}
