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

    static var arguments: [Argument<CacheOptions>] { placeArguments + trustArguments }

    /// Of commands that look at one folder.
    static var folderArgument: Argument<CacheOptions> {
        .option(
            "--cache-dir", reads: .folder, group: .cache,
            help:
                """
                the local cache (default: MONO_CACHE_DIR, else mono.json's, else XDG_CACHE_HOME/mono or \
                ~/.cache/mono)
                """
        ) { $0.folder = $1 }
    }

    /// Where results are.
    private static var placeArguments: [Argument<CacheOptions>] {
        [
            folderArgument,
            shared(
                """
                a folder that machines share: mono reads it after a miss, and publishes to it; with ':ro' mono \
                only reads (default: mono.json's)
                """),
        ]
            + remote(
                """
                a server that machines share, read and filled in the same way (default: MONO_REMOTE_CACHE, else \
                mono.json's)
                """)
    }

    /// Of commands that look at one folder, and say what lies behind it.
    static var namedPlaceArguments: [Argument<CacheOptions>] {
        [folderArgument, sharedBehindArgument]
            + remote("a server behind it, which is named and not asked (default: MONO_REMOTE_CACHE, else mono.json's)")
    }

    static var sharedBehindArgument: Argument<CacheOptions> {
        shared(
            """
            a shared folder behind the local cache. To count or check what it holds, name it with '--cache-dir' \
            (default: mono.json's)
            """)
    }

    private static func shared(_ help: String) -> Argument<CacheOptions> {
        .option("--shared-cache", reads: .sharedCache, group: .cache, help: help) { $0.shared = $1 }
    }

    private static func remote(_ help: String) -> [Argument<CacheOptions>] {
        [
            .option("--remote-cache", reads: .remoteCache, group: .cache, help: help) { $0.remote = $1 },
            .flag(
                "--no-remote-cache", group: .cache,
                help: "use no server, even where the environment or mono.json names one"
            ) { $0.usesRemote = false },
        ]
    }

    /// Which results count, and for whom those are that a build makes.
    private static var trustArguments: [Argument<CacheOptions>] {
        [
            .option(
                "--cache-scope", reads: .scopes, group: .cache,
                help:
                    """
                    publish to this scope of the shared caches; read it, then the scopes after it, then 'main'; 'main' \
                    reads no other (default: mono.json's, else 'main')
                    """
            ) { $0.scopes = $1 },
            .option(
                "--signing-key", reads: .file, group: .cache,
                help:
                    """
                    sign results with the secret key in FILE, see 'mono help cache keygen' (default: the key in \
                    MONO_SIGNING_KEY)
                    """
            ) { $0.signingKeyFile = $1 },
            .option(
                "--trusted-key", reads: .verifyingKey, group: .cache, isRepeatable: true,
                help:
                    """
                    accept from shared and remote caches only what this key or another trusted key signed (default: \
                    MONO_TRUSTED_KEYS, else mono.json's)
                    """
            ) { $0.trustedKeys = ($0.trustedKeys ?? []) + [$1] },
        ]
    }
}
