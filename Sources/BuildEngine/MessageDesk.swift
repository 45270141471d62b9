import BuildPlanning
import Targets

/// Sees to it that what two actions of one target both say is shown once: emitting the module and compiling both find
/// an error in a signature. A plain value: the build's queue owns it.
struct MessageDesk {
    private struct Held {
        var text: String
        var action: Action
        var isFailure: Bool
        var isReplayed: Bool
    }

    /// What emit-module actions said, until the compile of the same target has spoken.
    private var held: [Action.Subject: Held] = [:]
    /// Targets whose compile has spoken, and all that it said.
    private var compiled: [Action.Subject: String] = [:]

    /// Takes what `action` said (perhaps nothing), and returns what is to be shown now.
    mutating func said(_ text: String, by action: Action, isFailure: Bool, isReplayed: Bool) -> [Diagnostics] {
        let own = text.isEmpty ? [] : [diagnostics(text, action, isFailure, isReplayed)]
        switch action.kind {
        case .emitModule:
            guard !text.isEmpty else { return [] }
            let mine = Held(text: text, action: action, isFailure: isFailure, isReplayed: isReplayed)
            guard let other = compiled[action.subject] else {
                held[action.subject] = mine
                return []
            }
            return remaining(of: mine, after: other)
        case .compile:
            compiled[action.subject] = text
            guard let earlier = held.removeValue(forKey: action.subject) else { return own }
            return remaining(of: earlier, after: text) + own
        default: return own
        }
    }

    /// What is still held, when nothing more will be said.
    mutating func rest() -> [Diagnostics] {
        defer { held = [:] }
        return held.values.sorted { $0.action.id < $1.action.id }
            .map { diagnostics($0.text, $0.action, $0.isFailure, $0.isReplayed) }
    }

    private func remaining(of held: Held, after text: String) -> [Diagnostics] {
        let known = Set(DiagnosticText(text).messages.map(\.headline))
        let rest = DiagnosticText(held.text).text { !known.contains($0.headline) }
        return rest.isEmpty ? [] : [diagnostics(rest, held.action, held.isFailure, held.isReplayed)]
    }

    private func diagnostics(_ text: String, _ action: Action, _ isFailure: Bool, _ isReplayed: Bool) -> Diagnostics {
        Diagnostics(
            subject: action.subject, folder: action.folder, text: DiagnosticText(text).withoutRepetition,
            isFailure: isFailure, isReplayed: isReplayed)
    }
}
