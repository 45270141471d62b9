import Disk
import JSON

/// Reads what SDKs say of themselves: `info.json` of a bundle, the metadata of each variant (`swift-sdk.json`), and toolsets.
/// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0387-cross-compilation-destinations.md; versions 3 and 4 of the metadata.
struct SwiftSDKReader {
    let files: any FileSystem

    /// One SDK for one platform, of one bundle.
    struct Entry {
        var id, triple: String
        /// The platforms that it may be used on; nil: all.
        var hosts: [String]?
        var metadata: AbsolutePath
        var properties: JSONValue
    }

    /// What the bundle in that folder offers.
    func entries(of bundle: AbsolutePath) throws(SwiftSDKError) -> [Entry] {
        let file = bundle / "info.json", root = try read(file)
        guard let artifacts = root["artifacts"]?.members else { throw .malformed(file, line: root.line) }
        var found: [Entry] = []
        for artifact in artifacts where ["swiftSDK", "crossCompilationDestination"].contains(artifact.value["type"]?.string) {
            for variant in artifact.value["variants"]?.array ?? [] {
                guard let path = variant["path"]?.string else { throw .malformed(file, line: variant.line) }
                var metadata = AbsolutePath(path, in: bundle)
                if files.isFolder(metadata) { metadata = metadata / "swift-sdk.json" }
                // SwiftPM passes over what is not there.
                guard files.isFile(metadata) else { continue }
                let text = try read(metadata), version = text["schemaVersion"]?.string
                let key = version?.hasPrefix("4.") == true ? "targetTriples" : "runTimeTriples"
                guard version?.hasPrefix("4.") == true || version?.hasPrefix("3.") == true, let triples = text[key]?.members else {
                    throw .malformed(metadata, line: text["schemaVersion"]?.line ?? text.line)
                }
                for each in triples {
                    found.append(
                        Entry(
                            id: artifact.key, triple: each.key, hosts: variant["supportedTriples"]?.array?.compactMap(\.string),
                            metadata: metadata, properties: each.value))
                }
            }
        }
        return found
    }

    func description(of entry: Entry) throws(SwiftSDKError) -> SwiftSDKDescription {
        let folder = entry.metadata.parent
        func path(_ key: String) -> AbsolutePath? { entry.properties[key]?.string.map { AbsolutePath($0, in: folder) } }
        func paths(_ key: String) -> [AbsolutePath] {
            (entry.properties[key]?.array ?? []).compactMap(\.string).map { AbsolutePath($0, in: folder) }
        }
        var description = SwiftSDKDescription(
            sysroot: path("sdkRootPath"), resources: path("swiftResourcesPath"), staticResources: path("swiftStaticResourcesPath"),
            includes: paths("includeSearchPaths"), libraries: paths("librarySearchPaths"))
        for toolset in paths("toolsetPaths") { try add(toolset, to: &description) }
        return description
    }

    private func add(_ file: AbsolutePath, to description: inout SwiftSDKDescription) throws(SwiftSDKError) {
        let toolset = try read(file)
        guard toolset["schemaVersion"]?.string?.hasPrefix("1.") == true, let members = toolset.members else {
            throw .malformed(file, line: toolset["schemaVersion"]?.line ?? toolset.line)
        }
        let root = toolset["rootPath"]?.string.map { AbsolutePath($0, in: file.parent) }
        if let root {
            for name in ["swiftc", "swift-frontend", "clang"] where files.isFile(root / name) { throw .bringsTool(root / name) }
            // Later ones come first, as in SwiftPM.
            description.tools.insert(root, at: 0)
        }
        for tool in members where !["schemaVersion", "rootPath"].contains(tool.key) {
            let program = tool.value["path"]?.string.map { AbsolutePath($0, in: root ?? file.parent) }
            let words = (tool.value["extraCLIOptions"]?.array ?? []).compactMap(\.string)
            switch tool.key {
            case "swiftCompiler": description.swift += words
            case "cCompiler": description.c += words
            case "cxxCompiler": description.cxx += words
            case "linker": description.linker += words
            // Nobody is started for these by a build.
            default: continue
            }
            guard let program else { continue }
            if tool.key != "linker" { throw .bringsTool(program) }
            description.linkerProgram = program
        }
    }

    private func read(_ file: AbsolutePath) throws(SwiftSDKError) -> JSONValue {
        let bytes: [UInt8]
        do { bytes = try files.read(file) } catch { throw .unreadable(error) }
        do { return try JSONParser.parse(bytes) } catch { throw .malformed(file, line: error.line) }
    }
}

/// Why there is no SDK to build with.
public enum SwiftSDKError: Error, Hashable, Sendable {
    /// None in that folder is called so, or is for a platform of that name; those that are there.
    case notFound(String, folder: AbsolutePath, known: [String])
    /// Several are for that platform; how they are called.
    case ambiguous(String, [String])
    /// It is for a platform that mono cannot plan for.
    case notLinux(id: String, triple: String)
    /// It wants one of its own programs to be used where a build takes the toolchain's.
    case bringsTool(AbsolutePath)
    case malformed(AbsolutePath, line: Int)
    case unreadable(FileError)
}
