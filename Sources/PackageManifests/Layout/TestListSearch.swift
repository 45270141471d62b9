import Disk
import Targets

extension TargetAssembly {
    /// Looks where SwiftPM looks: beside the folder of each test target and in all folders above, up to the package's.
    /// A file in the folder of a test target is one of its sources.
    func addTestList(to targets: inout [Target], _ folder: inout PackageFolder) throws(ManifestError) {
        var searched: Set<String> = [], found: [String] = []
        for target in targets where target.kind == .test {
            var place = target.folder
            repeat {
                // A target may lie in the package's own folder.
                place = place == "." ? "." : PackagePath.parent(place)
                guard searched.insert(place).inserted else { continue }
                for name in TestList.names {
                    let path = PackagePath.joined(place, name)
                    if folder.isFile(path) { found.append(path) }
                }
            } while place != "."
        }
        guard let path = found.first, let owner = targets.first(where: { $0.kind == .test }) else { return }
        if found.count > 1 {
            throw .layout(
                package.id, target: owner.id.name, manifest: package.manifestPath, .severalTestLists(found.sorted()))
        }
        let source = try? files.read(package.folder / path)
        let list = TestList(path: path, hasMainAttribute: source.map(MainAttribute.occurs) ?? false)
        for index in targets.indices where targets[index].kind == .test { targets[index].testList = list }
    }
}
