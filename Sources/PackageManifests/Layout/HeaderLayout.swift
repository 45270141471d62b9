import Disk
import Targets

/// How the folder of a C target's public headers becomes a module, by SwiftPM's rules.
enum HeaderLayout {
    /// `folder` exists. `moduleName` is the target's name as C sees it.
    static func moduleMap(
        in folder: String, moduleName: String, package: inout PackageFolder
    ) throws(LayoutFailure) -> ModuleMap {
        let entries: [FolderEntry]
        do { entries = try package.entries(of: folder) } catch { throw .file(error) }
        func path(_ name: String) -> String { PackagePath.joined(folder, name) }
        if entries.contains(where: { $0.name == "module.modulemap" && $0.kind == .file }) {
            return .own(path("module.modulemap"))
        }
        let folders = entries.filter { $0.kind == .folder }.map(\.name)
        let umbrella = moduleName + ".h"
        if entries.contains(where: { $0.name == umbrella && $0.kind == .file }) {
            guard folders.isEmpty else {
                throw .problem(.umbrellaHasNeighbours(header: path(umbrella), neighbours: folders.map(path)))
            }
            return .umbrellaHeader(path(umbrella))
        }
        let nested = path(moduleName + "/" + umbrella)
        if folders.contains(moduleName), package.isFile(nested) {
            let headers = entries.filter { $0.kind == .file && $0.name.hasSuffix(".h") }.map(\.name)
            let neighbours = folders.filter { $0 != moduleName } + headers
            guard neighbours.isEmpty else {
                throw .problem(.umbrellaHasNeighbours(header: nested, neighbours: neighbours.map(path)))
            }
            return .umbrellaHeader(nested)
        }
        return .umbrellaFolder(folder)
    }

    /// Every file below the folder of public headers, whatever its extension, but for what is compiled: a header may
    /// include any of them. Hidden headers are the module's as well where the folder is its umbrella; hidden folders
    /// hold what tools left.
    static func files(in folder: String, package: inout PackageFolder) throws(LayoutFailure) -> [String] {
        var found: [String] = []
        var open = [folder]
        while let next = open.popLast() {
            let entries: [FolderEntry]
            do { entries = try package.entries(of: next) } catch { throw .file(error) }
            for entry in entries {
                let isHidden = entry.name.utf8.first == UInt8(ascii: ".")
                if isHidden, entry.kind != .file || !isHeader(entry.name) { continue }
                let path = PackagePath.joined(next, entry.name)
                if entry.kind == .folder {
                    if package.leadsBack(path) { throw .problem(.endlessLink(path)) }
                    open.append(path)
                } else if let type = PackagePath.fileExtension(ofName: entry.name),
                    FileRule.isSwift(type) || FileRule.isClang(type)
                {
                    continue
                } else {
                    found.append(path)
                }
            }
        }
        return found
    }

    private static func isHeader(_ name: String) -> Bool {
        PackagePath.fileExtension(ofName: name).map(FileRule.isHeader) ?? false
    }
}
