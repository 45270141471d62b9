/// A new workspace: its configuration, and an app that features can be brought together in.
public struct WorkspaceTemplate: Sendable {
    public let app: String

    /// `app` must be a type's name in Swift (`FeatureTemplate.isValid`).
    public init(app: String) { self.app = app }

    /// Paths in the workspace's folder, with what is to be in each file; sorted.
    public var files: [(path: String, text: String)] {
        [
            (".gitignore", ".build/\n.mono/\n"),
            ("Apps/\(app)/Package.swift", manifest),
            ("Apps/\(app)/Sources/\(app)/main.swift", "print(\"Hello from \(app)\")\n"),
            // git keeps no empty folders.
            ("Features/.gitkeep", ""),
            ("Foundation/.gitkeep", ""),
            ("mono.json", configuration),
        ]
    }

    private var configuration: String {
        """
        {
            // Every folder that one of these patterns names and that holds a Package.swift belongs to the workspace.
            "packages": ["Foundation/*", "Features/*", "Apps/*"],
            "architecture": {
                // Tools that every feature may use, and what people see; 'mono check' holds them apart.
                "layers": {
                    "foundation": ["Foundation/*"],
                    "product": ["Features/*"],
                },
                // "enforce": true stops builds that break a rule; 'mono check' reports it in any case.
            },
        }

        """
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "\(app)",
            targets: [
                // The only target that depends on what features do, and not on their interfaces alone.
                .executableTarget(name: "\(app)"),
            ]
        )

        """
    }
}
