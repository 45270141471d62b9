import ArtifactCache
import Digests
import Disk
import InterfaceDigests
import Synchronization
import Toolchains

/// What protocols of a toolchain require, and which types and macros it has, looked up when somebody first asks: its
/// interfaces are megabytes of text, so the cache keeps it. Any thread.
final class ToolchainRequirements: Sendable {
    private static let kept = KeptText(name: "requirements", largest: 16 << 20)

    private let toolchain: Toolchain
    private let files: any FileSystem
    private let cache: TieredCache
    private let known = Mutex<RequirementNames?>(nil)

    init(of toolchain: Toolchain, files: any FileSystem, cache: TieredCache) {
        (self.toolchain, self.files, self.cache) = (toolchain, files, cache)
    }

    var names: RequirementNames {
        known.withLock { known in
            if let known { return known }
            let names = kept ?? read()
            known = names
            return names
        }
    }

    private var key: ContentDigest {
        var builder = DigestBuilder()
        builder.append("requirements of a toolchain's protocols")
        builder.append(RequirementNames.format)
        builder.append(toolchain.targetTriple)
        builder.append(toolchain.identity)
        builder.append(toolchain.sdk?.identity.hex ?? "")
        return builder.finish()
    }

    private var kept: RequirementNames? {
        ToolchainRequirements.kept.text(under: key, in: cache).flatMap { RequirementNames(text: $0) }
    }

    private func read() -> RequirementNames {
        let names = RequirementNames(of: toolchain, files: files)
        ToolchainRequirements.kept.keep(names.text, under: key, in: cache, reach: .everywhere)
        return names
    }
}
