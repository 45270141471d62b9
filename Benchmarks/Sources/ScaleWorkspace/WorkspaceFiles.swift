/// All files of a generated workspace, one after the other, so that nobody holds them all.
public struct WorkspaceFiles: Sequence, Sendable {
    public struct File: Equatable, Sendable {
        /// From the workspace's root.
        public var path: String
        public var text: String
    }

    private let plan: WorkspacePlan
    private let manifests: ManifestText

    public init(_ plan: WorkspacePlan) { (self.plan, manifests) = (plan, ManifestText(plan)) }

    /// The paths of all that mono looks at.
    public var paths: [String] {
        ["mono.json"] + (0..<plan.packages).map { Names.folder(of: $0) + "/Package.swift" }
            + plan.targets.flatMap(plan.paths)
    }

    public func makeIterator() -> AnyIterator<File> {
        let fixed = [
            File(path: "mono.json", text: "{ \"packages\": [\"Packages/*\"] }\n"),
            File(path: ".gitignore", text: ".build/\n.mono/\n"),
            File(path: "Umbrella/Package.swift", text: manifests.umbrella),
            File(path: "Umbrella/Sources/Umbrella/Umbrella.swift", text: "let isUmbrella = true\n"),
        ]
        let packages = (0..<plan.packages).lazy.map { package in
            File(path: Names.folder(of: package) + "/Package.swift", text: manifests.package(package))
        }
        let sources = plan.targets.lazy.flatMap { target in
            plan.paths(of: target).enumerated().lazy.map { number, path in
                File(path: path, text: SourceText.text(number, of: target, in: plan))
            }
        }
        var first = fixed.makeIterator(), second = packages.makeIterator(), third = sources.makeIterator()
        return AnyIterator { first.next() ?? second.next() ?? third.next() }
    }
}
