import Digests
import Disk
import JSON
import Targets

/// Finds which versions of external packages a workspace uses: from what is remembered where it can, through SwiftPM where it cannot.
struct Resolver: Sendable {
    let root: AbsolutePath
    let files: any FileSystem
    let swiftPM: SwiftPM
    let toolchain: ContentDigest
    let environment: [String: String]
    let recollection: Recollection
    let mirrors: Mirrors

    private var scratch: AbsolutePath { root / ".mono/swiftpm" }
    private var umbrellaFolder: AbsolutePath { scratch / "umbrella" }

    /// What is remembered for these wishes and this lock; nil where nothing is.
    func recall(_ umbrella: Umbrella, lock: LockFile?) -> [Pin]? {
        let key = self.key(umbrella, lock)
        guard let value = recollection.recall(self.key(key, names: recollection.names(for: key))) else { return nil }
        return try? PinCodec.decode(value)
    }

    /// Remembers pins for these wishes with each of these locks. `variables` are those that the manifests of all packages that were
    /// looked at may have asked for.
    func remember(_ pins: [Pin], for umbrella: Umbrella, locks: [LockFile?], variables: [String]) {
        let value = PinCodec.encode(pins)
        for key in Set(locks.map { self.key(umbrella, $0) }) {
            let names = recollection.addNames(variables, for: key)
            recollection.remember(value, for: self.key(key, names: names))
        }
    }

    /// Lets SwiftPM choose, held to `lock` as far as it goes, or not at all where it is to look for newer versions. `checkouts` then
    /// tells where each package is.
    func resolve(_ umbrella: Umbrella, lock: LockFile?, updating: Bool) throws(ManifestError) -> [Pin] {
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

    /// Where SwiftPM put the packages, by identity, as its state says; empty where it has not been asked in this workspace.
    func checkouts() -> [String: AbsolutePath] {
        let bytes = (try? files.read(scratch / "build/workspace-state.json")) ?? []
        var result: [String: AbsolutePath] = [:]
        let state = try? JSONParser.parse(bytes)
        for dependency in state?["object"]?["dependencies"]?.array ?? [] {
            guard let identity = dependency["packageRef"]?["identity"]?.string, let folder = dependency["subpath"]?.string
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

/// The form in which pins are remembered.
enum PinCodec {
    static let version = 1

    static func encode(_ pins: [Pin]) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(pins) { writer, pin in
            writer.write(pin.identity)
            writer.write(pin.kind.rawValue)
            writer.write(pin.location)
            writer.write(pin.revision)
            switch pin.state {
            case .version(let version):
                writer.write(0)
                writer.write(version.description)
            case .branch(let branch):
                writer.write(1)
                writer.write(branch)
            case .revision: writer.write(2)
            }
        }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> [Pin] {
        var reader = RecordReader(bytes)
        let pins = try reader.list { (reader) throws(MalformedRecord) in
            let identity = try reader.text()
            guard let kind = Pin.Kind(rawValue: try reader.text()) else { throw MalformedRecord() }
            let location = try reader.text(), revision = try reader.text()
            let state: Pin.State
            switch try reader.number() {
            case 0:
                guard let version = Version(try reader.text()) else { throw MalformedRecord() }
                state = .version(version)
            case 1: state = .branch(try reader.text())
            case 2: state = .revision
            default: throw MalformedRecord()
            }
            return Pin(identity: identity, kind: kind, location: location, revision: revision, state: state)
        }
        try reader.finish()
        return pins
    }
}
