import ArtifactCache
import BuildPlanning
import Digests

/// A module as those see it who may import it, with the modules behind it: shared by all of them.
final class SeenModule: Sendable {
    let id: ActionID
    /// What sources call it.
    let name: String
    /// The digest of its own interface.
    let interface: ContentDigest
    /// What a C target declares.
    let declaration: Action.Declaration?
    /// Of a C target, all that `interface` is made of but the content of its headers.
    let outline: ContentDigest?
    let imports: [SeenModule]
    let isSwift: Bool

    init(
        id: ActionID, name: String, interface: ContentDigest, declaration: Action.Declaration?,
        outline: ContentDigest? = nil, imports: [SeenModule]
    ) {
        (self.id, self.name, self.interface) = (id, name, interface)
        (self.declaration, self.outline, self.imports) = (declaration, outline, imports)
        isSwift = declaration == nil
    }

    /// One that an earlier compile saw: of a C target, nobody has the declaration any more.
    init(
        id: ActionID, name: String, interface: ContentDigest, isSwift: Bool, outline: ContentDigest?,
        imports: [SeenModule]
    ) {
        (self.id, self.name, self.interface, self.isSwift) = (id, name, interface, isSwift)
        (declaration, self.outline, self.imports) = (nil, outline, imports)
    }

    /// Nil where others see nothing of the action. `module`: of each that the action sees itself.
    convenience init?(
        _ action: Action, _ result: ActionResult, outline: ContentDigest? = nil, module: (ActionID) -> SeenModule?
    ) {
        guard let interface = result.interface else { return nil }
        self.init(
            id: action.id, name: action.moduleName ?? action.id.name, interface: interface,
            declaration: action.declaration, outline: outline, imports: action.seen.compactMap(module))
    }

    /// These modules and all behind them, each once, by name.
    static func closure(of modules: [SeenModule]) -> [SeenModule] {
        var found: [ActionID: SeenModule] = [:], open = modules
        while let next = open.popLast() {
            if found.updateValue(next, forKey: next.id) == nil { open += next.imports }
        }
        return found.values.sorted { $0.id < $1.id }
    }
}

extension Fingerprint {
    /// Of a C target's declaration, without the content of its headers and of other targets'. Module maps are read by
    /// all who could import the module. Names of headers can be asked for by `__has_include`, and can be found in the
    /// place of others.
    func outline(of declaration: Action.Declaration) -> ContentDigest {
        let maps = Set(declaration.moduleMaps)
        let components = replacingInterfaces(by: []).components.map { component in
            guard case .source(let path) = component.name, !maps.contains(path) else { return component }
            return Component(component.name, "")
        }
        return Fingerprint(components: components).key.digest
    }
}
