import SwiftText
import Targets
import Toolchains

/// Finds the targets in whose sources `#filePath` is to be an absolute path, as under SwiftPM
/// (`BuildRequest.revealing`). The objects of all others are the same bytes wherever the workspace lies.
///
/// Of the workspace's own packages these are
///
/// - test targets whose sources ask for a path, or that see a function whose default does, or macros that may;
/// - in debug builds, other targets with code that asks for the path of its own source.
///
/// Defaults in external packages go into reports, and do not count.
public struct RevealedTargets {
    private let graph: TargetGraph
    private let request: BuildRequest

    public init(graph: TargetGraph, request: BuildRequest) { (self.graph, self.request) = (graph, request) }

    /// Targets whose sources decide it, in the order of the graph. `part`: of these alone, which hold all that they
    /// need.
    public func candidates(in part: Set<TargetID>? = nil) -> [TargetID] {
        let roots = part.map(roots.intersection) ?? roots
        return graph.closure(of: roots, in: request.configuration, stoppingAt: .macro).filter { id in
            !id.package.isExternal && graph[id].language == .swift && graph[id].kind != .plugin
        }
    }

    private var roots: Set<TargetID> {
        var found: Set<TargetID> = []
        for program in request.goal.programs {
            found.insert(program.target)
            // A package that lists its tests has them all in one program.
            if graph[program.target].testList != nil { found.formUnion(graph.listedTests(with: program.target)) }
            for executable in program.executables { found.formUnion(graph.products[executable]?.targets ?? []) }
        }
        switch request.goal.withoutTests {
        case .everything, .among:
            found.formUnion(graph.order.filter { !$0.package.isExternal && graph[$0].kind != .test })
        case .some(let targets, let products):
            found.formUnion(targets)
            for product in products { found.formUnion(graph.products[product]?.targets ?? []) }
        case .compiles(let targets): found.formUnion(targets)
        case .tests, .and, .inquiries: break
        }
        return found
    }

    /// True where `#file` in the target's sources is the path, as before Swift 6.
    public func fileIsPath(in target: Target) -> Bool {
        var mode = ActionPlanner.languageMode(of: graph[target.id.package])
        for setting in target.settings where setting.holds(in: request.configuration) {
            switch setting.value {
            case .swift(.languageMode(let own)): mode = own
            case .swift(.upcomingFeature("ConciseMagicFile")): return false
            default: continue
            }
        }
        return mode != "6"
    }

    /// `mentions`: of the sources of each of the candidates, in their order.
    public func revealed(by mentions: [(TargetID, PathMentions)]) -> Set<TargetID> {
        var found: Set<TargetID> = [], passedOn: Set<TargetID> = []
        // Dependencies come first.
        for (id, own) in mentions {
            let target = graph[id]
            if target.kind == .macro {
                // What only these need, nobody sees.
                if own.inText { passedOn.insert(id) }
                continue
            }
            let isPassedOn = graph.dependencies(of: id, in: request.configuration).contains(where: passedOn.contains)
            if isPassedOn || own.asDefault { passedOn.insert(id) }
            if target.kind == .test {
                if isPassedOn || own.asDefault || own.inCode { found.insert(id) }
            } else if request.configuration == .debug, own.inCode {
                found.insert(id)
            }
        }
        return found
    }
}
