import BuildEngine
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Synchronization

/// Why targets and products were last made in this workspace, in words: what `mono why` tells. A file that is gone or
/// damaged says nothing.
struct RebuildRecord: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// Nanoseconds since 1970.
        var time: Int64
        var lines: [String]
    }

    /// By full name.
    var entries: [String: Entry] = [:]

    private static let firstLine = "mono reasons 1"

    static func path(in root: AbsolutePath, _ configuration: String) -> AbsolutePath {
        root / "\(BuildLayout.folder)/state/reasons-\(configuration)"
    }

    init() {}

    init(reading path: AbsolutePath, files: any FileSystem) {
        let text = (try? files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Substring(RebuildRecord.firstLine) else { return }
        var name = ""
        for line in lines.dropFirst() where !line.isEmpty {
            if line.hasPrefix("\t") {
                entries[name]?.lines.append(String(line.dropFirst()))
            } else if let tab = line.firstIndex(of: "\t"), let time = Int64(line[..<tab]) {
                name = String(line[line.index(after: tab)...])
                entries[name] = Entry(time: time, lines: [])
            }
        }
    }

    /// A line for each name, with what was said of it after it.
    var text: String {
        var text = RebuildRecord.firstLine + "\n"
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += "\(entry.time)\t\(name)\n" + entry.lines.map { "\t\($0)\n" }.joined()
        }
        return text
    }
}

/// Keeps the reasons of a build in which anything ran. One with nothing to do touches no file.
final class RebuildRecorder: BuildObserver {
    private struct State {
        var titles: [ActionID: String] = [:]
        var lines: [String: [String]] = [:]
        var configuration = ""
    }

    private let root: AbsolutePath
    private let files: any FileSystem
    private let parts: @Sendable (ContentDigest) -> ABIParts?
    private let state = Mutex(State())

    /// `parts`: what an interface digest is made of, where somebody knows.
    init(root: AbsolutePath, files: any FileSystem, parts: @escaping @Sendable (ContentDigest) -> ABIParts?) {
        (self.root, self.files, self.parts) = (root, files, parts)
    }

    func buildStarted(_ start: BuildStart) {
        state.withLock { state in
            state.configuration = start.configuration.rawValue
            for action in start.actions { state.titles[action.id] = action.title }
        }
    }

    func actionFinished(_ report: ActionReport) {
        guard let reason = report.reason else { return }
        switch report.outcome {
        case .ran, .failed: break
        default: return
        }
        state.withLock { state in
            let wording = KeyWording(title: { [titles = state.titles] in titles[$0] ?? $0.name }, parts: parts)
            state.lines[report.action.subject.fullName, default: []] += wording.lines(for: reason, of: report.action)
        }
    }

    func buildFinished(_ summary: BuildSummary) {
        let (lines, configuration) = state.withLock { ($0.lines, $0.configuration) }
        if lines.isEmpty { return }
        let path = RebuildRecord.path(in: root, configuration)
        var record = RebuildRecord(reading: path, files: files)
        for (name, lines) in lines {
            record.entries[name] = RebuildRecord.Entry(
                time: files.now, lines: lines.flatMap { $0.split(separator: "\n").map(String.init) })
        }
        // A hint: a build is none the worse for not having it.
        try? files.write(record.text, to: path)
    }
}
