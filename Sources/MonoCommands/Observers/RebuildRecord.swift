import BuildEngine
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Synchronization

/// Why the actions of targets and products last ran in this workspace, in words: what `mono why` tells. A file that is
/// gone or damaged says nothing.
struct RebuildRecord: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The action's name.
        var action: String
        /// Nanoseconds since 1970.
        var time: Int64
        var lines: [String]
    }

    /// By the full name of the subject: each of its actions that ran, in the order in which they last did. A later
    /// build may run other ones.
    var entries: [String: [Entry]] = [:]

    private static let firstLine = "mono reasons 2"

    static func path(in root: AbsolutePath, _ configuration: String) -> AbsolutePath {
        root / "\(BuildLayout.folder)/state/reasons-\(configuration)"
    }

    init() {}

    init(reading path: AbsolutePath, files: any FileSystem) {
        let text = (try? files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Substring(RebuildRecord.firstLine) else { return }
        var subject = ""
        for line in lines.dropFirst() where !line.isEmpty {
            if line.hasPrefix("\t") {
                if let last = entries[subject]?.indices.last {
                    entries[subject]?[last].lines.append(String(line.dropFirst()))
                }
                continue
            }
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3, let time = Int64(parts[0]) else { continue }
            subject = parts[1]
            entries[subject, default: []].append(Entry(action: parts[2], time: time, lines: []))
        }
    }

    /// A line for each action, with what was said of it after it.
    var text: String {
        var text = RebuildRecord.firstLine + "\n"
        for (subject, actions) in entries.sorted(by: { $0.key < $1.key }) {
            for entry in actions {
                text += "\(entry.time)\t\(subject)\t\(entry.action)\n" + entry.lines.map { "\t\($0)\n" }.joined()
            }
        }
        return text
    }

    /// What ran now stands for what the same actions ran for before.
    mutating func note(_ ran: [Entry], of subject: String) {
        let actions = Set(ran.map(\.action))
        entries[subject, default: []].removeAll { actions.contains($0.action) }
        entries[subject, default: []] += ran
    }
}

/// Keeps the reasons of a build in which anything ran. One with nothing to do touches no file.
final class RebuildRecorder: BuildObserver {
    private struct State {
        var titles: [ActionID: String] = [:]
        /// By subject, in the order of their ends; without their time.
        var ran: [String: [RebuildRecord.Entry]] = [:]
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
            let lines = wording.lines(for: reason, of: report.action).flatMap { $0.split(separator: "\n") }
            state.ran[report.action.subject.fullName, default: []].append(
                .init(action: report.action.id.name, time: 0, lines: lines.map(String.init)))
        }
    }

    func buildFinished(_ summary: BuildSummary) {
        let (ran, configuration) = state.withLock { ($0.ran, $0.configuration) }
        if ran.isEmpty { return }
        let path = RebuildRecord.path(in: root, configuration)
        var record = RebuildRecord(reading: path, files: files)
        let now = files.now
        for (subject, entries) in ran {
            record.note(entries.map { .init(action: $0.action, time: now, lines: $0.lines) }, of: subject)
        }
        // A hint: a build is none the worse for not having it.
        try? files.write(record.text, to: path)
    }
}
