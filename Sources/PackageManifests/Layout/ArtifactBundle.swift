import Disk
import JSON
import PackageResolution
import Targets

/// An artifact bundle: a folder whose `info.json` says which libraries and programs it holds, and for which platforms.
struct ArtifactBundle {
    private(set) var artifacts = BinaryArtifacts()

    private let folder, place: String

    /// Its file cannot be read, or says something that SwiftPM would not understand either.
    struct Malformed: Error, Hashable { var file: String }

    /// `folder`: relative to `package`, which lies in `place`, relative to the workspace root.
    init(in folder: String, of package: inout PackageFolder, in place: String) throws(Malformed) {
        (self.folder, self.place) = (folder, place)
        let file = PackagePath.joined(folder, Artifacts.information), malformed = Malformed(file: shown(file))
        guard let bytes = try? package.files.read(package.absolute(file)), let root = try? JSONParser.parse(bytes),
            let version = root["schemaVersion"]?.string?.split(separator: "."), version.first == "1",
            let entries = root["artifacts"]?.members
        else { throw malformed }
        for entry in entries.sorted(by: { $0.key < $1.key }) {
            guard let type = entry.value["type"]?.string, let variants = entry.value["variants"]?.array else {
                throw malformed
            }
            for variant in variants {
                guard let path = variant["path"]?.string.flatMap(inside) else { throw malformed }
                let triples = (variant["supportedTriples"]?.array ?? []).compactMap(\.string)
                switch type {
                case "executable":
                    artifacts.programs.append(.init(name: entry.key, path: shown(path), triples: triples))
                case "staticLibrary":
                    guard let library = library(path, triples, variant["staticLibraryMetadata"], &package) else {
                        throw malformed
                    }
                    artifacts.libraries.append(library)
                // What is for other systems, or is no part of a build.
                default: continue
                }
            }
        }
        if !artifacts.programs.isEmpty {
            artifacts.files = files(in: folder, &package).sorted(by: PackagePath.precedes)
        }
    }

    private func library(_ path: String, _ triples: [String], _ metadata: JSONValue?, _ package: inout PackageFolder)
        -> BinaryArtifacts.Library?
    {
        // SwiftPM names it to the linker as `-lNAME`.
        guard PackagePath.name(path).hasPrefix("lib") else { return nil }
        var folders: [String] = [], headers: Set<String> = []
        for value in metadata?["headerPaths"]?.array ?? [] {
            guard let folder = value.string.flatMap(inside) else { return nil }
            folders.append(shown(folder))
            headers.formUnion(files(in: folder, &package))
        }
        var map: String?
        if let value = metadata?["moduleMapPath"] {
            guard let path = value.string.flatMap(inside) else { return nil }
            map = shown(path)
        }
        return .init(
            path: shown(path), triples: triples, headerFolders: folders,
            headers: headers.sorted(by: PackagePath.precedes), moduleMap: map)
    }

    /// Nil for what lies outside the bundle.
    private func inside(_ path: String) -> String? {
        let joined = PackagePath.joined(folder, path)
        return path.hasPrefix("/") || !PackagePath.isInside(joined, folder) ? nil : joined
    }

    /// `path`, relative to the workspace root.
    private func shown(_ path: String) -> String { PackagePath.joined(place, path) }

    /// All of them, relative to the workspace root: a module of Swift's lies where headers do. None where there is no
    /// such folder: what is for another platform need not be there.
    private func files(in folder: String, _ package: inout PackageFolder) -> [String] {
        var found: [String] = [], open = [folder]
        while let next = open.popLast() {
            for entry in (try? package.entries(of: next)) ?? [] {
                let path = PackagePath.joined(next, entry.name)
                if entry.kind != .folder {
                    found.append(shown(path))
                } else if !package.leadsBack(path) {
                    open.append(path)
                }
            }
        }
        return found
    }
}
