import Digests
import Disk
import JSON

/// Finds which versions of external packages a workspace uses: from what is remembered where it can, through SwiftPM
/// where it cannot.
public struct Resolver: Sendable {
    private let root: AbsolutePath
    private let files: any FileSystem
    private let swiftPM: SwiftPM
    private let toolchain: ContentDigest
    private let environment: [String: String]
    private let recollection: Recollection
    private let mirrors: Mirrors

    /// `toolchain`: SwiftPM's. `environment`: the user's. `mirrors`: those that count in the root.
    public init(
        root: AbsolutePath, files: any FileSystem, swiftPM: SwiftPM, toolchain: ContentDigest,
        environment: [String: String],
        recollection: Recollection, mirrors: Mirrors
    ) {
        (self.root, self.files, self.swiftPM) = (root, files, swiftPM)
        (self.toolchain, self.environment) = (toolchain, environment)
        (self.recollection, self.mirrors) = (recollection, mirrors)
    }

    private var scratch: AbsolutePath { root / ".mono/swiftpm" }
    private var umbrellaFolder: AbsolutePath { scratch / "umbrella" }

    /// What is remembered for these wishes and this lock; nil where nothing is.
    public func recall(_ umbrella: Umbrella, lock: LockFile?) -> [Pin]? {
        let key = self.key(umbrella, lock)
        guard let value = recollection.recall(self.key(key, names: recollection.names(for: key))) else { return nil }
        return try? PinCodec.decode(value)
    }

    /// Remembers pins for these wishes with each of these locks. `variables` are those that the manifests of all
    /// packages that were looked at may have asked for.
    public func remember(_ pins: [Pin], for umbrella: Umbrella, locks: [LockFile?], variables: [String]) {
        let value = PinCodec.encode(pins)
        for key in Set(locks.map { self.key(umbrella, $0) }) {
            let names = recollection.addNames(variables, for: key)
            recollection.remember(value, for: self.key(key, names: names))
        }
    }

    /// Lets SwiftPM choose, held to `lock` as far as it goes, or not at all where it is to look for newer versions.
    /// `checkouts` then tells where each package is.
    public func resolve(_ umbrella: Umbrella, lock: LockFile?, updating: Bool) throws(ResolutionError) -> [Pin] {
        do {
            try files.writeIfChanged(Array(umbrella.text.utf8), to: umbrellaFolder / "Package.swift")
            for identity in umbrella.stands.keys {
                let manifest = umbrellaFolder / "local" / identity / "Package.swift"
                try files.writeIfChanged(Array(umbrella.standText(for: identity).utf8), to: manifest)
            }
            if let table = mirrors.own {
                try files.writeIfChanged(table, to: umbrellaFolder / Mirrors.path)
            } else {
                try files.remove(umbrellaFolder / Mirrors.path)
            }
            if let lock {
                try files.write(lock.text, to: umbrellaFolder / LockFile.name)
            } else {
                try files.remove(umbrellaFolder / LockFile.name)
            }
        } catch { throw .file(error) }

        // The whole environment: git needs agents, proxies and certificates that nobody can list.
        let result = try swiftPM.package(
            ["--package-path", umbrellaFolder.string, "--scratch-path", (scratch / "build").string]
                + [updating ? "update" : "resolve"],
            in: umbrellaFolder, environment: environment, limit: SwiftPM.resolutionLimit)
        guard result.succeeded else {
            throw .resolutionFailed(diagnostics: String(decoding: result.errors + result.output, as: UTF8.self))
        }
        let lockPath = umbrellaFolder / LockFile.name
        var pins: [Pin] = []
        if files.exists(lockPath) {
            let bytes: [UInt8]
            do { bytes = try files.read(lockPath) } catch { throw .file(error) }
            guard let lock = LockFile(bytes) else { throw .malformedLock(lockPath) }
            pins = lock.pins
        }
        return pins
    }

    /// Where SwiftPM put the packages, by identity, as its state says; empty where it has not been asked in this
    /// workspace.
    public func checkouts() -> [String: AbsolutePath] {
        let bytes = (try? files.read(scratch / "build/workspace-state.json")) ?? []
        var result: [String: AbsolutePath] = [:]
        let state = try? JSONParser.parse(bytes)
        for dependency in state?["object"]?["dependencies"]?.array ?? [] {
            guard let identity = dependency["packageRef"]?["identity"]?.string,
                let folder = dependency["subpath"]?.string
            else { continue }
            result[identity] = scratch / "build/checkouts" / folder
        }
        return result
    }

    private func key(_ umbrella: Umbrella, _ lock: LockFile?) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("mono resolution")
        builder.append(Int64(PinCodec.version))
        builder.append(toolchain)
        builder.append(umbrella.text)
        builder.append(umbrella.stands.keys.sorted().map(umbrella.standText))
        builder.append(mirrors.digest)
        if let lock { builder.append(PinCodec.encode(lock.pins)) } else { builder.appendNothing() }
        return builder.finish()
    }

    private func key(_ key: ContentDigest, names: [String]) -> ContentDigest {
        let present = names.filter { environment[$0] != nil }
        var builder = DigestBuilder()
        builder.append(key)
        builder.beginList(count: present.count)
        for name in present {
            builder.append(name)
            builder.append(environment[name])
        }
        return builder.finish()
    }
}
