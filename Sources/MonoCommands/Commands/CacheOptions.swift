import ArtifactCache
import Signatures

/// Which caches to use.
struct CacheOptions: Hashable, Sendable {
    /// As it was typed; nil: as `MONO_CACHE_DIR`, `mono.json` or the system's habit has it.
    var folder: String?
    var shared: SharedCacheChoice?
    /// Nil: as `MONO_REMOTE_CACHE` or `mono.json` have it.
    var remote: RemoteCacheChoice?
    var usesRemote = true
    /// Nil: as `mono.json` has it, else `main`.
    var scopes: ScopeChain?
    /// A file with a secret key; nil: what `MONO_SIGNING_KEY` holds.
    var signingKeyFile: String?
    /// Nil: as `MONO_TRUSTED_KEYS` or `mono.json` have it.
    var trustedKeys: [VerifyingKey]?

    static var arguments: [Argument<CacheOptions>] {
        [
            .option(
                "--cache-dir", reads: .folder, group: .cache,
                help:
                    "the cache; unless given: MONO_CACHE_DIR, then mono.json, then XDG_CACHE_HOME/mono or ~/.cache/mono"
            ) { $0.folder = $1 },
            .option(
                "--shared-cache", reads: .sharedCache, group: .cache,
                help: "a second cache behind it, asked on a miss and filled on a publish; with ':ro' only asked"
            ) { $0.shared = $1 },
            .option(
                "--remote-cache", reads: .remoteCache, group: .cache,
                help:
                    """
                    a server behind these, asked and filled in the same way; unless given: MONO_REMOTE_CACHE, then \
                    mono.json
                    """
            ) { $0.remote = $1 },
            .flag("--no-remote-cache", group: .cache, help: "ask no server, whatever else names one") {
                $0.usesRemote = false
            },
            .option(
                "--cache-scope", reads: .scopes, group: .cache,
                help:
                    """
                    keep results in this scope of the caches, and read it, then those named after it, then 'main', \
                    which reads no other
                    """
            ) { $0.scopes = $1 },
            .option(
                "--signing-key", reads: .file, group: .cache,
                help:
                    """
                    sign results with the secret key in FILE ('mono cache keygen'); unless given: with that in \
                    MONO_SIGNING_KEY
                    """
            ) { $0.signingKeyFile = $1 },
            .option(
                "--trusted-key", reads: .verifyingKey, group: .cache, isRepeatable: true,
                help:
                    """
                    take from caches behind the local one only what this key or another trusted one signed; unless \
                    given: MONO_TRUSTED_KEYS, then mono.json
                    """
            ) { $0.trustedKeys = ($0.trustedKeys ?? []) + [$1] },
        ]
    }
}
