import BuildPlanning
import Disk
import Glibc
import Targets

/// Removes what earlier builds placed for products that no build of today's graph makes: a program that was renamed
/// would be started by those who know its old name, and by tests, which would pass on it.
///
/// What it placed is what a build wrote down; nobody else's files are touched.
struct GoneProducts {
    /// Confined to mono's folder: behind links nothing is removed.
    let files: any FileSystem
    let root: AbsolutePath
    /// The list of what was placed.
    let record: AbsolutePath

    private static let firstLine = "mono placed 1"

    /// Call before `plan` is placed. Returns what could not be removed.
    func remove(beforePlacing plan: BuildPlan) -> [FileError] {
        // The plan of a part: the graph is that of the build before it.
        guard let homes = plan.homes else { return [] }
        let known = read(homes)
        var kept = known, failures: [FileError] = []
        for path in known where !homes.mayHold(path) {
            do throws(FileError) {
                try files.remove(root / path)
                kept.remove(path)
            } catch {
                // A link on the way: no build placed anything behind it.
                if error.code == ELOOP { kept.remove(path) } else { failures.append(error) }
            }
        }
        kept.formUnion(plan.placements.map(\.path).filter(homes.mayHold))
        kept.formUnion(plan.bundles.map(\.path).filter(homes.mayHold))
        if kept != known { write(kept) }
        return failures
    }

    /// A damaged list names nothing, and no list names anything outside of the folder of products.
    private func read(_ homes: ProductHomes) -> Set<String> {
        guard let bytes = try? files.read(record) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.first == GoneProducts.firstLine else { return [] }
        let folder = root / homes.folder
        return Set(
            lines.dropFirst().filter { path in
                let place = root / path
                return place != folder && place.isInside(folder) && place.relative(to: root) == path
            })
    }

    private func write(_ paths: Set<String>) {
        let text = ([GoneProducts.firstLine] + paths.sorted()).joined(separator: "\n") + "\n"
        // Without the list a product that goes stays.
        try? files.write(text, to: record)
    }
}
