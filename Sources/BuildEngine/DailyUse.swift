import ArtifactCache
import Disk

/// Takes down once a day that the results of a workspace are in use. What a build finds up to date by its own memory
/// asks no cache, and what nothing asks for leaves the local cache after a while: the next fresh clone would make it
/// again.
struct DailyUse {
    let files: any FileSystem
    let cache: TieredCache
    /// Its time of modification is when this was last done.
    let mark: AbsolutePath

    func note(_ memory: DecisionMemory) {
        if let last = files.linkStatus(mark), last.kind == .file, last.isOfLastDay(at: files.now) { return }
        let used = memory.keys
        cache.noteUse(results: used.map(\.result), inputNames: used.map(\.declared))
        // Without the mark it is done again.
        try? files.write("", to: mark)
    }
}
