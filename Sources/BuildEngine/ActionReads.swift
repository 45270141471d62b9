import BuildPlanning
import Digests
import Disk

/// What a run read beside what its action declares, and whether that was the same all the while.
extension ActionRunner {
    /// Names of files that the run read and that are neither declared nor the toolchain's; sorted.
    func discoveredReads(of action: Action, needs: [ActionID: Need]) -> Result<[String], Unpublished> {
        var declared = Set(action.sources)
        declared.formUnion(action.generated.map(\.path))
        declared.formUnion(action.outputs.map(\.path))
        for need in needs.values.map(\.action) {
            declared.formUnion(need.outputs.map(\.path))
            declared.formUnion(need.generated.map(\.path))
            if need.isDeclaration { declared.formUnion(need.sources) }
        }
        var found: Set<String> = []
        var names: Set<String> = []
        // The objects of one frontend have the same list, hundreds of names long.
        var last: ArraySlice<UInt8> = []
        for file in action.dependencyFiles {
            guard let bytes = try? files.read(readable.absolute(file)) else { return .failure(.unknownReads(file)) }
            let list = bytes.drop { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
            if list == last { continue }
            last = list
            if action.kind == .link {
                let folder = readable.absolute(action.folder)
                names.formUnion(DependencyFile.linkInputs(in: bytes) { files.status(AbsolutePath($0, in: folder)) != nil })
            } else {
                names.formUnion(DependencyFile.prerequisites(in: bytes))
            }
        }
        if action.kind == .compileClang, let source = action.sources.first(where: { readable.mayReadMore($0, .source) }) {
            return .failure(.unknownReads(source))
        }
        for name in names {
            let path = AbsolutePath(name, in: readable.absolute(action.folder))
            // A file that clang made for this one link, or a name that was written so that nobody can read it.
            if action.kind == .link, files.status(path) == nil { return .failure(.unknownReads(name)) }
            if !path.isInside(root) {
                if !isToolchains(path), action.sdk == nil || toolchain.sdk?.covers(path, files: files) != true { found.insert(path.string) }
                continue
            }
            let inside = path.relative(to: root)
            if action.kind == .compileClang, readable.mayReadMore(inside, .header) { return .failure(.unknownReads(inside)) }
            if declared.contains(inside) { continue }
            if inside.hasPrefix("\(BuildLayout.folder)/build/") { return .failure(.undeclaredRead(inside)) }
            found.insert(inside)
        }
        for path in SearchedLibraries(folders: action.librarySearch.map(readable.absolute)).candidates(for: names) where !isToolchains(path) {
            let name = path.isInside(root) ? path.relative(to: root) : path.string
            if !declared.contains(name) { found.insert(name) }
        }
        return .success(found.sorted())
    }

    /// The linker names files by the way it found them, such as `lib/../lib64`; what counts is where they are.
    private func isToolchains(_ path: AbsolutePath) -> Bool {
        toolchain.covers(path) || path.isInside(toolchain.root) && files.resolve(path).map(toolchain.covers) ?? false
    }

    /// The first file that may have changed while the action ran.
    func changedMeanwhile(
        _ sources: [String: ContentDigest], _ names: [String], _ needs: [ActionID: Need], since started: Int64
    ) -> Unpublished? {
        for (path, digest) in sources.sorted(by: { $0.key < $1.key }) {
            guard let now = try? readable.digest(path), now == digest, hasNotChanged(readable.absolute(path), since: started)
            else { return .changedMeanwhile(path) }
        }
        // Headers stand in the key as they were when their interface was decided.
        for (id, need) in needs.sorted(by: { $0.key < $1.key }) where need.action.isDeclaration {
            let ingredients = KeyIngredients(
                toolchain: { toolchain.identity(linking: $0) },
                source: { path throws(FileError) in try readable.digest(path) }, interface: { _ in toolchain.identity },
                outputs: { _ in [] })
            guard let now = try? need.action.fingerprint(ingredients).key, now == need.decided.key else {
                return .changedMeanwhile(id.name)
            }
            // Changed and put back: the run may have seen what was there in between.
            for path in need.action.sources {
                guard hasNotChanged(readable.absolute(path), since: started) else { return .changedMeanwhile(path) }
            }
        }
        for name in names {
            // Its content before is unknown; its change time says whether that matters.
            guard hasNotChanged(readable.absolute(name), since: started) else { return .changedMeanwhile(name) }
        }
        return nil
    }

    private func hasNotChanged(_ path: AbsolutePath, since started: Int64) -> Bool {
        // The compiler also names files that are on no disk: it shows itself the C++ library's module map in a place of its choice, with
        // what the toolchain holds. A file that was there and is gone has changed its folder.
        var path = path
        while true {
            if let status = files.status(path) { return status.changed < started }
            if path == path.parent { return false }
            path = path.parent
        }
    }
}
