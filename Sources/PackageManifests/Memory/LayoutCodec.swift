import Digests
import Targets

/// The form in which a package's targets are remembered: what their folders said. What their declarations say is worked
/// out again.
enum LayoutCodec {
    /// Nil for what has another form: snippets, system libraries that pkg-config finds, sources in two languages,
    /// links.
    static func encode(
        _ result: TargetAssembly.Result, of package: LoadedManifest, traits: Set<String>, _ declared: [DeclaredTarget]
    ) -> [UInt8]? {
        guard result.links.isEmpty else { return nil }
        var writer = RecordWriter()
        let indices = Dictionary(zip(declared.map(\.name), declared.indices)) { first, _ in first }
        guard result.targets.allSatisfy({ indices[$0.id.name] != nil }), result.notes.allSatisfy(isRemembered) else {
            return nil
        }
        writer.write(result.targets) { writer, target in
            writer.write(indices[target.id.name]!)
            write(&writer, target)
        }
        writer.write(result.notes, write)
        // Whatever has no place here is missing now.
        guard let again = decode(writer.bytes, of: package, traits: traits, declared), again.targets == result.targets,
            again.notes == result.notes
        else { return nil }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8], of package: LoadedManifest, traits: Set<String>, _ declared: [DeclaredTarget])
        -> TargetAssembly.Result?
    {
        var reader = RecordReader(bytes)
        do {
            let targets = try reader.list { (reader) throws(MalformedRecord) in
                let index = try reader.number()
                guard declared.indices.contains(index) else { throw MalformedRecord() }
                return try target(&reader, declared[index], package, traits)
            }
            let notes = try reader.list { (reader) throws(MalformedRecord) in try note(&reader, package) }
            try reader.finish()
            return TargetAssembly.Result(targets: targets, notes: notes)
        } catch { return nil }
    }

    // MARK: Targets

    private static let kinds: [Target.Kind] = [
        .library, .executable, .snippet, .test, .macro, .plugin, .system, .binary,
    ]
    private static let languages: [Target.Language] = [.swift, .clang, .none]

    private static func write(_ writer: inout RecordWriter, _ target: Target) {
        writer.write(kinds.firstIndex(of: target.kind)!)
        writer.write(languages.firstIndex(of: target.language)!)
        writer.write(target.folder)
        write(&writer, target.sources, in: target.folder)
        write(&writer, target.headers, in: target.folder)
        write(&writer, target.includable, in: target.folder)
        writer.write(target.publicHeaders)
        switch target.moduleMap {
        case .none: writer.write(0)
        case .own(let path):
            writer.write(1)
            writer.write(path)
        case .umbrellaHeader(let path):
            writer.write(2)
            writer.write(path)
        case .umbrellaFolder(let path):
            writer.write(3)
            writer.write(path)
        }
        writer.write(target.resources) {
            $0.write($1.source)
            $0.write($1.name)
            $0.write($1.kind == .emptyFolder)
        }
        write(&writer, target.others, in: target.folder)
        writer.write(target.hasMainAttribute)
        writer.write(target.testList?.path)
        writer.write(target.testList?.hasMainAttribute ?? false)
    }

    private static func target(
        _ reader: inout RecordReader, _ declared: DeclaredTarget, _ package: LoadedManifest, _ traits: Set<String>
    ) throws(MalformedRecord) -> Target {
        let kind = try choice(&reader, kinds), language = try choice(&reader, languages), folder = try reader.text()
        let sources = try paths(&reader, in: folder), headers = try paths(&reader, in: folder)
        let includable = try paths(&reader, in: folder), publicHeaders = try reader.optionalText()
        let moduleMap: ModuleMap
        switch try reader.number() {
        case 0: moduleMap = .none
        case 1: moduleMap = .own(try reader.text())
        case 2: moduleMap = .umbrellaHeader(try reader.text())
        case 3: moduleMap = .umbrellaFolder(try reader.text())
        default: throw MalformedRecord()
        }
        let resources = try reader.list { (reader) throws(MalformedRecord) in
            Resource(source: try reader.text(), name: try reader.text(), try reader.flag() ? .emptyFolder : .file)
        }
        let others = try paths(&reader, in: folder)
        let mapping = SettingMapping(folder: folder, traits: traits, isExternal: package.isExternal)
        guard let settings = try? mapping.settings(declared.settings) else { throw MalformedRecord() }
        var target = Target(
            id: TargetID(package.id, declared.name), kind: kind, language: language, folder: folder, sources: sources,
            headers: headers,
            publicHeaders: publicHeaders, moduleMap: moduleMap, resources: resources, others: others,
            commandVerb: declared.commandVerb, settings: settings, packageAccess: declared.packageAccess,
            hasMainAttribute: try reader.flag())
        target.includable = includable
        let list = try reader.optionalText(), hasMainAttribute = try reader.flag()
        target.testList = list.map { TestList(path: $0, hasMainAttribute: hasMainAttribute) }
        return target
    }

    private static func choice<Value>(_ reader: inout RecordReader, _ values: [Value]) throws(MalformedRecord) -> Value
    {
        let index = try reader.number()
        guard values.indices.contains(index) else { throw MalformedRecord() }
        return values[index]
    }

    // MARK: Paths

    /// Nearly all of them lie in one folder, which stands there once.
    private static func write(_ writer: inout RecordWriter, _ paths: [String], in folder: String) {
        let start = folder + "/"
        let areInside = paths.allSatisfy { $0.utf8.starts(with: start.utf8) }
        writer.write(areInside)
        writer.write(paths) {
            $0.write(areInside ? String(decoding: $1.utf8.dropFirst(start.utf8.count), as: UTF8.self) : $1)
        }
    }

    private static func paths(_ reader: inout RecordReader, in folder: String) throws(MalformedRecord) -> [String] {
        guard try reader.flag() else { return try reader.texts() }
        let start = folder + "/"
        return try reader.list { (reader) throws(MalformedRecord) in start + (try reader.text()) }
    }

    // MARK: Notes

    private static func isRemembered(_ note: WorkspaceNote) -> Bool {
        switch note {
        case .emptyTarget, .unhandledFiles: true
        case .lockWritten, .rememberedVersions, .manifestNotRemembered, .systemLibrary, .patternWithoutPackages: false
        }
    }

    private static func write(_ writer: inout RecordWriter, _ note: WorkspaceNote) {
        switch note {
        case .emptyTarget(let id, _):
            writer.write(0)
            writer.write(id.name)
        case .unhandledFiles(let id, let files):
            writer.write(1)
            writer.write(id.name)
            writer.write(files)
        case .lockWritten, .rememberedVersions, .manifestNotRemembered, .systemLibrary, .patternWithoutPackages: break
        }
    }

    private static func note(_ reader: inout RecordReader, _ package: LoadedManifest) throws(MalformedRecord)
        -> WorkspaceNote
    {
        switch try reader.number() {
        case 0: .emptyTarget(TargetID(package.id, try reader.text()), manifest: package.manifestPath)
        case 1: .unhandledFiles(TargetID(package.id, try reader.text()), try reader.texts())
        default: throw MalformedRecord()
        }
    }
}
