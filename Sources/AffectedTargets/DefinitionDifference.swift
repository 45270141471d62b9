import Targets

/// What is different between a target, or a package, then and now. The contents of files are not part of it.
struct DefinitionDifference {
    let before, after: TargetGraph

    /// Empty where nothing is.
    func parts(of id: TargetID) -> [DefinitionPart] {
        guard let old = before.targets[id], let new = after.targets[id] else { return [] }
        var parts: Set<DefinitionPart> = []
        if old.kind != new.kind { parts.insert(.kind) }
        if old.language != new.language { parts.insert(.language) }
        if old.moduleName != new.moduleName || old.moduleMap != new.moduleMap || old.moduleAliases != new.moduleAliases
        {
            parts.insert(.module)
        }
        if old.folder != new.folder { parts.insert(.folder) }
        if !DefinitionDifference.areSame(old.sources, new.sources) || old.hasMainAttribute != new.hasMainAttribute {
            parts.insert(.files)
        }
        if !DefinitionDifference.areSame(old.headers, new.headers) || old.publicHeaders != new.publicHeaders {
            parts.insert(.headers)
        }
        if old.settings != new.settings { parts.insert(.settings) }
        if old.resourcePaths != new.resourcePaths || old.resources != new.resources { parts.insert(.resources) }
        if old.dependencies != new.dependencies || meanings(old, before) != meanings(new, after) {
            parts.insert(.dependencies)
        }
        // What a later version of mono knows about a target counts before it has a name here.
        if parts.isEmpty, old != new { parts.insert(.other) }
        return DefinitionPart.allCases.filter(parts.contains)
    }

    func parts(of id: PackageID) -> [PackagePart] {
        guard let old = before.packages[id], let new = after.packages[id] else { return [] }
        var parts: [PackagePart] = []
        if old.displayName != new.displayName || old.identity != new.identity { parts.append(.name) }
        if old.folder != new.folder { parts.append(.folder) }
        if old.toolsVersion != new.toolsVersion { parts.append(.toolsVersion) }
        if old.version != new.version { parts.append(.version) }
        if old.traits != new.traits { parts.append(.traits) }
        if old.cLanguageStandard != new.cLanguageStandard || old.cxxLanguageStandard != new.cxxLanguageStandard {
            parts.append(.languageStandards)
        }
        if old.swiftLanguageModes != new.swiftLanguageModes { parts.append(.languageModes) }
        return parts
    }

    /// Products that are linked and that were not there, or otherwise.
    func changedProducts() -> [Product] {
        after.products.values.filter { $0.kind != .automaticLibrary && before.products[$0.id] != $0 }.sorted {
            $0.id < $1.id
        }
    }

    /// What the products among a target's dependencies stand for: their manifests say that, not the target's own.
    private func meanings(_ target: Target, _ graph: TargetGraph) -> [Product?] {
        target.dependencies.compactMap { dependency in
            if case .product(let id) = dependency.value { graph.products[id] } else { nil }
        }
    }

    /// By bytes: the two ways in which Unicode spells "é" are two files.
    private static func areSame(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}
