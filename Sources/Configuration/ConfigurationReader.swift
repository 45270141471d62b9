import ArtifactCache
import Disk
import JSON
import Signatures
import Targets

/// Reads `mono.json`: which keys there are, and what each may hold.
struct ConfigurationReader {
    let file: AbsolutePath
    let home: AbsolutePath?
    let files: any FileSystem

    private var root: AbsolutePath { file.parent }

    func read(_ bytes: [UInt8]) throws(ConfigurationError) -> WorkspaceConfiguration {
        let value: JSONValue
        do {
            value = try JSONParser.parse(bytes)
        } catch {
            throw ConfigurationError(
                file: file, keyPath: "", line: error.line, fact: .syntax(error.expected, column: error.column))
        }
        let object = try ConfigurationObject(
            value, keyPath: "", file: file,
            keys: [
                "packages", "cache", "cacheLimits", "sharedCache", "remoteCache", "remoteExecutor", "jobs", "tests",
                "architecture", "wiring", "observers",
            ])
        var configuration = WorkspaceConfiguration(root: root, file: file, packages: [])
        configuration.cache = try object["cache"].map { (value) throws(ConfigurationError) in try path(value) }
        if let value = object["cacheLimits"] { configuration.cacheLimits = try cacheLimits(value) }
        if let value = object["sharedCache"] { try addSharedCache(value, to: &configuration) }
        if let value = object["remoteCache"] { try addRemoteCache(value, to: &configuration) }
        if let value = object["remoteExecutor"] {
            configuration.remoteExecutor = try RemoteExecutorReader().read(value)
        }
        configuration.jobs = try object["jobs"]?.count(atMost: 10_000)
        configuration.testInputs =
            try object["tests"].map { (value) throws(ConfigurationError) in try testInputs(value) } ?? TestInputs()
        if let architecture = object["architecture"] {
            let reader = ArchitectureReader { value throws(ConfigurationError) in try self.path(value) }
            configuration.architecture = try reader.read(architecture)
        }
        if let wiring = object["wiring"] {
            var settings = try WiringReader().read(wiring)
            settings.testing = Set(configuration.architecture.features.values.compactMap(\.testing))
            configuration.wiring = settings
        }
        if let observers = object["observers"] {
            let reader = ObserverReader { value throws(ConfigurationError) in try self.path(value) }
            configuration.observers = try reader.read(observers)
        }
        if let packages = object["packages"] {
            try addPackages(packages, to: &configuration)
        } else if files.isFile(root / "Package.swift") {
            configuration.packages = [WorkspaceConfiguration.PackageEntry(folder: root, line: value.line)]
        } else {
            throw ConfigurationError(file: file, keyPath: "packages", line: value.line, fact: .missing)
        }
        return configuration
    }

    private func addPackages(
        _ value: ConfigurationValue, to configuration: inout WorkspaceConfiguration
    ) throws(ConfigurationError) {
        var found: [AbsolutePath: Int] = [:]
        for element in try value.list() {
            let text = try element.text()
            guard !text.isEmpty, !text.utf8.contains(0), !text.hasPrefix("/"), !text.hasPrefix("~"),
                !PackagePath.leavesPackage(PackagePath.joined(".", text))
            else { throw element.error(.badValue(text, allowed: ["a path below the workspace's folder"])) }
            configuration.patterns.append(text)
            let pattern = PathPattern(PackagePath.joined(".", text))
            guard pattern.hasWildcard else {
                let folder = root / text
                found[folder] = min(found[folder] ?? .max, element.value.line)
                continue
            }
            let matches = pattern.folders(below: root, holding: "Package.swift", files: files)
            if matches.isEmpty, !pattern.isKeptEmpty(below: root, files) {
                configuration.idlePatterns.append(.init(text: text, line: element.value.line))
            }
            for folder in matches { found[folder] = min(found[folder] ?? .max, element.value.line) }
        }
        if found.isEmpty { throw value.error(.noPackages) }
        configuration.packages = found.map { WorkspaceConfiguration.PackageEntry(folder: $0.key, line: $0.value) }
            .sorted { $0.folder < $1.folder }
    }

    /// `false`: none.
    private func cacheLimits(_ value: ConfigurationValue) throws(ConfigurationError) -> CacheLimits {
        if value.value.bool == false { return CacheLimits() }
        let object = try value.object(keys: ["days", "gigabytes"])
        return CacheLimits(
            days: try object["days"]?.count(atMost: 1_000_000),
            gigabytes: try object["gigabytes"]?.count(atMost: 1_000_000))
    }

    private func testInputs(_ value: ConfigurationValue) throws(ConfigurationError) -> TestInputs {
        let object = try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: file, keys: ["environment", "files"])
        var inputs = TestInputs()
        for name in try object["environment"]?.list() ?? [] {
            let text = try name.text()
            if text.isEmpty || text.utf8.contains(0) || text.contains("=") {
                throw name.error(.badValue(text, allowed: ["the name of a variable"]))
            }
            inputs.environment.append(text)
        }
        for path in try object["files"]?.list() ?? [] {
            let text = try path.text()
            if text.isEmpty || text.utf8.contains(0) || text.hasPrefix("~") {
                throw path.error(.badValue(text, allowed: ["a path, absolute or from the workspace's folder"]))
            }
            inputs.files.append(text)
        }
        return inputs
    }

    private func addSharedCache(_ value: ConfigurationValue, to configuration: inout WorkspaceConfiguration)
        throws(ConfigurationError)
    {
        if let (place, mode) = value.placeAndMode {
            configuration.sharedCache = SharedTier(folder: try path(place), mode: mode)
            return
        }
        let object = try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: file, keys: ["path", "mode", "scope", "trustedKeys"],
            orText: true)
        guard let folder = object["path"] else {
            throw ConfigurationError(
                file: file, keyPath: value.keyPath + ".path", line: value.value.line, fact: .missing)
        }
        var tier = SharedTier(folder: try path(folder), mode: .readWrite)
        if let mode = object["mode"] { tier.mode = try mode.cacheMode() }
        configuration.sharedCache = tier
        try addTrust(object, to: &configuration)
    }

    private func addRemoteCache(_ value: ConfigurationValue, to configuration: inout WorkspaceConfiguration)
        throws(ConfigurationError)
    {
        let reader = RemoteCacheReader { value throws(ConfigurationError) in try self.path(value) }
        configuration.remoteCache = try reader.read(value)
        if value.value.string == nil { try addTrust(try reader.object(value), to: &configuration) }
    }

    /// Scopes and keys hold for all caches behind the local one, whichever of them names them.
    private func addTrust(_ object: ConfigurationObject, to configuration: inout WorkspaceConfiguration)
        throws(ConfigurationError)
    {
        if let scope = object["scope"] {
            if configuration.scopes != nil { throw scope.error(.twice) }
            configuration.scopes = try scopes(scope)
        }
        if let keys = object["trustedKeys"] {
            if configuration.trustedKeys != nil { throw keys.error(.twice) }
            var trusted: [VerifyingKey] = []
            for key in try keys.list() {
                let text = try key.text()
                guard let known = VerifyingKey(text) else {
                    throw key.error(.badValue(text, allowed: ["mono-public-key: and 64 digits"]))
                }
                trusted.append(known)
            }
            configuration.trustedKeys = trusted
        }
    }

    /// One name, or a list of them, of which the first is written to.
    private func scopes(_ value: ConfigurationValue) throws(ConfigurationError) -> ScopeChain {
        let names = value.value.string == nil ? try value.list() : [value]
        var scopes: [CacheScope] = []
        for name in names {
            let text = try name.text()
            guard let scope = CacheScope(text) else {
                throw name.error(.badValue(text, allowed: ["lower-case letters, digits, '.', '_' and '-'"]))
            }
            scopes.append(scope)
        }
        guard let first = scopes.first else { throw value.error(.badValue("[]", allowed: ["the name of a scope"])) }
        guard let chain = ScopeChain(writing: first, reading: Array(scopes.dropFirst())) else {
            let allowed = "'main' alone, or another scope first: 'main' reads no other"
            throw value.error(.badValue("main, …", allowed: [allowed]))
        }
        return chain
    }

    /// A folder anywhere: absolute, from the home folder, or relative to the file's.
    private func path(_ value: ConfigurationValue) throws(ConfigurationError) -> AbsolutePath {
        let text = try value.text()
        if text.isEmpty || text.utf8.contains(0) { throw value.error(.badValue(text, allowed: ["a path"])) }
        if text == "~" || text.hasPrefix("~/") {
            guard let home else {
                throw value.error(.badValue(text, allowed: ["a path; the home folder is not known"]))
            }
            return AbsolutePath(String(text.dropFirst(2)), in: home)
        }
        return AbsolutePath(text, in: root)
    }
}

/// A value with the path of keys that leads to it.
struct ConfigurationValue {
    var value: JSONValue
    var keyPath: String
    var file: AbsolutePath

    func error(_ fact: ConfigurationError.Fact) -> ConfigurationError {
        ConfigurationError(file: file, keyPath: keyPath, line: value.line, fact: fact)
    }

    func text() throws(ConfigurationError) -> String {
        guard let text = value.string else { throw wrongType(expected: .string) }
        return text
    }

    /// Of a cache that is named by one text: `PLACE`, `PLACE:ro` or `PLACE:rw`, as options name it. Nil for all else.
    var placeAndMode: (place: ConfigurationValue, mode: SharedTier.Mode)? {
        guard let text = value.string else { return nil }
        let isReadOnly = text.hasSuffix(":ro")
        var place = self
        if isReadOnly || text.hasSuffix(":rw") { place.value.content = .string(String(text.dropLast(3))) }
        return (place, isReadOnly ? .readOnly : .readWrite)
    }

    /// How a cache is used.
    func cacheMode() throws(ConfigurationError) -> SharedTier.Mode {
        switch try text() {
        case "rw": return .readWrite
        case "ro": return .readOnly
        case let other: throw error(.badValue(other, allowed: ["rw", "ro"]))
        }
    }

    func integer() throws(ConfigurationError) -> Int {
        guard let number = value.integer else { throw wrongType(expected: .integer) }
        return number
    }

    /// One or more.
    func count(atMost limit: Int) throws(ConfigurationError) -> Int {
        let count = try integer()
        if count < 1 || count > limit { throw error(.badValue("\(count)", allowed: ["1 to \(limit)"])) }
        return count
    }

    func list() throws(ConfigurationError) -> [ConfigurationValue] {
        guard let elements = value.array else { throw wrongType(expected: .array) }
        return elements.enumerated().map {
            ConfigurationValue(value: $0.element, keyPath: "\(keyPath)[\($0.offset)]", file: file)
        }
    }

    func object(keys: [String]) throws(ConfigurationError) -> ConfigurationObject {
        try ConfigurationObject(value, keyPath: keyPath, file: file, keys: keys)
    }

    /// The members of an object whose keys are names, in the file's order.
    func members() throws(ConfigurationError) -> [(name: String, value: ConfigurationValue)] {
        guard let members = value.members else { throw wrongType(expected: .object) }
        var found: [(name: String, value: ConfigurationValue)] = []
        for member in members {
            let path = "\(keyPath).\(member.key)"
            guard !found.contains(where: { $0.name == member.key }) else {
                throw ConfigurationError(file: file, keyPath: path, line: member.line, fact: .twice)
            }
            found.append((member.key, ConfigurationValue(value: member.value, keyPath: path, file: file)))
        }
        return found
    }

    func wrongType(expected: ConfigurationError.ValueType) -> ConfigurationError {
        error(.wrongType(expected: expected, found: value.type))
    }
}

/// An object whose keys are all known.
struct ConfigurationObject {
    private var values: [String: ConfigurationValue] = [:]

    /// `orText`: a text would have done as well, for the message.
    init(
        _ value: JSONValue, keyPath: String, file: AbsolutePath, keys: [String], orText: Bool = false
    ) throws(ConfigurationError) {
        guard let members = value.members else {
            throw ConfigurationError(
                file: file, keyPath: keyPath, line: value.line,
                fact: .wrongType(expected: orText ? .stringOrObject : .object, found: value.type))
        }
        for member in members {
            let path = keyPath.isEmpty ? member.key : keyPath + "." + member.key
            func error(_ fact: ConfigurationError.Fact) -> ConfigurationError {
                ConfigurationError(file: file, keyPath: path, line: member.line, fact: fact)
            }
            guard keys.contains(member.key) else { throw error(.unknownKey(known: keys)) }
            guard values[member.key] == nil else { throw error(.twice) }
            values[member.key] = ConfigurationValue(value: member.value, keyPath: path, file: file)
        }
    }

    subscript(key: String) -> ConfigurationValue? { values[key] }
}

extension JSONValue {
    var type: ConfigurationError.ValueType {
        switch content {
        case .null: .null
        case .bool: .bool
        case .number: integer == nil ? .number : .integer
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
