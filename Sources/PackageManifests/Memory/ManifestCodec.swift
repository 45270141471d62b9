import Digests
import PackageResolution
import Targets

/// The form in which evaluated manifests are remembered: the fields of `Manifest` in their order, as `RecordWriter`
/// writes them.
enum ManifestCodec {
    /// Part of every key: another form, another key.
    static let version = 5

    static func encode(_ manifest: Manifest) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(manifest.name)
        writer.write(manifest.toolsVersion.major)
        writer.write(manifest.toolsVersion.minor)
        writer.write(manifest.defaultLocalization)
        writer.write(manifest.cLanguageStandard)
        writer.write(manifest.cxxLanguageStandard)
        writer.write(manifest.swiftLanguageModes)
        writer.write(manifest.pkgConfig)
        writer.write(manifest.providers)
        writer.write(manifest.traits) {
            $0.write($1.name); $0.write($1.enables)
        }
        writer.write(manifest.dependencies, write)
        writer.write(manifest.products) {
            $0.write($1.name)
            $0.write(Int($1.kind.rawValue))
            $0.write($1.targets)
        }
        writer.write(manifest.targets, write)
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> Manifest {
        var reader = RecordReader(bytes)
        let manifest = Manifest(
            name: try reader.text(), toolsVersion: ToolsVersion(try reader.number(), try reader.number()),
            defaultLocalization: try reader.optionalText(), cLanguageStandard: try reader.optionalText(),
            cxxLanguageStandard: try reader.optionalText(), swiftLanguageModes: try reader.texts(),
            pkgConfig: try reader.optionalText(), providers: try reader.texts(),
            traits: try reader.list { (reader) throws(MalformedRecord) in
                DeclaredTrait(name: try reader.text(), enables: try reader.texts())
            },
            dependencies: try reader.list(dependency),
            products: try reader.list { (reader) throws(MalformedRecord) in
                DeclaredProduct(
                    name: try reader.text(), kind: try reader.choice(DeclaredProduct.Kind.self),
                    targets: try reader.texts())
            },
            targets: try reader.list(target))
        try reader.finish()
        return manifest
    }

    // MARK: Dependencies

    private static func write(_ writer: inout RecordWriter, _ dependency: DeclaredDependency) {
        writer.write(dependency.identity)
        writer.write(dependency.explicitName)
        switch dependency.source {
        case .folder(let path):
            writer.write(0)
            writer.write(path)
        case .sourceControl(let location, let isLocal, let requirement):
            writer.write(1)
            writer.write(location)
            writer.write(isLocal)
            write(&writer, requirement)
        case .registry(let requirement):
            writer.write(2)
            write(&writer, requirement)
        }
        writer.write(dependency.traits) { writer, traits in
            writer.write(traits) { writer, trait in
                writer.write(trait.name)
                writer.write(trait.onlyWith) { $0.write($1) }
            }
        }
    }

    private static func dependency(_ reader: inout RecordReader) throws(MalformedRecord) -> DeclaredDependency {
        let identity = try reader.text(), name = try reader.optionalText()
        let source: DeclaredDependency.Source
        switch try reader.number() {
        case 0: source = .folder(try reader.text())
        case 1:
            source = .sourceControl(
                location: try reader.text(), isLocal: try reader.flag(), try requirement(&reader))
        case 2: source = .registry(try requirement(&reader))
        default: throw MalformedRecord()
        }
        let traits = try reader.optional { (reader) throws(MalformedRecord) in
            try reader.list { (reader) throws(MalformedRecord) in
                RequestedTrait(
                    name: try reader.text(),
                    onlyWith: try reader.optional { (reader) throws(MalformedRecord) in try reader.texts() })
            }
        }
        return DeclaredDependency(identity: identity, explicitName: name, source: source, traits: traits)
    }

    private static func write(_ writer: inout RecordWriter, _ requirement: Requirement) {
        switch requirement {
        case .exact(let version):
            writer.write(0)
            writer.write(version.description)
        case .range(let low, let high):
            writer.write(1)
            writer.write(low.description)
            writer.write(high.description)
        case .branch(let name):
            writer.write(2)
            writer.write(name)
        case .revision(let name):
            writer.write(3)
            writer.write(name)
        }
    }

    private static func requirement(_ reader: inout RecordReader) throws(MalformedRecord) -> Requirement {
        switch try reader.number() {
        case 0: .exact(try version(&reader))
        case 1: .range(try version(&reader), try version(&reader))
        case 2: .branch(try reader.text())
        case 3: .revision(try reader.text())
        default: throw MalformedRecord()
        }
    }

    private static func version(_ reader: inout RecordReader) throws(MalformedRecord) -> Version {
        guard let version = Version(try reader.text()) else { throw MalformedRecord() }
        return version
    }

    // MARK: Targets

    private static func write(_ writer: inout RecordWriter, _ target: DeclaredTarget) {
        writer.write(target.name)
        writer.write(Int(target.kind.rawValue))
        writer.write(target.path)
        writer.write(target.exclude)
        writer.write(target.sources) { $0.write($1) }
        writer.write(target.resources) {
            $0.write($1.path)
            $0.write(Int($1.rule.rawValue))
        }
        writer.write(target.publicHeadersPath)
        writer.write(target.dependencies, write)
        writer.write(target.settings, SettingCodec.write)
        writer.write(target.packageAccess)
        writer.write(target.pkgConfig)
        writer.write(target.providers)
        writer.write(target.plugins) {
            $0.write($1.name)
            $0.write($1.package)
        }
        writer.write(target.commandVerb)
        writer.write(target.url)
        writer.write(target.checksum)
    }

    private static func target(_ reader: inout RecordReader) throws(MalformedRecord) -> DeclaredTarget {
        DeclaredTarget(
            name: try reader.text(), kind: try reader.choice(DeclaredTarget.Kind.self), path: try reader.optionalText(),
            exclude: try reader.texts(),
            sources: try reader.optional { (reader) throws(MalformedRecord) in try reader.texts() },
            resources: try reader.list { (reader) throws(MalformedRecord) in
                DeclaredTarget.Resource(
                    path: try reader.text(), rule: try reader.choice(DeclaredTarget.Resource.Rule.self))
            },
            publicHeadersPath: try reader.optionalText(), dependencies: try reader.list(targetDependency),
            settings: try reader.list(SettingCodec.setting), packageAccess: try reader.flag(),
            pkgConfig: try reader.optionalText(), providers: try reader.texts(),
            plugins: try reader.list { (reader) throws(MalformedRecord) in
                DeclaredTarget.PluginUse(name: try reader.text(), package: try reader.optionalText())
            },
            commandVerb: try reader.optionalText(), url: try reader.optionalText(), checksum: try reader.optionalText())
    }

    private static func write(_ writer: inout RecordWriter, _ dependency: DeclaredTargetDependency) {
        switch dependency.reference {
        case .target(let name):
            writer.write(0)
            writer.write(name)
        case .product(let name, let package, let aliases):
            writer.write(1)
            writer.write(name)
            writer.write(package)
            writer.write(aliases)
        case .either(let name):
            writer.write(2)
            writer.write(name)
        }
        SettingCodec.write(&writer, dependency.condition)
    }

    private static func targetDependency(_ reader: inout RecordReader) throws(MalformedRecord)
        -> DeclaredTargetDependency
    {
        let reference: DeclaredTargetDependency.Reference
        switch try reader.number() {
        case 0: reference = .target(try reader.text())
        case 1:
            reference = .product(
                try reader.text(), package: try reader.optionalText(), aliases: try reader.texts())
        case 2: reference = .either(try reader.text())
        default: throw MalformedRecord()
        }
        return DeclaredTargetDependency(reference: reference, condition: try SettingCodec.condition(&reader))
    }
}
