import Disk
import JSON
import Targets

/// The tables of a message to a plugin: paths, targets, products and packages, each by its place in its table, which is
/// given when all that it names has one. What plugins are not told of (other plugins, macros' and tests' products) has
/// none.
struct PackageListing {
    let graph: TargetGraph
    let configuration: BuildConfiguration
    private(set) var paths: [JSONText] = [.object([("subpath", .text(OpenRoot.mark))])]
    private(set) var targets: [JSONText] = []
    private(set) var products: [JSONText] = []
    private(set) var packages: [JSONText] = []
    private var pathIDs: [String: Int64] = [".": 0]
    private var targetIDs: [TargetID: Int64?] = [:]
    private var productIDs: [ProductID: Int64?] = [:]
    private var packageIDs: [PackageID: Int64] = [:]
    private var open: Set<PackageID> = []

    init(graph: TargetGraph, configuration: BuildConfiguration) {
        (self.graph, self.configuration) = (graph, configuration)
    }

    /// `path` is relative to the workspace root, or absolute.
    mutating func path(_ path: String) -> Int64 {
        if let known = pathIDs[path] { return known }
        let id = Int64(paths.count)
        let isInside = !path.hasPrefix("/")
        paths.append(
            .object(
                (isInside ? [("baseURLId", .integer(0))] : []) + [
                    ("subpath", .text(isInside ? path : String(path.dropFirst())))
                ]))
        pathIDs[path] = id
        return id
    }

    private func home(of id: PackageID) -> String { graph.packages[id]?.folder ?? "." }

    private func joined(_ folder: String, _ path: String) -> String {
        folder == "." ? path : path == "." ? folder : "\(folder)/\(path)"
    }

    mutating func id(of target: TargetID) -> Int64? {
        if let known = targetIDs[target] { return known }
        guard let value = graph.targets[target], let information = information(value) else {
            targetIDs[target] = .some(nil)
            return nil
        }
        var dependencies: [JSONText] = []
        for dependency in value.dependencies where dependency.holds(in: configuration) {
            switch dependency.value {
            case .target(let needed):
                if let id = id(of: needed) {
                    dependencies.append(.object([("target", .object([("targetId", .integer(id))]))]))
                }
            case .product(let needed):
                if let id = id(of: needed) {
                    dependencies.append(.object([("product", .object([("productId", .integer(id))]))]))
                }
            }
        }
        let folder = path(joined(home(of: target.package), value.folder)), id = Int64(targets.count)
        targets.append(
            .object([
                ("name", .text(target.name)), ("directoryId", .integer(folder)), ("dependencies", .array(dependencies)),
                ("info", information),
            ]))
        targetIDs[target] = id
        return id
    }

    private mutating func information(_ target: Target) -> JSONText? {
        let kind: String
        switch target.kind {
        case .library: kind = "generic"
        case .executable: kind = "executable"
        case .snippet: kind = "snippet"
        case .test: kind = "test"
        case .macro: kind = "macro"
        case .system:
            let (compiler, linker) = flags(of: target)
            return .object([
                (
                    "systemLibraryInfo",
                    .object([
                        ("pkgConfig", target.pkgConfig.map(JSONText.text) ?? .null), ("compilerFlags", texts(compiler)),
                        ("linkerFlags", texts(linker)),
                    ])
                )
            ])
        case .plugin, .binary: return nil
        }
        let settings = target.settings.filter { $0.holds(in: configuration) }.map(\.value)
        let libraries = settings.compactMap { if case .linkedLibrary(let name) = $0 { name } else { nil } }
        let shared: [(String, JSONText)] = [
            ("moduleName", .text(target.moduleName)), ("kind", .text(kind)), ("sourceFiles", files(of: target)),
            ("linkedLibraries", texts(libraries)),
            ("linkedFrameworks", .array([])),
        ]
        if target.language == .clang {
            let defines = settings.compactMap { if case .clangDefine(_, let define) = $0 { define } else { nil } }
            let folders = settings.compactMap {
                if case .clangHeaderSearchPath(_, let folder) = $0 { folder } else { nil }
            }
            let headers = target.publicHeaders.map { JSONText.integer(path(joined(home(of: target.id.package), $0))) }
            return .object([
                (
                    "clangSourceModuleInfo",
                    .object(
                        shared + [
                            ("preprocessorDefinitions", texts(defines)), ("headerSearchPaths", texts(folders)),
                            ("publicHeadersDirId", headers ?? .null),
                        ])
                )
            ])
        }
        let conditions = settings.compactMap { if case .swift(.define(let name)) = $0 { name } else { nil } }
        return .object([("swiftSourceModuleInfo", .object(shared + [("compilationConditions", texts(conditions))]))])
    }

    private mutating func files(of target: Target) -> JSONText {
        var result: [JSONText] = []
        let home = home(of: target.id.package)
        let groups: [(String, [String])] = [
            ("source", target.sources),
            ("resource", PackageListing.listed(target.resources) + target.embeddedResources),
            ("unknown", target.others),
        ]
        for (type, names) in groups {
            for name in names {
                let whole = joined(home, name)
                let cut = whole.utf8.lastIndex(of: UInt8(ascii: "/"))
                let folder = cut.map { String(whole[..<$0]) } ?? "."
                let last = cut.map { String(whole[whole.utf8.index(after: $0)...]) } ?? whole
                result.append(
                    .object([("basePathId", .integer(path(folder))), ("name", .text(last)), ("type", .text(type))]))
            }
        }
        return .array(result)
    }

    /// As SwiftPM lists them: a folder that is copied whole is one. `resources`: sorted by their names.
    private static func listed(_ resources: [Resource]) -> [String] {
        var result: [String] = []
        for resource in resources {
            var path = resource.source
            if let slash = resource.name.firstIndex(of: "/"), !resource.name[..<slash].hasSuffix(".lproj") {
                path = String(decoding: path.utf8.dropLast(resource.name[slash...].utf8.count), as: UTF8.self)
            }
            if result.last != path { result.append(path) }
        }
        return result
    }

    private func flags(of target: Target) -> (compiler: [String], linker: [String]) {
        var compiler: [String] = [], linker: [String] = []
        for setting in target.settings.map(\.value) {
            switch setting {
            case .clangUnsafeFlags(_, let words): compiler += words
            case .linkerUnsafeFlags(let words): linker += words
            default: break
            }
        }
        return (compiler, linker)
    }

    private func texts(_ words: [String]) -> JSONText { .array(words.map(JSONText.text)) }

    mutating func id(of product: ProductID) -> Int64? {
        if let known = productIDs[product] { return known }
        productIDs[product] = .some(nil)
        guard let value = graph.products[product] else { return nil }
        let information: JSONText
        switch value.kind {
        case .executable:
            guard let main = value.targets.first(where: { graph.targets[$0]?.kind == .executable }),
                let id = id(of: main)
            else { return nil }
            information = .object([("executable", .object([("mainTargetId", .integer(id))]))])
        case .automaticLibrary, .staticLibrary, .dynamicLibrary:
            let kind =
                value.kind == .automaticLibrary ? "automatic" : value.kind == .staticLibrary ? "static" : "dynamic"
            information = .object([("library", .object([("kind", .object([(kind, .object([]))]))]))])
        case .snippet, .plugin, .macro, .test: return nil
        }
        let members = value.targets.compactMap { self.id(of: $0) }.map(JSONText.integer)
        let id = Int64(products.count)
        products.append(
            .object([("name", .text(product.name)), ("targetIds", .array(members)), ("info", information)]))
        productIDs[product] = id
        return id
    }

    mutating func id(of package: PackageID) -> Int64 {
        if let known = packageIDs[package] { return known }
        // Packages may need each other through their targets: each is told what it depends on that is not being told of
        // already.
        open.insert(package)
        defer { open.remove(package) }
        var needed: Set<PackageID> = []
        for target in graph.byPackage[package] ?? [] {
            needed.formUnion(graph.dependencies(of: target, in: configuration).map(\.package).filter { $0 != package })
        }
        let dependencies = needed.sorted().filter { !open.contains($0) }.map { self.id(of: $0) }
        let own = graph.packages[package]
        let offered = graph.products.keys.filter { $0.package == package }.sorted().compactMap { self.id(of: $0) }
        let inside = (graph.byPackage[package] ?? []).sorted().compactMap { self.id(of: $0) }
        let folder = path(home(of: package)), version = own?.toolsVersion ?? ToolsVersion(5, 9)
        let origin: JSONText =
            package.isExternal
            ? .object([
                (
                    "repository",
                    .object([
                        ("url", .text(own?.identity ?? package.name)),
                        ("displayVersion", .text(own?.version ?? "no version")), ("scmRevision", "no revision"),
                    ])
                )
            ]) : .object([("root", .object([]))])
        let id = Int64(packages.count)
        let tools: [(String, JSONText)] = [
            ("major", .integer(Int64(version.major))), ("minor", .integer(Int64(version.minor))), ("patch", 0),
        ]
        let rows = dependencies.map { JSONText.object([("packageId", .integer($0))]) }
        // SwiftPM takes the folder's name, which is another one in each checkout.
        let identity = package.name == "." ? own?.displayName.lowercased() : own?.identity
        let members: [(String, JSONText)] = [
            ("identity", .text(identity ?? package.name)), ("displayName", .text(own?.displayName ?? package.name)),
            ("directoryId", .integer(folder)), ("origin", origin), ("toolsVersion", .object(tools)),
            ("dependencies", .array(rows)),
            ("productIds", .array(offered.map(JSONText.integer))), ("targetIds", .array(inside.map(JSONText.integer))),
        ]
        packages.append(.object(members))
        packageIDs[package] = id
        return id
    }
}
