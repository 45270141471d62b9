// How a compile names its sources, and what of their paths it puts into what it makes.

extension SwiftCompilation {
    /// Sources are named relative to the workspace root, which every machine agrees on.
    var wordsForCoverage: [Argument] {
        guard flags.measuresCoverage else { return [] }
        let revealed: [Argument] = revealedSources.isEmpty ? [] : ["-coverage-prefix-map", .revealed("=.")]
        return ["-profile-coverage-mapping", "-profile-generate", .incidental("-coverage-prefix-map"), .rooted("=.")]
            + revealed
    }

    var wordsForSources: [Argument] {
        sources.map { source in revealedSources[source].map { .revealed("/\($0)") } ?? .text(source) }
    }

    /// What debug information names below the workspace root, for whichever folder a run takes for it: the first that
    /// fits counts, and a folder in which results are made again lies in the workspace. It names sources as it does where
    /// they are named relative to the package's folder, below which a debugger looks for them.
    func wordsForRoot(revealing: Bool) -> [Argument] {
        let root: [Argument] = [.incidental("-debug-prefix-map"), .rooted("=.")]
        guard revealing, !revealedSources.isEmpty else { return root }
        let folder: [Argument] =
            compilationFolder == "." ? [] : ["-debug-prefix-map", .revealed("/\(compilationFolder)/=./")]
        // Twice, since Clang's part of the compiler takes the last that fits.
        return folder + root + ["-debug-prefix-map", .revealed("=.")] + root
    }
}
