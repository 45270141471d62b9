import Configuration
import Disk
import PackageManifests
import Parallelism
import SwiftText
import Targets

/// Checks a workspace against the rules of its architecture: from manifests and the text of sources, without compiling
/// anything.
public struct ArchitectureCheck: Sendable {
    public let features: FeatureMap
    private let workspace: LoadedWorkspace
    private let settings: ArchitectureSettings
    private let files: any FileSystem
    private let outlines: SourceOutlines

    /// The modules by which programs ask for an object graph or a registry of routes.
    private let asking: Set<String>
    /// Names of targets for which `mono.json` asks for an object graph.
    private let withGraph: Set<String>
    /// The module by which modules get accessors; nil where none gets any.
    private let accessible: String?

    public init(
        _ workspace: LoadedWorkspace, _ settings: ArchitectureSettings, markers: String? = nil,
        router: String? = nil, withGraph: Set<String> = [], hasAccessors: Bool = false, files: any FileSystem,
        outlines: SourceOutlines
    ) {
        var settings = settings
        // Interfaces say by its protocols what they want to be provided.
        if let markers { settings.interfaces.append(markers) }
        (self.workspace, self.settings, self.asking, self.files, self.outlines) = (
            workspace, settings, Set([markers, router].compactMap(\.self)), files, outlines
        )
        self.withGraph = withGraph
        accessible = hasAccessors ? markers : nil
        features = FeatureMap(workspace.graph, settings)
    }

    private var graph: TargetGraph { workspace.graph }

    /// Sorted by file and line. `about`: of these targets alone, and no source of others is looked at for imports; nil:
    /// of all of the workspace's own. A cycle of features is a finding of each target on the way.
    public func findings(about: Set<TargetID>? = nil) -> [Finding] {
        func isMeant(_ target: TargetID) -> Bool { about?.contains(target) ?? true }
        let edges = EdgeRules(graph: graph, features: features, settings: settings)
        var found: [Finding] = []
        var manifests = ManifestPlaces(workspace: workspace, files: files)
        for (target, fact) in edges.facts() where isMeant(target) { found.append(manifests.finding(target, fact)) }
        if isOn("feature-cycle") {
            for circle in FeatureCycles(graph: graph, features: features).cycles(except: edges.allows)
            where circle.contains(where: { isMeant($0.from) }) {
                found.append(manifests.finding(circle[0].from, .cycle(circle)))
            }
        }
        let own = graph.order.filter { !$0.package.isExternal && isMeant($0) }.compactMap { graph.targets[$0] }
        let imports = ImportRules(
            graph, asking: asking, withGraph: withGraph, accessing: accessible.map(users) ?? [])
        let perTarget = parallelMap(own) { target in facts(aboutSourcesOf: target, imports, edges) }
        for (target, facts) in zip(own, perTarget) {
            for fact in facts.placed {
                found.append(Finding(target: target.id, fact: fact.fact, file: fact.file, line: fact.line))
            }
            for fact in facts.declared { found.append(manifests.finding(target.id, fact)) }
        }
        return found.filter { isOn($0.rule) && !isAllowed($0, edges) }.map { finding in
            var finding = finding
            finding.severity = settings.severity(of: finding.rule)
            return finding
        }.sorted(by: ArchitectureCheck.comesFirst)
    }

    /// Patterns of the workspace's own rules that fit no target, each with its rule's line in `mono.json`.
    public func idlePatterns() -> [(pattern: String, line: Int)] {
        EdgeRules(graph: graph, features: features, settings: settings).idlePatterns()
    }

    /// What a rule objects to, if `target` depended on `other`; nil where none does.
    public func objection(to target: TargetID, dependingOn other: TargetID) -> Finding? {
        let edges = EdgeRules(graph: graph, features: features, settings: settings)
        guard let fact = edges.fact(about: target, other) else { return nil }
        let finding = Finding(target: target, fact: fact, file: graph.packages[target.package]?.manifest ?? "")
        return isOn(finding.rule) ? finding : nil
    }

    private func isOn(_ rule: String) -> Bool { settings.severity(of: rule) != .off }

    /// Who allows an edge says nothing of whether it is declared and used, unless the rule says that too.
    private func isAllowed(_ finding: Finding, _ edges: EdgeRules) -> Bool {
        switch finding.fact {
        case .undeclared(let id, _, _), .named(_, let id, _, _): edges.lifts(finding.rule, finding.target, id)
        case .unused(.target(let id), _): edges.lifts(finding.rule, finding.target, id)
        case .unused(.product(let id), _):
            graph.products[id]?.targets.contains { edges.lifts(finding.rule, finding.target, $0) } ?? false
        default: false
        }
    }

    private static func comesFirst(_ a: Finding, _ b: Finding) -> Bool {
        (a.file, a.line ?? 0, a.rule, a.target, a.subject) < (b.file, b.line ?? 0, b.rule, b.target, b.subject)
    }

    // MARK: Sources

    /// Targets of the workspace's own that depend on the module, directly or not.
    private func users(of module: String) -> Set<TargetID> {
        var found: Set<TargetID> = []
        for id in graph.order where !id.package.isExternal {
            let isUser = graph.dependencies(of: id).contains {
                found.contains($0) || graph.targets[$0]?.moduleName == module
            }
            if isUser { found.insert(id) }
        }
        return found
    }

    private struct SourceFacts: Sendable {
        var placed: [(fact: Finding.Fact, file: String, line: Int)] = []
        /// What the manifest says and no source does.
        var declared: [Finding.Fact] = []
    }

    private func facts(aboutSourcesOf target: Target, _ imports: ImportRules, _ edges: EdgeRules) -> SourceFacts {
        var facts = SourceFacts()
        // What C sources include does not say which target it comes from.
        guard target.language == .swift, target.kind != .plugin, let package = graph.packages[target.id.package] else {
            return facts
        }
        let uses = uses(of: target, package)
        facts.placed =
            imports.undeclared(by: target, uses) { edges.fact(about: target.id, $0) }
            + imports.named(by: target, uses) { other in Set(outlines(of: other).flatMap(\.types)) }
        // Sources that a plugin writes may import anything; a snippet depends on its whole package without saying so.
        if target.plugins.isEmpty, !uses.isEmpty, target.kind != .snippet {
            facts.declared = imports.unused(by: target, uses)
        }
        guard let membership = features.membership(of: target.id) else { return facts }
        if membership.part == .interface {
            for use in uses {
                facts.placed += use.outline.longBodies.map {
                    (.longBody(name: $0.name, lines: $0.lines), use.file, $0.line)
                }
            }
        }
        if membership.feature.layer == .foundation, membership.part == .source || membership.part == .interface {
            facts.placed += instances(in: uses, of: membership.feature)
        }
        return facts
    }

    /// Globals that can be changed, and those of a class or actor of the feature's own, also where a function of its
    /// makes them.
    private func instances(
        in uses: [ImportRules.Use], of feature: Feature
    ) -> [(fact: Finding.Fact, file: String, line: Int)] {
        let own = feature.targets.values.flatMap(outlines)
        let classes = Set(own.flatMap(\.referenceTypes))
        let makers = Dictionary(grouping: own.flatMap(\.makers), by: \.name).mapValues { $0.map(\.type) }
        return uses.flatMap { use in
            use.outline.globals.compactMap { value in
                let made = (value.maker.flatMap { makers[$0] } ?? []).first(where: classes.contains)
                let type = value.type.flatMap { classes.contains($0) ? $0 : nil } ?? made
                guard value.isMutable || type != nil else { return nil }
                return (
                    .global(name: value.name, isMutable: value.isMutable, type: type ?? value.type), use.file,
                    value.line
                )
            }
        }
    }

    /// What `#if` finds defined: by the target's settings, its package's traits, and SwiftPM.
    private static func flags(of target: Target, _ package: Package) -> Set<String> {
        var flags = Set(package.traits)
        flags.insert("SWIFT_PACKAGE")
        for setting in target.settings {
            guard case .swift(let swift) = setting.value else { continue }
            switch swift {
            case .define(let name): flags.insert(name)
            case .unsafeFlags(let words):
                for (word, next) in zip(words, words.dropFirst() + [""]) {
                    if word == "-D" {
                        flags.insert(next)
                    } else if word.hasPrefix("-D") {
                        flags.insert(String(word.dropFirst(2)))
                    }
                }
            default: break
            }
        }
        return flags
    }

    private func outlines(of id: TargetID) -> [SourceOutline] {
        guard let target = graph.targets[id], let package = graph.packages[id.package] else { return [] }
        return uses(of: target, package).map(\.outline)
    }

    private func uses(of target: Target, _ package: Package) -> [ImportRules.Use] {
        let flags = ArchitectureCheck.flags(of: target, package)
        return target.sources.compactMap { source in
            let file = package.folder == "." ? source : "\(package.folder)/\(source)"
            return outlines.outline(of: workspace.root / file, flags: flags).map {
                ImportRules.Use(outline: $0, file: file)
            }
        }
    }
}

/// Where manifests declare what; each is read once, when it is asked for.
private struct ManifestPlaces {
    let workspace: LoadedWorkspace
    let files: any FileSystem
    private var known: [String: ManifestLines] = [:]

    init(workspace: LoadedWorkspace, files: any FileSystem) { (self.workspace, self.files) = (workspace, files) }

    mutating func finding(_ target: TargetID, _ fact: Finding.Fact) -> Finding {
        let manifest = workspace.graph.packages[target.package]?.manifest ?? "Package.swift"
        let lines = known[manifest] ?? ManifestLines((try? files.read(workspace.root / manifest)) ?? [])
        known[manifest] = lines
        let names = dependencyNames(of: target, fact)
        let line = names.lazy.compactMap { lines.line(of: $0, in: target.name) }.first ?? lines.line(of: target.name)
        return Finding(target: target, fact: fact, file: manifest, line: line)
    }

    /// As the manifest may call what the fact is about: the target, or a product that holds it.
    private func dependencyNames(of target: TargetID, _ fact: Finding.Fact) -> [String] {
        let id: TargetID
        switch fact {
        case .ownEdge(_, _, let to), .concreteEdge(let to, _, _), .testingEdge(let to, _), .leafEdge(let to, _),
            .layerEdge(let to, _, _, _), .interfaceEdge(let to, _):
            id = to
        case .cycle(let steps): id = steps[0].to
        case .denied(let way, _, _): id = way.count > 1 ? way[1] : target
        case .unused(.target(let to), _): id = to
        case .unused(.product(let product), _): return [product.name]
        case .longBody, .global, .undeclared, .named: return []
        }
        let products = workspace.graph.targets[target]?.dependencies.compactMap { dependency -> String? in
            guard case .product(let product) = dependency.value,
                workspace.graph.products[product]?.targets.contains(id) == true
            else { return nil }
            return product.name
        }
        return [id.name] + (products ?? [])
    }
}
