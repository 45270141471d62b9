import ArtifactCache
import BuildPlanning
import Digests
import InterfaceDigests

/// What a compile sees that may import a module: the module's own interface and, through it, the interfaces of all
/// modules behind it, as one digest.
///
/// It is made of the sights of the modules that the module's own compile may import, so a key that holds the sights of
/// direct dependencies says as much as one that lists the whole closure, and costs no more for a deep graph than for a
/// flat one. Equal closures have equal sights.
struct ModuleSight: Hashable, Sendable {
    /// By interface digests.
    var interfaces: ContentDigest
    /// By the modules' bytes: for who reads more than interface digests cover.
    var bytes: ContentDigest

    /// What a sight is made of, so that two of them can be compared module by module.
    struct Node: Hashable, Sendable {
        struct Import: Hashable, Sendable {
            var module: ActionID
            var sight: ContentDigest
        }

        /// The module's own interface, or the digest of its bytes.
        var own: ContentDigest
        var imports: [Import]

        /// A module that imports nothing is seen as it is.
        var sight: ContentDigest {
            if imports.isEmpty { return own }
            var builder = DigestBuilder()
            builder.append("sight of a module")
            builder.append(own)
            builder.beginList(count: imports.count)
            for each in imports {
                builder.append(each.module.name)
                builder.append(each.sight)
            }
            return builder.finish()
        }
    }

    /// Both of a module's nodes.
    struct Nodes: Sendable {
        var interfaces, bytes: Node
        var sight: ModuleSight { ModuleSight(interfaces: interfaces.sight, bytes: bytes.sight) }
    }

    /// Nil where dependents see nothing of the action. `sight`: of each module that the action sees itself.
    static func nodes(of action: Action, _ result: ActionResult, sight: (ActionID) -> ModuleSight?) -> Nodes? {
        guard let interface = result.interface else { return nil }
        var nodes = Nodes(interfaces: Node(own: interface, imports: []), bytes: Node(own: interface, imports: []))
        // A module's own outputs are its only ones, or its first.
        if let module = result.outputs.first { nodes.bytes.own = ABIDigest(moduleBytes: module.digest).digest }
        for id in action.seen {
            let sight = sight(id) ?? .none
            nodes.interfaces.imports.append(.init(module: id, sight: sight.interfaces))
            nodes.bytes.imports.append(.init(module: id, sight: sight.bytes))
        }
        return nodes
    }

    /// Of an action without a module. One whose module is read has an interface, or its module would not have been
    /// asked for.
    static let none = ModuleSight(
        interfaces: ContentDigest(of: "no interface"), bytes: ContentDigest(of: "no interface"))
}
