import Digests
import Disk

/// What came of trying one of a cache's stores.
public struct StoreProbe: Sendable {
    public var tier: CacheTier
    /// What people call it: a folder, or an address.
    public var place: String
    /// Seconds until a question was answered; the least of three, for the first one may make a connection.
    public var latency: Double
    /// The folder that it misses; where there is one, nothing else was tried.
    public var missingFolder: AbsolutePath?
    /// Why it cannot be asked; nil where it can.
    public var reading: CacheMiss?
    /// Nothing in it is to be written.
    public var isReadOnly: Bool
    /// Nil where it is only read.
    public var writing: Result<Void, BackingFault>?
    /// What was written came back as something else, or not at all.
    public var keepsNothing = false
}

extension TieredCache {
    /// Tries each store as a build would use it: asks for an entry, and writes one where results are written. What it
    /// writes is no result of anything, and is removed where that can be. Blocks for as long as that takes.
    public func probes() -> [StoreProbe] { parts.map(probe) }

    private func probe(_ part: TierPart) -> StoreProbe {
        let name = EntryName(.results, ContentDigest(of: "mono doctor"), in: part.scopes.written),
            text = Array("mono doctor\n".utf8)
        var probe = StoreProbe(
            tier: part.name, place: part.store.address, latency: .infinity, isReadOnly: !part.isOpen)
        probe.missingFolder = part.store.missingFolder
        if probe.missingFolder != nil { return probe }
        for _ in 0..<3 where probe.reading == nil {
            let start = ContinuousClock.now
            do throws(CacheMiss) {
                _ = try part.store.entry(name, atMost: 4096)
            } catch {
                switch error {
                // Of an entry that is there all the same nothing is wanted.
                case .absent, .malformed: break
                case .unreadable, .unreachable: probe.reading = error
                }
            }
            let elapsed = (ContinuousClock.now - start).components
            probe.latency = min(probe.latency, Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        }
        guard part.isWritable, probe.reading == nil else { return probe }
        do throws(BackingFault) {
            try part.store.write(text, as: name, naming: nil)
            probe.writing = .success(())
            probe.keepsNothing = (try? part.store.entry(name, atMost: 4096))?.text != text
            try part.store.remove(name)
        } catch {
            probe.writing = .failure(error)
        }
        return probe
    }
}
