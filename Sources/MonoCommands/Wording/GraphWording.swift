import BuildPlanning
import Targets

extension GraphError: Reportable {
    var report: ErrorReport {
        switch self {
        case .duplicatePackage(let package):
            ErrorReport(
                code: .workspace, what: "package '\(package)' is there twice",
                help: "name its folder once in 'packages' of mono.json, and let every manifest name it by the same path"
            )
        case .duplicateTarget(let target):
            ErrorReport(
                code: .workspace, what: "target '\(target.name)' is declared twice", place: place(target.package),
                help: "rename one of them")
        case .duplicateProduct(let product):
            ErrorReport(
                code: .workspace, what: "product '\(product.name)' is declared twice", place: place(product.package),
                help: "rename one of them")
        case .unknownTarget(let target, let dependent):
            ErrorReport(
                code: .workspace, what: "there is no target '\(target.name)', needed by \(named(dependent))",
                place: place(target.package), help: "see the spelling in the manifest's list of targets")
        case .unknownProduct(let product, let dependent):
            ErrorReport(
                code: .workspace,
                what:
                    "there is no product '\(product.name)' in '\(product.package)', needed by target '\(dependent.name)'",
                place: place(dependent.package),
                help: "see the spelling, and the products that the other manifest declares")
        case .cycle(let targets):
            ErrorReport(
                code: .workspace, what: "targets depend on each other in a circle",
                details: [
                    (targets + targets.prefix(1)).map { "'\(displayed($0, among: targets))'" }.joined(
                        separator: " needs ")
                ],
                help: "move what they share into a target of its own that all of them can depend on")
        }
    }

    private func named(_ dependent: Dependent) -> String {
        switch dependent {
        case .target(let id): "target '\(id.name)'"
        case .product(let id): "product '\(id.name)'"
        }
    }

    private func place(_ package: PackageID) -> String {
        package.isExternal ? "package \(package)" : Words.manifest(of: package)
    }

    /// The target's own name, with its package where more than one package has a part.
    private func displayed(_ id: TargetID, among targets: [TargetID]) -> String {
        Set(targets.map(\.package)).count == 1 ? id.name : id.description
    }
}

extension Words {
    /// Where a local package's manifest lies, as seen from the workspace's root.
    static func manifest(of package: PackageID) -> String {
        package.name == "."
            ? "Package.swift" : package.isExternal ? "the manifest of \(package)" : "\(package)/Package.swift"
    }
}

extension PlanningError: Reportable {
    var report: ErrorReport {
        switch self {
        case .cannotBuild(let leftOut):
            return ErrorReport(
                code: .buildFailed, what: "'\(leftOut.target.name)' was asked for, and mono cannot build it yet",
                place: Words.manifest(of: leftOut.target.package), details: [leftOut.reason])
        case .sameModuleName(let name, let targets, let product):
            return sharedName(name, targets, "they are linked together in product '\(product.name)'")
        case .sameVisibleModuleName(let name, let targets, let target):
            return sharedName(name, targets, "target '\(target.name)' could import either")
        case .sameAction(let action):
            return ErrorReport(
                code: .workspace, what: "two different steps of this build are called '\(action.name)'",
                help: "rename one of the targets or products that it names")
        }
    }

    private func sharedName(_ name: String, _ targets: [TargetID], _ why: String) -> ErrorReport {
        ErrorReport(
            code: .workspace, what: "\(Words.count(targets.count, "target")) have the module name '\(name)'",
            details: targets.map { "'\($0.name)' in \(Words.manifest(of: $0.package))" } + [why],
            help: "rename all but one of them")
    }
}

extension Obstacle {
    var sentence: String {
        switch self {
        case .testInC: "it is a test target without Swift code"
        case .binary: "it is a prebuilt artifact that is not there yet, or not unpacked"
        case .malformedArtifacts(let path): "it is an artifact bundle, and '\(path)' does not say what it holds"
        case .usesPlugins(let names):
            """
            what it is made of is for \(names.count == 1 ? "plugin" : "plugins") \
            \(Words.alternatives(names.map(\.name), joint: "and")) to say, who \(names.count == 1 ? "has" : "have") \
            not been asked
            """
        case .embeddedResources(let paths):
            "it has resources that are to become Swift code, and is none: \(shortened(paths))"
        case .missingResources(let paths): "resources that it declares are not there: \(shortened(paths))"
        case .moduleAliases(let names): "it is in C, and others want its module to be called \(shortened(names))"
        case .mixedLanguages: "it mixes Swift with C-family sources"
        }
    }

    private func shortened(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
}
