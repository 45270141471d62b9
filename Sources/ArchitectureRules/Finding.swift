import Configuration
import Targets

/// Something that a rule objects to. Facts; the words are the commands'.
public struct Finding: Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        /// Parts of one feature that may not depend on each other.
        case ownEdge(from: Feature.Part, to: Feature.Part, TargetID)
        /// What a feature does, and not what its interface says.
        /// `from`: what of its own feature the target is.
        case concreteEdge(TargetID, of: Feature, from: Feature.Part = .source)
        /// Mocks, and who depends on them is no test and no example.
        case testingEdge(TargetID, of: Feature)
        /// Another feature's tests or example.
        case leafEdge(TargetID, of: Feature)
        /// A feature of the product below one of the foundation.
        /// `from`: the target's own feature; nil for a plain library. `part`: what of that the target is.
        case layerEdge(TargetID, of: Feature, from: String?, part: Feature.Part = .source)
        /// Each feature needs the next, the last the first: by which of its targets which other one.
        case cycle([CycleStep])
        /// An interface that needs more than interfaces.
        /// `of`: the feature that the other is a part of.
        case interfaceEdge(TargetID, of: Feature? = nil)
        case longBody(name: String, lines: Int)
        case global(name: String, isMutable: Bool, type: String?)
        /// A module of the workspace that is imported without being declared. `way`: by which it is found all the same;
        /// empty where it is not. `refused`: what a rule would object to if it were declared.
        indirect case undeclared(TargetID, way: [TargetID], refused: Fact? = nil)
        /// A dependency whose modules no source imports.
        case unused(dependency: TargetDependency, modules: [String])
        /// A string names the module of another target, or a type of it, which no compiler checks. `isLinked`: nil for
        /// what is no program.
        case named(text: String, TargetID, NamedThing, isLinked: Bool?)
        /// An edge that the workspace's owners do not want. `way`: from the target to the other, both included.
        case denied(way: [TargetID], reason: String, ruleLine: Int)
    }

    public struct CycleStep: Hashable, Sendable {
        public var feature: String
        public var from, to: TargetID
    }

    /// What a string names.
    public enum NamedThing: Hashable, Sendable {
        case module
        case type
        /// A type that the module does not declare. `known`: those that it does, sorted.
        case unknownType(known: [String])
    }

    /// Whose edge or source it is.
    public var target: TargetID
    public var fact: Fact
    /// Relative to the workspace's root.
    public var file: String
    /// From 1; nil where the manifest does not show it.
    public var line: Int?
    /// As the workspace wants it.
    public var severity: ArchitectureSettings.Severity = .error

    /// As `mono.json` and baselines spell it.
    public var rule: String {
        switch fact {
        case .ownEdge, .concreteEdge, .testingEdge, .leafEdge: "feature-edge"
        case .layerEdge: "feature-layer"
        case .cycle: "feature-cycle"
        case .interfaceEdge: "interface-dependency"
        case .longBody: "interface-body"
        case .global: "global-instance"
        case .undeclared: "undeclared-import"
        case .unused: "unused-dependency"
        case .named: "type-by-name"
        case .denied: "edge-rule"
        }
    }

    /// What it is about, without lines: the same as long as nobody fixes it.
    var subject: String {
        switch fact {
        case .ownEdge(_, _, let to), .concreteEdge(let to, _, _), .testingEdge(let to, _), .leafEdge(let to, _),
            .layerEdge(let to, _, _, _), .interfaceEdge(let to, _):
            to.description
        case .cycle(let steps): steps.map(\.feature).joined(separator: " ")
        case .longBody(let name, _): "\(file) \(name)"
        case .global(let name, _, _): "\(file) \(name)"
        case .undeclared(let id, _, _): id.description
        case .unused(.target(let id), _): id.description
        case .unused(.product(let id), _): id.description
        case .named(let text, _, _, _): "\(file) \(text)"
        case .denied(let way, _, _): way.last?.description ?? ""
        }
    }
}
