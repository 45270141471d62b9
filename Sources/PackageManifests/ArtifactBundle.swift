import Disk
import JSON
import Targets

/// An artifact bundle: a folder whose `info.json` says which libraries and programs it holds, and for which platforms.
struct ArtifactBundle {
    private(set) var artifacts = BinaryArtifacts()

    /// Relative to the package's folder.
    private let folder: String

    /// Its file cannot be read, or says something that SwiftPM would not understand either.
    struct Malformed: Error, Hashable { var file: String }

    /// `folder`: relative to the package's.
    init(in folder: String, package: inout PackageFolder) throws(Malformed) {
        self.folder = folder
        let file = PackagePath.joined(folder, "info.json"), malformed = Malformed(file: file)
        guard let bytes = try? package.files.read(package.absolute(file)), let root = try? JSONParser.parse(bytes),
            let version = root["schemaVersion"]?.string?.split(separator: "."), version.first == "1", let entries = root["artifacts"]?.members
        else { throw malformed }
        for entry in entries.sorted(by: { $0.key < $1.key }) {
            guard let type = entry.value["type"]?.string, let variants = entry.value["variants"]?.array else { throw malformed }
            for variant in variants {
                guard let path = variant["path"]?.string.flatMap(inside) else { throw malformed }
                let triples = (variant["supportedTriples"]?.array ?? []).compactMap(\.string)
                switch type {
                case "executable": artifacts.programs.append(.init(name: entry.key, path: path, triples: triples))
                case "staticLibrary":
                    guard let library = library(path, triples, variant["staticLibraryMetadata"], &package) else { throw malformed }
                    artifacts.libraries.append(library)
                // What is for other systems, or is no part of a build.
                default: continue
                }
            }
        }
        if !artifacts.programs.isEmpty { artifacts.files = ((try? ArtifactBundle.files(in: folder, &package)) ?? []).sorted(by: PackagePath.precedes) }
    }

    private func library(_ path: String, _ triples: [String], _ metadata: JSONValue?, _ package: inout PackageFolder) -> BinaryArtifacts.Library? {
        // SwiftPM names it to the linker as `-lNAME`.
        guard PackagePath.name(path).hasPrefix("lib") else { return nil }
        var folders: [String] = [], headers: Set<String> = []
        for value in metadata?["headerPaths"]?.array ?? [] {
            guard let folder = value.string.flatMap(inside) else { return nil }
            folders.append(folder)
            // One that is for another platform need not be there.
            headers.formUnion((try? ArtifactBundle.files(in: folder, &package)) ?? [])
        }
        var map: String?
        if let value = metadata?["moduleMapPath"] {
            guard let path = value.string.flatMap(inside) else { return nil }
            map = path
        }
        return .init(path: path, triples: triples, headerFolders: folders, headers: headers.sorted(by: PackagePath.precedes), moduleMap: map)
    }

    /// Nil for what lies outside the bundle.
    private func inside(_ path: String) -> String? {
        let joined = PackagePath.joined(folder, path)
        return path.hasPrefix("/") || !PackagePath.isInside(joined, folder) ? nil : joined
    }

    /// All of them: a module of Swift's lies where headers do.
    private static func files(in folder: String, _ package: inout PackageFolder) throws(FileError) -> [String] {
        var found: [String] = [], open = [folder]
        while let next = open.popLast() {
            for entry in try package.entries(of: next) {
                let path = PackagePath.joined(next, entry.name)
                if entry.kind != .folder { found.append(path) } else if !package.leadsBack(path) { open.append(path) }
            }
        }
        return found
    }
}
