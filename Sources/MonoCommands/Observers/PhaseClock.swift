import BuildEngine
import Synchronization
import Workspaces

/// A part of what a command does, as people wait for it.
enum Phase: String, Hashable, Sendable {
    /// Another mono works in the workspace.
    case waiting
    case toolchain, manifests, resolution
    /// Git and the graph of an earlier revision are read.
    case revisions
    case planning, plugins, build, tests
}

/// Knows when the phases of a command began and ended. One phase at a time; may be called from any thread.
final class PhaseClock: Sendable {
    /// Times are nanoseconds since mono was started.
    struct Span: Hashable, Sendable {
        var phase: Phase
        var began, ended: UInt64
    }

    private struct State {
        var ended: [Span] = []
        var current: (phase: Phase, began: UInt64)?
    }

    private let start: ContinuousClock.Instant
    private let state = Mutex(State())

    /// `start`: when mono was started.
    init(since start: ContinuousClock.Instant) { self.start = start }

    var now: UInt64 {
        let elapsed = (ContinuousClock.now - start).components
        return UInt64(max(0, elapsed.seconds)) * 1_000_000_000 + UInt64(max(0, elapsed.attoseconds) / 1_000_000_000)
    }

    /// Those that ended, in the order in which they did.
    var spans: [Span] { state.withLock { $0.ended } }

    /// Ends the phase that is under way, and begins this one, unless it is the same; nil begins none.
    func enter(_ phase: Phase?) {
        let now = now
        state.withLock { state in
            if let current = state.current {
                if current.phase == phase { return }
                state.ended.append(Span(phase: current.phase, began: current.began, ended: max(now, current.began)))
            }
            state.current = phase.map { ($0, now) }
        }
    }

    /// Takes a step of the library for the phase that it belongs to.
    func note(_ step: WorkspaceStep) {
        switch step {
        case .waiting: enter(.waiting)
        case .lookingAtToolchain: enter(.toolchain)
        case .readingManifests, .loading(.evaluating): enter(.manifests)
        case .loading(.resolving), .loading(.fetching), .loading(.placing): enter(.resolution)
        case .reading, .readingHistory: enter(.revisions)
        case .settled: enter(nil)
        }
    }
}

/// Takes a build for a phase.
struct PhaseObserver: BuildObserver {
    let clock: PhaseClock
    let phase: Phase
    /// The phase that goes on after it.
    var next: Phase?

    func buildStarted(_ start: BuildStart) { clock.enter(phase) }
    func buildFinished(_ summary: BuildSummary) { clock.enter(next) }
}
