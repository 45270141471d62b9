import Disk
import Targets

/// The files of one target, sorted into what they are for, by SwiftPM's rules. All paths are relative to the package's
/// folder and sorted by their bytes.
struct TargetFiles: Hashable, Sendable {
    var sources: [String] = []
    var headers: [String] = []
    var resources: [String] = []
    /// What no rule fits; SwiftPM warns about them.
    var unhandled: [String] = []

    /// Walks the target's folder. `folder` is relative to the package's.
    init(
        of target: DeclaredTarget, in folder: String, tools: ToolsVersion, package: inout PackageFolder
    ) throws(LayoutFailure) {
        let excluded = Set(target.exclude.map { PackagePath.joined(folder, $0) })
        let declared = target.sources.map { Set($0.map { PackagePath.joined(folder, $0) }) }
        let resources = target.resources.map { (path: PackagePath.joined(folder, $0.path), rule: $0.rule) }
        let copied = Set(resources.filter { $0.rule == .copy }.map(\.path))

        var handled: Set<String> = []
        // SwiftPM holds the target's own folder, by its name on the disk, against the same rules as what lies in it.
        let name = folder == "." ? package.root.name : String(PackagePath.name(folder))
        let isPassedOver = TargetFiles.isPassedOver(name, tools: tools) || excluded.contains(folder)
        var open = isPassedOver ? [] : [folder]
        while let next = open.popLast() {
            let entries: [FolderEntry]
            do { entries = try package.entries(of: next) } catch { throw .file(error) }
            for entry in entries {
                if TargetFiles.isPassedOver(entry.name, tools: tools) { continue }
                let path = next == "." ? entry.name : next + "/" + entry.name
                let type = PackagePath.fileExtension(ofName: entry.name)
                if next == ".", TargetFiles.isManifest(entry.name) { continue }
                if excluded.contains(path) { continue }
                if entry.kind == .folder {
                    let isOpaque = type.map { FileRule.isOpaqueFolder($0, tools: tools) } ?? false
                    if !(isOpaque && declared?.contains(path) != true), !copied.contains(path) {
                        if next.hasSuffix(".lproj") { throw .problem(.foldersInLocalization(path)) }
                        if package.leadsBack(path) { throw .problem(.endlessLink(path)) }
                        open.append(path)
                        continue
                    }
                }
                let found = resources.filter { PackagePath.isInside(path, $0.path) }
                handled.formUnion(found.map(\.path))
                sort(path, type, isResource: !found.isEmpty, declared: declared, tools: tools, in: next)
            }
        }
        // From 6.0 on, what is declared counts even where the walk did not meet it.
        if tools >= ToolsVersion(6, 0) {
            self.resources += resources.map(\.path).filter { !handled.contains($0) }
        }
        sources.sort(by: PackagePath.precedes)
        headers.sort(by: PackagePath.precedes)
        self.resources.sort(by: PackagePath.precedes)
        unhandled.sort(by: PackagePath.precedes)
    }

    private mutating func sort(
        _ path: String, _ type: String?, isResource: Bool, declared: Set<String>?, tools: ToolsVersion,
        in folder: String
    ) {
        var rule: FileRule? = isResource ? .resource : nil
        if rule == nil, let declared, TargetFiles.isInsideAny(path, declared) {
            if let type, FileRule.isHeader(type) {
                rule = .header
            } else if tools >= ToolsVersion(5, 3) || type.map({ FileRule.isSwift($0) || FileRule.isClang($0) }) == true
            {
                rule = .compile
            }
        }
        // Declared sources are all the sources there are.
        if rule == nil, let type { rule = FileRule.rule(forExtension: type, tools: tools, compiles: declared == nil) }
        if rule == nil, folder.hasSuffix(".lproj") { rule = .resource }
        switch rule {
        case .compile: sources.append(path)
        case .header: headers.append(path)
        case .resource: resources.append(path)
        case .moduleMap, .apiNotes, .ignored: break
        case nil: unhandled.append(path)
        }
    }

    private static func isPassedOver(_ name: String, tools: ToolsVersion) -> Bool {
        if name.utf8.first == UInt8(ascii: ".") { return true }
        return PackagePath.fileExtension(ofName: name).map { FileRule.isSkippedFolder($0, tools: tools) } ?? false
    }

    private static func isInsideAny(_ path: String, _ folders: Set<String>) -> Bool {
        var path = path
        while true {
            if folders.contains(path) { return true }
            if path == "." { return false }
            path = PackagePath.parent(path)
        }
    }

    /// True for what stands in a package's folder beside its targets.
    private static func isManifest(_ name: String) -> Bool {
        name == "Package.swift" || name == "Package.resolved"
            || (name.hasPrefix("Package@") && name.hasSuffix(".swift"))
    }
}

/// Why a target's files could not be found out.
enum LayoutFailure: Error, Hashable {
    case file(FileError)
    case problem(LayoutProblem)
}
