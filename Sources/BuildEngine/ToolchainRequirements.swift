import ArtifactCache
import Digests
import Disk
import InterfaceDigests
import Synchronization
import Toolchains

/// What protocols of a toolchain require, and which types and macros it has, looked up when somebody first asks: its
/// interfaces are megabytes of text, so the local cache keeps it. Any thread.
final class ToolchainRequirements: Sendable {
    /// In bytes.
    private static let largest: Int64 = 16 << 20
    private static let outputName = "requirements"

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
        guard case .success(let (result, _)) = cache.result(for: key),
            let output = result.outputs.first(where: { $0.name == ToolchainRequirements.outputName }),
            let bytes = try? cache.read(output.digest, atMost: ToolchainRequirements.largest)
        else { return nil }
        return RequirementNames(text: String(decoding: bytes, as: UTF8.self))
    }

    private func read() -> RequirementNames {
        let names = RequirementNames(of: toolchain, files: files)
        if let digest = try? cache.store(Array(names.text.utf8), reach: .local) {
            let output = ActionResult.Output(
                name: ToolchainRequirements.outputName, digest: digest, isExecutable: false)
            try? cache.publish(ActionResult(outputs: [output]), for: key, reach: .local)
        }
        return names
    }
}
