import Disk
import JSON
import Targets

/// What a build-tool plugin is told when it is asked how more of a target's sources are made: the message that SwiftPM
/// 6.3 sends (`HostToPluginMessage` in its `PackagePlugin`), with the workspace root left open (`OpenRoot`).
public struct PluginQuestion: Sendable {
    /// A program that the plugin may name in its commands.
    public struct Tool: Hashable, Sendable {
        /// What the plugin calls it.
        public var name: String
        /// Relative to the workspace root.
        public var path: String
        public init(name: String, path: String) { (self.name, self.path) = (name, path) }
    }

    public var target: TargetID
    /// Where the plugin's commands are to write, relative to the workspace root.
    public var workFolder: String
    public var tools: [Tool]
    /// The toolchain's `bin`: where the plugin may look for what is no tool of its own.
    public var toolchainFolder: String
    /// What plugins before this one make for the target, relative to the workspace root.
    public var sourcesSoFar, resourcesSoFar: [String]

    public init(
        about target: TargetID, workFolder: String, tools: [Tool], toolchainFolder: String, sourcesSoFar: [String] = [],
        resourcesSoFar: [String] = []
    ) {
        (self.target, self.workFolder, self.tools, self.toolchainFolder) = (target, workFolder, tools, toolchainFolder)
        (self.sourcesSoFar, self.resourcesSoFar) = (sourcesSoFar, resourcesSoFar)
    }

    /// A message with `root` where it was left open. In JSON the mark is written by number, and the path as a text's
    /// part.
    public static func filled(_ text: String, root: String) -> String {
        let mark = JSONText.text(OpenRoot.mark).description.dropFirst().dropLast(),
            path = JSONText.text(root).description.dropFirst().dropLast()
        var result = "", rest = text[...]
        while let at = rest.firstIndex(of: "\\") {
            result += rest[..<at]
            rest = rest[at...]
            let isMark = rest.hasPrefix(mark)
            result += isMark ? path : rest.prefix(2)
            rest = rest.dropFirst(isMark ? mark.count : 2)
        }
        return result + rest
    }

    /// The message, on one line.
    public func text(in graph: TargetGraph, _ configuration: BuildConfiguration) -> String {
        var listing = PackageListing(graph: graph, configuration: configuration)
        let package = listing.id(of: target.package), target = listing.id(of: self.target)
        let folder = listing.path(workFolder), search = listing.path(toolchainFolder)
        let accessible = tools.map { ($0.name, JSONText.object([("path", .integer(listing.path($0.path)))])) }
        let sources = sourcesSoFar.map { JSONText.integer(listing.path($0)) },
            resources = resourcesSoFar.map { JSONText.integer(listing.path($0)) }
        let context = JSONText.object([
            ("paths", .array(listing.paths)), ("targets", .array(listing.targets)),
            ("products", .array(listing.products)),
            ("packages", .array(listing.packages)), ("xcodeTargets", .array([])), ("xcodeProjects", .array([])),
            ("pluginWorkDirId", .integer(folder)), ("toolSearchDirIds", .array([.integer(search)])),
            ("accessibleTools", .object(accessible)),
        ])
        return JSONText.object([
            (
                "createBuildToolCommands",
                .object([
                    ("context", context), ("rootPackageId", .integer(package)),
                    ("targetId", target.map(JSONText.integer) ?? .null),
                    ("pluginGeneratedSources", .array(sources)), ("pluginGeneratedResources", .array(resources)),
                ])
            )
        ]).description
    }
}
