import BuildEngine
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Synchronization

/// Why the actions of targets and products last ran in this workspace, in words: what `mono why` tells. Files that are
/// gone or damaged say nothing.
///
/// There are two. A build adds what ran to the end of the second, and writes the first anew when that has grown to a
/// good part of it: in a workspace of ten thousand targets it has 4 MB, and reading and writing them took a sixth of a
/// second after each edit.
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

    /// The second may have so many bytes, or a quarter of the first.
    private static let smallest: Int64 = 1 << 16
    private static let firstLine = "mono reasons 2"

    /// The files of one configuration.
    struct Place {
        let main, later: AbsolutePath

        init(_ root: AbsolutePath, _ configuration: String) {
            main = root / "\(BuildLayout.folder)/state/reasons-\(configuration)"
            later = root / "\(BuildLayout.folder)/state/later-reasons-\(configuration)"
        }
    }

    init() {}

    init(reading place: Place, files: any FileSystem) {
        for path in [place.main, place.later] {
            let text = (try? files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.first == Substring(RebuildRecord.firstLine) { read(lines.dropFirst()) }
        }
    }

    private mutating func read(_ lines: ArraySlice<Substring>) {
        var subject = ""
        for line in lines where !line.isEmpty {
            if line.hasPrefix("\t") {
                if let last = entries[subject]?.indices.last {
                    entries[subject]?[last].lines.append(String(line.dropFirst()))
                }
                continue
            }
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3, let time = Int64(parts[0]) else { continue }
            subject = parts[1]
            note([Entry(action: parts[2], time: time, lines: [])], of: subject)
        }
    }

    /// A line for each action, with what was said of it after it.
    private var text: String {
        var text = ""
        for (subject, actions) in entries.sorted(by: { $0.key < $1.key }) {
            for entry in actions {
                text += "\(entry.time)\t\(subject)\t\(entry.action)\n" + entry.lines.map { "\t\($0)\n" }.joined()
            }
        }
        return text
    }

    /// Adds this to what lies there.
    func add(to place: Place, files: any FileSystem) throws(FileError) {
        let main = files.status(place.main)?.size ?? 0, later = files.status(place.later)?.size ?? 0
        if later == 0 { return try files.write(RebuildRecord.firstLine + "\n" + text, to: place.later) }
        // A build that was stopped may have left part of a line.
        try files.append(Array(("\n" + text).utf8), to: place.later)
        guard later > max(RebuildRecord.smallest, main / 4) else { return }
        let all = RebuildRecord(reading: place, files: files)
        try files.write(RebuildRecord.firstLine + "\n" + all.text, to: place.main)
        try files.remove(place.later)
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
        var record = RebuildRecord()
        let now = files.now
        for (subject, entries) in ran {
            record.note(entries.map { .init(action: $0.action, time: now, lines: $0.lines) }, of: subject)
        }
        // A hint: a build is none the worse for not having it.
        try? record.add(to: .init(root, configuration), files: files)
    }
}
