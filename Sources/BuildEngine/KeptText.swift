import ArtifactCache
import Digests

/// A text that somebody found out once and that a cache keeps under a key, beside the results that builds decide by.
struct KeptText: Sendable {
    /// What it is called among what is kept under a key.
    let name: String
    /// In bytes. A longer one is not read.
    let largest: Int64

    /// Nil where the cache has none, and where it cannot be read.
    func text(under key: ContentDigest, in cache: TieredCache) -> String? {
        guard case .success(let (result, _)) = cache.result(for: key),
            let output = result.outputs.first(where: { $0.name == name }),
            let bytes = try? cache.read(output.digest, atMost: largest)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What cannot be kept is found out again. `interface`: the digest that is kept with it.
    func keep(
        _ text: String, interface: ContentDigest? = nil, under key: ContentDigest, in cache: TieredCache,
        reach: TieredCache.Reach
    ) {
        guard let digest = try? cache.store(Array(text.utf8), reach: reach) else { return }
        let output = ActionResult.Output(name: name, digest: digest, isExecutable: false)
        try? cache.publish(ActionResult(outputs: [output], interface: interface), for: key, reach: reach)
    }
}
