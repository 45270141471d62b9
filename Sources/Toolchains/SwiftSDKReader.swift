import Disk
import JSON

/// Reads what SDKs say of themselves: `info.json` of a bundle, the metadata of each variant (`swift-sdk.json`), and
/// toolsets. https://github.com/swiftlang/swift-evolution/blob/main/proposals/0387-cross-compilation-destinations.md;
/// versions 3 and 4 of the metadata.
struct SwiftSDKReader {
    let files: any FileSystem

    /// One SDK for one platform, of one bundle.
    struct Entry {
        var id, triple: String
        /// The platforms that it may be used on; nil: all.
        var hosts: [String]?
        var metadata: AbsolutePath
        var properties: JSONValue
        /// No other has this one.
        var name: String { "\(id):\(triple)" }
    }

    /// What the bundle in that folder offers.
    func entries(of bundle: AbsolutePath) throws(SwiftSDKError) -> [Entry] {
        let file = bundle / "info.json", root = try read(file)
        guard let artifacts = root["artifacts"]?.members else { throw .malformed(file, line: root.line) }
        var found: [Entry] = []
        for artifact in artifacts
        where ["swiftSDK", "crossCompilationDestination"].contains(artifact.value["type"]?.string) {
            for variant in artifact.value["variants"]?.array ?? [] {
                guard let path = variant["path"]?.string else { throw .malformed(file, line: variant.line) }
                var metadata = AbsolutePath(path, in: bundle)
                if files.isFolder(metadata) { metadata = metadata / "swift-sdk.json" }
                // SwiftPM passes over what is not there.
                guard files.isFile(metadata) else { continue }
                let text = try read(metadata), version = text["schemaVersion"]?.string
                let key = [
                    "4.0": "targetTriples", "4.0.0": "targetTriples", "3.0": "runTimeTriples",
                    "3.0.0": "runTimeTriples",
                ][version ?? ""]
                guard let triples = key.flatMap({ text[$0]?.members }) else {
                    throw .malformed(metadata, line: text["schemaVersion"]?.line ?? text.line)
                }
                for each in triples {
                    found.append(
                        Entry(
                            id: artifact.key, triple: each.key,
                            hosts: variant["supportedTriples"]?.array?.compactMap(\.string),
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
            sysroot: path("sdkRootPath"), resources: path("swiftResourcesPath"),
            staticResources: path("swiftStaticResourcesPath"),
            includes: paths("includeSearchPaths"), libraries: paths("librarySearchPaths"))
        for toolset in paths("toolsetPaths") { try add(toolset, to: &description) }
        return description
    }

    private func add(_ file: AbsolutePath, to description: inout SwiftSDKDescription) throws(SwiftSDKError) {
        let toolset = try read(file)
        guard ["1.0", "1.0.0"].contains(toolset["schemaVersion"]?.string), let members = toolset.members else {
            throw .malformed(file, line: toolset["schemaVersion"]?.line ?? toolset.line)
        }
        let root = toolset["rootPath"]?.string.map { AbsolutePath($0, in: file.parent) }
        if let root {
            for name in ["swiftc", "swift-frontend", "clang"] where files.isFile(root / name) {
                throw .bringsTool(root / name)
            }
            // Later ones come first, as in SwiftPM.
            description.tools.insert(root, at: 0)
        }
        for tool in members where !["schemaVersion", "rootPath"].contains(tool.key) {
            let program = tool.value["path"]?.string, words = try words(of: tool, in: file)
            guard program != nil || !words.isEmpty else { throw .malformed(file, line: tool.line) }
            let place = program.map { AbsolutePath($0, in: root ?? file.parent) }
            switch tool.key {
            case "swiftCompiler": description.swift += words
            case "cCompiler": description.c += words
            case "cxxCompiler": description.cxx += words
            // One that is named takes the place of another one, with its words.
            case "linker":
                (description.linker, description.linkerProgram) =
                    place.map { (words, $0) } ?? (description.linker + words, description.linkerProgram)
            // An archive is the same whoever of these makes it.
            case "librarian" where place == nil || ["llvm-ar", "ar"].contains(place?.name): continue
            case "librarian", "testRunner": break
            // No build and no test starts what else there is.
            default: continue
            }
            if let place, tool.key != "linker" { throw .bringsTool(place) }
        }
    }

    private func words(of tool: JSONMember, in file: AbsolutePath) throws(SwiftSDKError) -> [String] {
        guard let value = tool.value["extraCLIOptions"] else { return [] }
        let words = value.array?.compactMap(\.string) ?? []
        guard let array = value.array, words.count == array.count else { throw .malformed(file, line: value.line) }
        return words
    }

    private func read(_ file: AbsolutePath) throws(SwiftSDKError) -> JSONValue {
        let bytes: [UInt8]
        do { bytes = try files.read(file) } catch { throw .unreadable(error) }
        do { return try JSONParser.parse(bytes) } catch { throw .malformed(file, line: error.line) }
    }
}
