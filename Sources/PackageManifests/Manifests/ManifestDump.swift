import Disk
import JSON
import PackageResolution
import Targets

/// Reads what `swift package dump-package` prints.
struct ManifestDump {
    /// Where a package lies on this machine, to make paths relative to it.
    var folder: AbsolutePath
    /// The manifest's own text: a path that it spells out in full is meant in full.
    var text: [UInt8]

    func manifest(from output: [UInt8]) throws(ManifestDumpError) -> Manifest {
        let root: JSONValue
        do {
            root = try JSONParser.parse(output)
        } catch {
            throw .notJSON(error)
        }
        guard root.members != nil else { throw .missing("the package") }
        return Manifest(
            name: try string(root["name"], "name"),
            toolsVersion: try toolsVersion(root["toolsVersion"]),
            defaultLocalization: root["defaultLocalization"]?.string,
            cLanguageStandard: root["cLanguageStandard"]?.string,
            cxxLanguageStandard: root["cxxLanguageStandard"]?.string,
            swiftLanguageModes: try strings(root["swiftLanguageVersions"], "swiftLanguageVersions"),
            pkgConfig: root["pkgConfig"]?.string,
            providers: try providers(root["providers"]),
            traits: try traits(root["traits"]),
            dependencies: try each(root["dependencies"], "dependencies", dependency),
            products: try each(root["products"], "products", product),
            targets: try each(root["targets"], "targets", target))
    }

    private func traits(_ value: JSONValue?) throws(ManifestDumpError) -> [DeclaredTrait] {
        try each(value, "traits") { (trait) throws(ManifestDumpError) in
            DeclaredTrait(
                name: try string(trait["name"], "traits.name"),
                enables: try strings(trait["enabledTraits"], "traits.enabledTraits").sorted())
        }.sorted { $0.name < $1.name }
    }

    private func providers(_ value: JSONValue?) throws(ManifestDumpError) -> [String] {
        try each(value, "providers") { (provider) throws(ManifestDumpError) in
            let (kind, names) = try choice(provider, "providers")
            return "\(kind): \(try strings(names.first, "providers").joined(separator: " "))"
        }
    }

    // MARK: Packages

    private func dependency(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredDependency {
        let (kind, payload) = try choice(value, "dependencies")
        guard let settings = payload.first else { throw .missing("dependencies.\(kind)") }
        let source: DeclaredDependency.Source
        switch kind {
        case "fileSystem": source = .folder(shared(try string(settings["path"], "dependencies.path")))
        case "sourceControl":
            let requirement = try self.requirement(settings["requirement"])
            let (form, place) = try choice(settings["location"], "dependencies.location")
            switch form {
            case "local":
                let path = try string(place.first, "dependencies.location")
                source = .sourceControl(location: shared(path), isLocal: true, requirement)
            case "remote":
                let location = place.first?["urlString"] ?? place.first
                source = .sourceControl(
                    location: try string(location, "dependencies.location"), isLocal: false, requirement)
            default: throw .unknown("dependencies.location", form)
            }
        case "registry": source = .registry(try requirement(settings["requirement"]))
        default: throw .unknown("dependencies", kind)
        }
        var traits: [RequestedTrait]?
        if let requested = settings["traits"] {
            traits = try each(requested, "dependencies.traits") { (trait) throws(ManifestDumpError) in
                let condition = trait["condition"]?["traits"]
                return RequestedTrait(
                    name: try string(trait["name"], "dependencies.traits.name"),
                    onlyWith: condition == nil ? nil : try strings(condition, "dependencies.traits.condition").sorted())
            }.sorted { $0.name < $1.name }
        }
        return DeclaredDependency(
            identity: try string(settings["identity"], "dependencies.identity"),
            explicitName: settings["nameForTargetDependencyResolutionOnly"]?.string, source: source, traits: traits)
    }

    private func requirement(_ value: JSONValue?) throws(ManifestDumpError) -> Requirement {
        let (kind, payload) = try choice(value, "dependencies.requirement")
        func version(_ value: JSONValue?) throws(ManifestDumpError) -> Version {
            let text = try string(value, "dependencies.requirement")
            guard let version = Version(text) else { throw .unknown("dependencies.requirement", text) }
            return version
        }
        switch kind {
        case "exact": return .exact(try version(payload.first))
        case "range":
            return .range(try version(payload.first?["lowerBound"]), try version(payload.first?["upperBound"]))
        case "branch": return .branch(try string(payload.first, "dependencies.requirement"))
        case "revision": return .revision(try string(payload.first, "dependencies.requirement"))
        default: throw .unknown("dependencies.requirement", kind)
        }
    }

    /// A path in the form that is the same on every machine that has the package: relative to the package's folder,
    /// unless the manifest spells it out from the root.
    private func shared(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        return ByteSearch.contains(Array(path.utf8), in: text) ? path : AbsolutePath(path).relative(to: folder)
    }

    private func product(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredProduct {
        let (kind, payload) = try choice(value["type"], "products.type")
        let form = (kind, payload.first?.string)
        let declared: DeclaredProduct.Kind
        switch form {
        case ("executable", _): declared = .executable
        case ("library", "automatic"?): declared = .automaticLibrary
        case ("library", "static"?): declared = .staticLibrary
        case ("library", "dynamic"?): declared = .dynamicLibrary
        case ("plugin", _): declared = .plugin
        case ("test", _): declared = .test
        case ("snippet", _): declared = .snippet
        case ("macro", _): declared = .macro
        default: throw .unknown("products.type", form.1 ?? kind)
        }
        return DeclaredProduct(
            name: try string(value["name"], "products.name"), kind: declared,
            targets: try strings(value["targets"], "products.targets"))
    }

    // MARK: Targets

    private func target(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredTarget {
        let type = try string(value["type"], "targets.type")
        let kind: DeclaredTarget.Kind
        switch type {
        case "regular": kind = .regular
        case "executable": kind = .executable
        case "test": kind = .test
        case "system": kind = .system
        case "binary": kind = .binary
        case "plugin": kind = .plugin
        case "macro": kind = .macro
        default: throw .unknown("targets.type", type)
        }
        return DeclaredTarget(
            name: try string(value["name"], "targets.name"), kind: kind, path: value["path"]?.string,
            exclude: try strings(value["exclude"], "targets.exclude"),
            sources: value["sources"] == nil ? nil : try strings(value["sources"], "targets.sources"),
            resources: try each(value["resources"], "targets.resources", resource),
            publicHeadersPath: value["publicHeadersPath"]?.string,
            dependencies: try each(value["dependencies"], "targets.dependencies", targetDependency),
            settings: try each(value["settings"], "targets.settings", SettingDump.setting),
            packageAccess: value["packageAccess"]?.bool ?? true, pkgConfig: value["pkgConfig"]?.string,
            providers: try providers(value["providers"]),
            plugins: try each(value["pluginUsages"], "targets.pluginUsages") { (use) throws(ManifestDumpError) in
                let (_, payload) = try choice(use, "targets.pluginUsages")
                return DeclaredTarget.PluginUse(
                    name: try string(payload.first, "targets.pluginUsages"),
                    package: payload.count > 1 ? payload[1].string : nil)
            },
            commandVerb: kind == .plugin ? try commandVerb(value["pluginCapability"]) : nil,
            url: value["url"]?.string, checksum: value["checksum"]?.string)
    }

    /// Nil for a plugin that takes part in builds.
    private func commandVerb(_ capability: JSONValue?) throws(ManifestDumpError) -> String? {
        let path = "targets.pluginCapability"
        let (kind, payload) = try choice(capability, path)
        switch kind {
        case "buildTool": return nil
        case "command":
            let (intent, details) = try choice(payload.first, path)
            switch intent {
            case "documentationGeneration": return "generate-documentation"
            case "sourceCodeFormatting": return "format-source-code"
            default: return try string(details.first?["verb"], path)
            }
        default: throw .unknown(path, kind)
        }
    }

    private func resource(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredTarget.Resource {
        let (kind, _) = try choice(value["rule"], "targets.resources.rule")
        let rule: DeclaredTarget.Resource.Rule
        switch kind {
        case "process": rule = .process
        case "copy": rule = .copy
        case "embedInCode": rule = .embedInCode
        default: throw .unknown("targets.resources.rule", kind)
        }
        return DeclaredTarget.Resource(path: try string(value["path"], "targets.resources.path"), rule: rule)
    }

    private func targetDependency(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredTargetDependency {
        let (kind, payload) = try choice(value, "targets.dependencies")
        let name = try string(payload.first, "targets.dependencies")
        func at(_ index: Int) -> JSONValue? { index < payload.count && !payload[index].isNull ? payload[index] : nil }
        switch kind {
        case "target":
            return DeclaredTargetDependency(reference: .target(name), condition: try SettingDump.condition(at(1)))
        case "byName":
            return DeclaredTargetDependency(reference: .either(name), condition: try SettingDump.condition(at(1)))
        case "product":
            let aliases = (at(2)?.members ?? []).map { "\($0.key)=\($0.value.string ?? "")" }.sorted()
            return DeclaredTargetDependency(
                reference: .product(name, package: at(1)?.string, aliases: aliases),
                condition: try SettingDump.condition(at(3)))
        default: throw .unknown("targets.dependencies", kind)
        }
    }
}

/// What SwiftPM printed is not what is understood here: another version of SwiftPM, as a rule.
public enum ManifestDumpError: Error, Hashable, Sendable {
    case notJSON(JSONSyntaxError)
    /// Nothing of the right type at this key path.
    case missing(String)
    /// At this key path, something that mono does not know.
    case unknown(String, String)
}

// MARK: The forms of Swift's encoders

func string(_ value: JSONValue?, _ path: String) throws(ManifestDumpError) -> String {
    guard let text = value?.string else { throw .missing(path) }
    return text
}

/// Nothing there is an empty list.
func strings(_ value: JSONValue?, _ path: String) throws(ManifestDumpError) -> [String] {
    try each(value, path) { (element) throws(ManifestDumpError) in try string(element, path) }
}

func each<Element>(
    _ value: JSONValue?, _ path: String, _ read: (JSONValue) throws(ManifestDumpError) -> Element
) throws(ManifestDumpError) -> [Element] {
    guard let value else { return [] }
    guard let elements = value.array else { throw .missing(path) }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements { result.append(try read(element)) }
    return result
}

/// An enum's case with its payload: an object with one member, whose value is a list, an object, or null.
func choice(_ value: JSONValue?, _ path: String) throws(ManifestDumpError) -> (name: String, payload: [JSONValue]) {
    guard let members = value?.members, let member = members.first, members.count == 1 else { throw .missing(path) }
    switch member.value.content {
    case .array(let elements): return (member.key, elements)
    case .null: return (member.key, [])
    default: return (member.key, [member.value])
    }
}

private func toolsVersion(_ value: JSONValue?) throws(ManifestDumpError) -> ToolsVersion {
    let parts = try string(value?["_version"], "toolsVersion").split(separator: ".")
    guard parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { throw .missing("toolsVersion") }
    return ToolsVersion(major, minor)
}
