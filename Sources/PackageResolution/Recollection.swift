import ArtifactCache
import Digests

/// What loading remembers between runs and between machines: small values by key, in the cache that everybody shares.
/// Whatever is wrong with the cache, the answer is "not known".
public struct Recollection: Sendable {
    private let cache: TieredCache

    public init(cache: TieredCache) { self.cache = cache }

    /// In bytes. Manifests of a megabyte exist.
    public static let largest: Int64 = 64 << 20

    /// What was remembered under the key. Nil for a value of more than `limit` bytes, too.
    public func recall(_ key: ContentDigest, atMost limit: Int64 = largest) -> [UInt8]? {
        guard case .success(let (result, _)) = cache.result(for: key), let output = result.outputs.first,
            output.name == "value"
        else { return nil }
        return try? cache.read(output.digest, atMost: limit)
    }

    /// Values that cannot be kept are worked out again next time: nothing is thrown.
    public func remember(_ value: [UInt8], for key: ContentDigest) {
        guard let digest = try? cache.store(value, reach: .everywhere) else { return }
        try? cache.publish(
            ActionResult(outputs: [ActionResult.Output(name: "value", digest: digest)]), for: key, reach: .everywhere)
    }

    /// Names on which the value behind `key` depends, and which are only found out by working it out.
    public func names(for key: ContentDigest) -> [String] {
        (try? cache.inputNames(for: key).get()) ?? []
    }

    /// Adds names, and returns all that are known now.
    public func addNames(_ names: [String], for key: ContentDigest) -> [String] {
        (try? cache.publishInputNames(names, for: key, reach: .everywhere)) ?? names
    }
}
