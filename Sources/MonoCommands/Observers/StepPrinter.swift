import Disk
import Synchronization
import Workspaces

/// Says what an operation on a workspace does before there is a build to show. May be called from any thread.
final class StepPrinter: Sendable {
    private let terminal: Terminal
    private let root: AbsolutePath
    private let status = Mutex<WaitingStatus?>(nil)

    init(_ terminal: Terminal, root: AbsolutePath) { (self.terminal, self.root) = (terminal, root) }

    func show(_ step: WorkspaceStep) {
        switch step {
        case .waiting(let holder): terminal.errors.print(holder.waiting(in: root))
        case .lookingAtToolchain: begin("looking at the toolchain")
        case .reading(let revision): begin("reading '\(revision)'")
        case .readingHistory: begin("reading the history")
        // That takes long only where one of the next steps is reported.
        case .readingManifests: break
        case .loading(let step): status.withLock { $0 }?.show(step)
        case .settled:
            let ended = status.withLock { status in
                defer { status = nil }
                return status
            }
            ended?.end()
        }
    }

    private func begin(_ what: String) {
        show(.settled)
        let status = WaitingStatus(what, on: terminal)
        self.status.withLock { $0 = status }
    }
}
