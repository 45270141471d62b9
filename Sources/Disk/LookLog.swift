import Digests
import Synchronization

/// What was asked of a file system through `LoggingFileSystem`, and what it said: as long as a look at all of that
/// shows the same, a second question gets the same answers.
///
/// For what a file holds and a folder lists a look at it stands, where a later change is sure to show by it; where that
/// is not sure, the answer itself is kept. All members may be called from any thread.
public final class LookLog: Sendable {
    private struct State {
        var looks: [LookPlace: Look] = [:]
        var answers: [LookQuestion: ContentDigest?] = [:]
        /// Devices whose folders have times that tell.
        var dating: [UInt64: Bool] = [:]
        var isComplete = true
    }

    /// Answers that are asked for again each time: more of them would take longer than they spare.
    private static let mostAnswers = 20_000
    /// Of contents, which are read: in bytes.
    private static let mostRead: Int64 = 4 << 20

    private let leavingOut: [AbsolutePath]
    private let state = Mutex(State())

    /// `leavingOut`: folders of which nothing is noted, because what lies there changes no outcome.
    public init(leavingOut: [AbsolutePath]) { self.leavingOut = leavingOut }

    /// Something was asked that no look answers: there will be no table.
    public func giveUp() {
        state.withLock { state in
            state.isComplete = false
            (state.looks, state.answers) = ([:], [:])
        }
    }

    func counts(_ path: AbsolutePath) -> Bool { !leavingOut.contains { path.isInside($0) } }

    func note(_ look: Look, at place: LookPlace) {
        guard counts(place.path) else { return }
        let agrees = state.withLock { state in
            guard state.isComplete else { return true }
            guard let old = state.looks[place] else {
                state.looks[place] = look
                return true
            }
            // It became something else meanwhile.
            guard let merged = old.merged(with: look) else { return false }
            if merged != old { state.looks[place] = merged }
            return true
        }
        if !agrees { giveUp() }
    }

    func note(_ answer: ContentDigest?, to question: LookQuestion) {
        guard counts(question.path) else { return }
        let agrees = state.withLock { state in
            guard state.isComplete else { return true }
            return state.answers.updateValue(answer, forKey: question).map { $0 == answer } ?? true
        }
        if !agrees { giveUp() }
    }

    /// True where the times of a folder on the device of `status` tell of all that comes and goes in it.
    func isDated(_ status: FileStatus, _ path: AbsolutePath, _ files: any FileSystem) -> Bool {
        if let known = state.withLock({ $0.dating[status.device] }) { return known }
        let answer = files.datesFolders(path)
        state.withLock { $0.dating[status.device] = answer }
        return answer
    }

    /// All of it; nil where a change might not show. `files`: those that were asked. `amendment`: with all that an
    /// earlier table holds.
    public func table(_ files: any FileSystem, _ amendment: LookAmendment? = nil) -> LookTable? {
        var (looks, answers, isComplete) = state.withLock { ($0.looks, $0.answers, $0.isComplete) }
        if let amendment {
            guard let all = amendment.answers(with: answers, looks) else { return nil }
            answers = all
        }
        guard isComplete, settle(&answers, &looks, files) else { return nil }
        let now = files.now
        for look in looks.values {
            // Where times are whole seconds, what was changed just now may be changed again with the same ones.
            if case .whole(let status) = look, status.changed % 1_000_000 == 0, !status.isSettled(at: now) {
                return nil
            }
        }
        return amendment.map { $0.table(looks, answers) } ?? LookTable(looks, answers)
    }

    /// What was too new to be told by a look may have become old enough. False where too much is left.
    private func settle(
        _ answers: inout [LookQuestion: ContentDigest?], _ looks: inout [LookPlace: Look], _ files: any FileSystem
    ) -> Bool {
        var toRead: Int64 = 0
        for (question, answer) in answers {
            let isOfFolder: Bool
            switch question {
            case .destination, .resolution: continue
            case .listing: isOfFolder = true
            case .content: isOfFolder = false
            }
            let now = files.now, place = LookPlace(path: question.path, follows: true)
            if let status = files.status(question.path), status.isSettled(at: now), question.answer(files) == answer,
                !isOfFolder || isDated(status, question.path, files)
            {
                guard let merged = looks[place, default: .whole(status)].merged(with: .whole(status)) else {
                    return false
                }
                looks[place] = merged
                answers[question] = nil
            } else if !isOfFolder {
                toRead += answer?.size ?? 0
            }
        }
        return answers.count <= LookLog.mostAnswers && toRead <= LookLog.mostRead
    }
}
