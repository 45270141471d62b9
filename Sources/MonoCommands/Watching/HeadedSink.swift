import Synchronization

/// Writes a line before the first text that comes, so that a round in which nothing is said has no heading.
final class HeadedSink: TextSink {
    private let sink: any TextSink
    private let heading: Mutex<String?>

    init(_ sink: any TextSink, heading: String) {
        self.sink = sink
        self.heading = Mutex(heading)
    }

    func write(_ text: String) {
        let heading = heading.withLock { heading -> String? in
            defer { heading = nil }
            return heading
        }
        sink.write((heading.map { $0 + "\n" } ?? "") + text)
    }

    var failure: Int32? { sink.failure }
    var width: Int? { sink.width }
    var height: Int? { sink.height }
}
