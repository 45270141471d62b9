/// One package that wants what all packages of the workspace want from elsewhere: SwiftPM resolves it, and by that the
/// workspace.
///
/// The real packages are not part of it. So its text changes only where a wish changes, whatever else is edited in a
/// manifest; SwiftPM never writes a lock file beside a manifest that people own; and a fresh clone finds the resolution
/// by the text alone.
public struct Umbrella: Hashable, Sendable {
    /// What the packages of a workspace want of one package from elsewhere.
    public struct Wish: Hashable, Sendable {
        /// An address, or the path of a repository on this machine.
        public var location: String
        public var requirement: Requirement
        /// Sorted; `default` for the default ones.
        public var traits: [String]

        public init(location: String, requirement: Requirement, traits: [String]) {
            (self.location, self.requirement, self.traits) = (location, requirement, traits)
        }

        /// What satisfies both, from where the first comes from; nil where nothing does.
        public func united(with other: Wish) -> Wish? {
            guard Umbrella.canonical(location) == Umbrella.canonical(other.location),
                let both = requirement.intersection(other.requirement)
            else { return nil }
            return Wish(location: location, requirement: both, traits: Set(traits).union(other.traits).sorted())
        }
    }

    /// A trait of a package of the workspace.
    public struct Trait: Hashable, Sendable {
        /// `default` for the set of those that are on by default.
        public var name: String
        public var enables: [String]

        public init(name: String, enables: [String]) { (self.name, self.enables) = (name, enables) }
    }

    /// By identity.
    public var wishes: [String: Wish]
    /// Packages of the workspace that dependencies would otherwise fetch, by identity: their traits.
    public var stands: [String: [Trait]]

    /// Nothing stands for any package yet.
    public init(wishes: [String: Wish]) { (self.wishes, stands) = (wishes, [:]) }

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
                line +=
                    ", traits: [\(wish.traits.map { ".init(name: \(Umbrella.quoted($0)))" }.joined(separator: ", "))]"
            }
            text += line + "),\n"
        }
        for identity in stands.keys.sorted() {
            text += "        .package(path: \(Umbrella.quoted("local/" + identity))),\n"
        }
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

    /// What is left of an address when what does not tell packages apart is taken away: scheme, user, port, case,
    /// `.git`.
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
