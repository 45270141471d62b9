import BuildPlanning
import Disk
import Subprocesses

/// The names of a target's tests, as its program says them: asked once, and kept as results are.
struct TestNames {
    let key: TestKey
    let cache: TestResultCache
    let clock: FileClock
    let files: any FileSystem

    /// Nil where the program cannot say them.
    func names(
        of target: TestTarget, usesCache: Bool, _ commands: any CommandRunner, _ cancellation: Cancellation
    ) -> [String]? {
        guard var declared = try? key.fingerprint(of: target, selection: .all) else { return nil }
        declared.add(.own("question"), "names")
        if usesCache {
            for place in cache.places {
                guard let inputs = cache.inputs(of: declared.key, in: place) else { continue }
                if let known = cache.names(for: key.fingerprint(declared, reading: inputs).key) { return known }
            }
        }
        let moment = clock.moment(before: target.program, files)
        guard let listing = try? target.program.listing(files, commands, cancellation) else { return nil }
        key.states.forget()
        keep(listing, declared, target, since: moment)
        return listing.names
    }

    private func keep(
        _ listing: TestProgram.Listing, _ declared: Fingerprint, _ target: TestTarget, since moment: FileMoment
    ) {
        guard let seen = listing.accesses else { return }
        let reads = key.rules(for: target.program).reads(seen)
        guard reads.obstacle == nil, clock.isSteady(since: moment), key.changed(of: reads, since: moment) == nil,
            let inputs = cache.publish(reads.inputs.flatMap(\.names), of: declared.key)
        else { return }
        cache.publish(listing.names, for: key.fingerprint(declared, reading: inputs).key)
    }
}
