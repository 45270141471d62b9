import JSON
import Targets

/// `Package.resolved`: the pins that people commit, in SwiftPM's own format, so that both tools read the same file.
public struct LockFile: Hashable, Sendable {
    /// Of the file, in the workspace's root.
    public static let name = "Package.resolved"

    /// SwiftPM's version of the format: 1, 2 or 3.
    public var version: Int
    /// Sorted by identity.
    public var pins: [Pin]

    /// Nil where the bytes are no lock file of a known version.
    public init?(_ bytes: [UInt8]) {
        guard let root = try? JSONParser.parse(bytes), let version = root["version"]?.integer else { return nil }
        let entries: [JSONValue]
        switch version {
        case 1: entries = root["object"]?["pins"]?.array ?? []
        case 2, 3: entries = root["pins"]?.array ?? []
        default: return nil
        }
        var pins: [Pin] = []
        for entry in entries {
            guard let location = (entry["location"] ?? entry["repositoryURL"])?.string,
                let revision = entry["state"]?["revision"]?.string
            else { return nil }
            let state: Pin.State
            if let text = entry["state"]?["version"]?.string {
                guard let version = Version(text) else { return nil }
                state = .version(version)
            } else if let branch = entry["state"]?["branch"]?.string {
                state = .branch(branch)
            } else {
                state = .revision
            }
            let kind = entry["kind"]?.string.flatMap(Pin.Kind.init(rawValue:))
            pins.append(
                Pin(
                    identity: entry["identity"]?.string ?? Identity.of(location: location),
                    kind: kind ?? (location.hasPrefix("/") ? .localSourceControl : .remoteSourceControl),
                    location: location, revision: revision, state: state))
        }
        self.init(version: version, pins: pins)
    }

    /// `pins` may be in any order.
    public init(version: Int, pins: [Pin]) {
        self.version = version
        self.pins = pins.sorted { $0.identity < $1.identity }
    }

    /// The version of the format that SwiftPM would write for a package of that tools version. The oldest is only read.
    public static func version(for tools: ToolsVersion) -> Int { tools > ToolsVersion(5, 9) ? 3 : 2 }

    /// The text that SwiftPM would write, but for the hash of the manifest's dependencies, which is of no use to mono.
    public var text: String {
        var text = "{\n  \"pins\" : [\n"
        for (index, pin) in pins.enumerated() {
            text += """
                    {
                      "identity" : \(LockFile.quoted(pin.identity)),
                      "kind" : "\(pin.kind.rawValue)",
                      "location" : \(LockFile.quoted(pin.location)),
                      "state" : {

                """
            switch pin.state {
            case .version(let version):
                text += "        \"revision\" : \(LockFile.quoted(pin.revision)),\n"
                text += "        \"version\" : \(LockFile.quoted(version.description))\n"
            case .branch(let branch):
                text += "        \"branch\" : \(LockFile.quoted(branch)),\n"
                text += "        \"revision\" : \(LockFile.quoted(pin.revision))\n"
            case .revision: text += "        \"revision\" : \(LockFile.quoted(pin.revision))\n"
            }
            text += "      }\n    }\(index + 1 < pins.count ? "," : "")\n"
        }
        return text + "  ],\n  \"version\" : \(max(version, 2))\n}\n"
    }

    private static func quoted(_ text: String) -> String { JSONQuoting.plain.quoted(text) }

    /// What would have to change in this lock to hold exactly `pins`. A pin too many harms nobody and is not told.
    public func changes(to pins: [Pin]) -> [PinChange] {
        let mine = Dictionary(self.pins.map { ($0.identity, $0) }) { first, _ in first }
        return pins.compactMap { pin in
            let before = mine[pin.identity]
            if before?.revision == pin.revision, before?.state == pin.state { return nil }
            return PinChange(identity: pin.identity, before: before?.shownState, after: pin.shownState)
        }
    }
}
