import ArtifactCache

import BuildPlanning
import Digests
import Targets

@testable import BuildEngine
@testable import MonoCommands

/// Events of made-up builds.
enum BuildEvents {
    enum Kind: String {
        case compile, link
        case emitModule = "emit-module"
    }

    static func target(_ name: String, package: String = ".") -> TargetID { TargetID(PackageID(package), name) }

    static func action(_ kind: Kind, _ name: String, package: String = ".", sources: [String] = []) -> Action {
        let subject: Action.Subject =
            switch kind {
            case .link: .product(ProductID(PackageID(package), name))
            default: .target(target(name, package: package))
            }
        let purpose: Action.ToolRun.Purpose =
            switch kind {
            case .compile: .compile(.init(state: [], objects: [:]))
            case .emitModule: .emitModule(.init(output: "\(name).swiftmodule"), nil)
            case .link: .link(.init())
            }
        let run = Action.ToolRun(purpose, .swiftc, arguments: [.text("-c"), .text("a b.swift"), .jobs])
        return Action(
            id: ActionID("\(kind.rawValue) \(package):\(name)"), subject: subject, folder: package, sources: sources,
            work: .tool(run))
    }

    static func started(
        _ action: Action, at milliseconds: UInt64 = 0, reason: RebuildReason = .neverBuilt, incremental: Bool = false
    )
        -> ActionStart
    {
        ActionStart(
            action: action, time: milliseconds * 1_000_000, slots: [0], reason: reason, isIncremental: incremental)
    }

    static func finished(
        _ action: Action, _ outcome: ActionReport.Outcome, from: UInt64 = 0, to: UInt64 = 0,
        reason: RebuildReason? = nil
    ) -> ActionReport {
        ActionReport(
            action: action, outcome: outcome, started: from * 1_000_000, ended: to * 1_000_000,
            slots: outcome == .ran ? [0, 1] : [],
            wall: 0, cpu: 0, reason: reason)
    }

    static func console(interactive: Bool = false, width: Int? = nil) -> (
        BuildConsole, output: TextRecorder, errors: TextRecorder
    ) {
        let (output, errors) = (TextRecorder(width: width), TextRecorder(width: width))
        let style = Style(isColored: false)
        return (
            BuildConsole(
                Terminal(
                    output: Channel(sink: output, style: style, isInteractive: interactive),
                    errors: Channel(sink: errors, style: style, isInteractive: interactive))), output, errors
        )
    }
}
