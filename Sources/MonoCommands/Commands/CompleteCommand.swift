import Targets
import Workspaces

/// `mono __complete KIND`: names for completion scripts, one a line. Whatever goes wrong, there are just no names.
enum CompleteCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var kind = Completion.NameKind.targets
    }

    static let syntax = CommandSyntax<Options>(
        "__complete", "prints names for completion scripts", defaults: Options(),
        arguments: [.positional("KIND", reads: .choice(), help: "which names") { $0.kind = $1 }], isHidden: true)

    static func run(_ options: Options, in session: Session) -> ExitCode {
        if options.kind == .commands {
            for name in Set(CommandTable.descriptions.filter { !$0.isHidden }.map { $0.words[0] }).sorted() {
                session.terminal.output.print(name)
            }
            return .success
        }
        // Somebody waits with a finger on the key: not for another mono too.
        let programs = Programs()
        guard
            let workspace = try? session.workspace(
                CacheOptions(), programs, { settings, _ in settings.waitsForOthers = false }
            ).open(
                programs.cancellation)
        else { return .success }
        for name in names(options.kind, in: workspace.loaded.graph) { session.terminal.output.print(name) }
        return .success
    }

    /// What can be typed for the workspace's own targets and products: the name, with its package where several have
    /// it.
    static func names(_ kind: Completion.NameKind, in graph: TargetGraph) -> [String] {
        var owners: [String: Set<PackageID>] = [:]
        if kind == .tests {
            for target in graph.targets.values where !target.id.package.isExternal && target.kind == .test {
                owners[target.id.name, default: []].insert(target.id.package)
            }
        }
        for product in graph.products.values where !product.id.package.isExternal {
            if kind == .targets || kind == .executables && product.kind == .executable {
                owners[product.id.name, default: []].insert(product.id.package)
            }
        }
        if kind == .targets {
            for target in graph.targets.values where !target.id.package.isExternal && target.kind != .test {
                owners[target.id.name, default: []].insert(target.id.package)
            }
        }
        return owners.flatMap { name, packages in packages.count == 1 ? [name] : packages.map { "\($0):\(name)" } }
            .sorted()
    }
}
