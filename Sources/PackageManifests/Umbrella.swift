import Disk
import Targets

/// One package that wants what all packages of the workspace want from elsewhere: SwiftPM resolves it, and by that the workspace.
///
/// The real packages are not part of it. So its text changes only where a wish changes, whatever else is edited in a manifest; SwiftPM
/// never writes a lock file beside a manifest that people own; and a fresh clone finds the resolution by the text alone.
struct Umbrella: Hashable, Sendable {
    struct Wish: Hashable, Sendable {
        var location: String
        var requirement: Requirement
        /// Sorted; `default` for the default ones.
        var traits: [String]
    }

    /// By identity.
    var wishes: [String: Wish]
    /// Packages of the workspace that dependencies would otherwise fetch, by identity: their traits.
    var stands: [String: [DeclaredTrait]]

    /// Unites what the local packages want.
    init(table: PackageTable, traits: EnabledTraits) throws(ManifestError) {
        var united: [String: (first: Irreconcilable.Wish, wish: Wish)] = [:]
        for id in table.ids {
            guard let package = table[id], !package.isExternal else { continue }
            let targets = package.targetsInUse
            for dependency in package.manifest.dependencies {
                switch dependency.source {
                case .folder: continue
                case .registry:
                    throw .registryDependency(identity: dependency.identity, neededBy: id)
                case .sourceControl(let location, let isLocal, let requirement):
                    guard EnabledTraits.isUsed(dependency, by: package, targets, with: traits[id]) else { continue }
                    if !table.locals(withIdentity: dependency.identity).isEmpty {
                        _ = try table.local(withIdentity: dependency.identity)
                        continue
                    }
                    let place = isLocal ? AbsolutePath(location, in: package.folder).string : location
                    let wish = Irreconcilable.Wish(
                        package: id, manifest: package.manifestPath, requirement: requirement, location: place)
                    let wanted = Set(EnabledTraits.requested(of: dependency, with: traits[id]))
                    guard let earlier = united[dependency.identity] else {
                        united[dependency.identity] = (
                            wish, Wish(location: place, requirement: requirement, traits: wanted.sorted())
                        )
                        continue
                    }
                    guard Umbrella.canonical(earlier.wish.location) == Umbrella.canonical(place),
                        let both = earlier.wish.requirement.intersection(requirement)
                    else {
                        throw .irreconcilable(
                            Irreconcilable(identity: dependency.identity, first: earlier.first, second: wish))
                    }
                    united[dependency.identity]!.wish.requirement = both
                    united[dependency.identity]!.wish.traits = wanted.union(earlier.wish.traits).sorted()
                }
            }
        }
        wishes = united.mapValues(\.wish)
        stands = [:]
    }

    /// What the manifest of the umbrella says.
    var text: String {
        let usesTraits = wishes.values.contains { $0.traits != ["default"] }
        var text = """
            // swift-tools-version: \(usesTraits ? "6.1" : "6.0")
            import PackageDescription

            let package = Package(
                name: "umbrella",
                dependencies: [

            """
        for (_, wish) in wishes.sorted(by: { $0.key < $1.key }) {
            var line = "        .package(url: \(Umbrella.quoted(wish.location)), \(Umbrella.spelled(wish.requirement))"
            if wish.traits != ["default"] {
                line += ", traits: [\(wish.traits.map { ".init(name: \(Umbrella.quoted($0)))" }.joined(separator: ", "))]"
            }
            text += line + "),\n"
        }
        for identity in stands.keys.sorted() { text += "        .package(path: \(Umbrella.quoted("local/" + identity))),\n" }
        return text + "    ]\n)\n"
    }

    /// The manifest that stands for a package of the workspace: it wants nothing, since the umbrella wants it already.
    func standText(for identity: String) -> String {
        let traits = (stands[identity] ?? []).map { trait in
            let enables = trait.enables.map(Umbrella.quoted).joined(separator: ", ")
            return trait.name == "default"
                ? ".default(enabledTraits: [\(enables)])"
                : ".trait(name: \(Umbrella.quoted(trait.name)), enabledTraits: [\(enables)])"
        }
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(name: \(Umbrella.quoted(identity)), traits: [\(traits.joined(separator: ", "))])

            """
    }

    private static func spelled(_ requirement: Requirement) -> String {
        switch requirement {
        case .exact(let version): "exact: \(quoted(version.description))"
        case .range(let low, let high): "\(quoted(low.description))..<\(quoted(high.description))"
        case .branch(let name): "branch: \(quoted(name))"
        case .revision(let name): "revision: \(quoted(name))"
        }
    }

    /// A Swift string literal.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// What is left of an address when what does not tell packages apart is taken away: scheme, user, port, case, `.git`.
    static func canonical(_ location: String) -> String {
        var text = Substring(location.lowercased())
        if let scheme = text.firstRange(of: "://") {
            text = text[scheme.upperBound...]
        } else if let colon = text.firstIndex(of: ":"), !text.hasPrefix("/") {
            text = text[..<colon] + "/" + text[text.index(after: colon)...]
        }
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        if let user = text[..<slash].lastIndex(of: "@") { text = text[text.index(after: user)...] }
        while text.hasSuffix("/") { text = text.dropLast() }
        if text.hasSuffix(".git") { text = text.dropLast(4) }
        let host = text.prefix { $0 != "/" }
        if let port = host.firstIndex(of: ":") { return String(host[..<port] + text[host.endIndex...]) }
        return String(text)
    }
}
