import PackageManifests

extension LayoutProblem {
    /// What is wrong with `target`, and what to do about it.
    func words(for target: String) -> (what: String, details: [String], help: String?) {
        switch self {
        case .noFolder(let searched):
            (
                "target '\(target)' has no folder", searched.map { "looked for \($0)" },
                "make the folder, or say where it is with 'path:'"
            )
        case .pathIsNoFolder(let path): ("the path '\(path)' of target '\(target)' is no folder", [], "correct 'path:'")
        case .pathOutsidePackage(let path):
            (
                "the path '\(path)' of target '\(target)' leaves the package", [],
                "a target's files lie in its package's folder"
            )
        case .overlap(let path, let other):
            (
                "'\(path)' belongs to targets '\(target)' and '\(other)'", [],
                "give each target a folder of its own, or name what to leave out with 'exclude:'"
            )
        case .noPublicHeaders(let path):
            (
                "target '\(target)' has no folder for its public headers", ["looked for \(path)"],
                "make it, or say where it is with 'publicHeadersPath:'"
            )
        case .publicHeadersOutsideTarget(let path):
            (
                "the public headers '\(path)' of target '\(target)' lie outside its folder", [],
                "correct 'publicHeadersPath:'"
            )
        case .headerSearchPathOutsidePackage(let path):
            (
                "the header search path '\(path)' of target '\(target)' leaves the package", [],
                "search in the package's own folders, or depend on the target whose headers they are"
            )
        case .umbrellaHasNeighbours(let header, let neighbours):
            (
                "the umbrella header '\(header)' of target '\(target)' has neighbours that its module could not hold",
                neighbours.prefix(5).map { "such as \($0)" }, "move them, or write a module.modulemap"
            )
        case .noModuleMap(let path):
            (
                "system library '\(target)' has no module map", ["looked for \(path)"],
                "write a module.modulemap that names its headers and its library"
            )
        case .foldersInLocalization(let path):
            ("there are folders in '\(path)' of target '\(target)'", [], "a folder for a language holds files alone")
        case .sameResourceName(let name, let paths):
            (
                "\(Words.count(paths.count, "resource")) of target '\(target)' would be called '\(name)' in its bundle",
                paths,
                "rename all but one, or copy the folder that holds them with '.copy'"
            )
        case .endlessLink(let path):
            ("the link '\(path)' of target '\(target)' leads to a folder that holds it", [], "remove the link")
        case .severalTestLists(let paths):
            ("\(paths.count) files list the tests of target '\(target)'", paths, "keep one of them, or none")
        }
    }
}
