/// The manifests of a generated workspace.
public struct ManifestText: Sendable {
    private let plan: WorkspacePlan
    /// For each package its targets, as positions in the plan.
    private let members: [[Int]]
    /// Libraries that other packages use.
    private let exported: Set<Int>

    public init(_ plan: WorkspacePlan) {
        self.plan = plan
        var members = (0..<plan.packages).map { _ in [Int]() }, exported: Set<Int> = []
        for (number, target) in plan.targets.enumerated() {
            members[target.package].append(number)
            exported.formUnion(target.dependencies.filter { plan.targets[$0].package != target.package })
        }
        (self.members, self.exported) = (members, exported)
    }

    /// `Package.swift` of a package.
    public func package(_ package: Int) -> String {
        let own = members[package].map { plan.targets[$0] }
        let libraries = members[package].filter { plan.targets[$0].kind == .library }
        var lines = ManifestText.head(Names.package(package))
        lines.append("    products: [")
        lines.append(
            "        .executable(name: \"\(Names.program(of: package))\", targets: [\"\(Names.program(of: package))\"]),"
        )
        for library in libraries where exported.contains(library) {
            let name = plan.targets[library].name
            lines.append("        .library(name: \"\(name)\", targets: [\"\(name)\"]),")
        }
        let names = libraries.map { "\"\(plan.targets[$0].name)\"" }.joined(separator: ", ")
        lines += ["        .library(name: \"\(Names.all(of: package))\", targets: [\(names)]),", "    ],"]
        lines.append("    dependencies: [")
        lines += plan.graph.neighbours[package].map { "        .package(path: \"../\(Names.package($0))\")," }
        lines += ["    ],", "    targets: ["]
        lines += own.map { "        " + declaration(of: $0) }
        return (lines + ["    ]", ")", ""]).joined(separator: "\n")
    }

    private func declaration(of target: WorkspacePlan.Target) -> String {
        let kind =
            switch target.kind {
            case .library: "target"
            case .program: "executableTarget"
            case .tests: "testTarget"
            }
        let needs = target.dependencies.map { number in
            let other = plan.targets[number]
            if other.package == target.package { return "\"\(other.name)\"" }
            return ".product(name: \"\(other.name)\", package: \"\(Names.package(other.package))\")"
        }
        return ".\(kind)(name: \"\(target.name)\", dependencies: [\(needs.joined(separator: ", "))]),"
    }

    /// A package that has SwiftPM build all libraries and programs of the others. mono does not see it.
    public var umbrella: String {
        var lines = ManifestText.head("Umbrella") + ["    dependencies: ["]
        lines += (0..<plan.packages).map { "        .package(path: \"../\(Names.folder(of: $0))\")," }
        lines += ["    ],", "    targets: [", "        .target(name: \"Umbrella\", dependencies: ["]
        for package in 0..<plan.packages {
            for product in [Names.all(of: package), Names.program(of: package)] {
                lines.append("            .product(name: \"\(product)\", package: \"\(Names.package(package))\"),")
            }
        }
        return (lines + ["        ]),", "    ]", ")", ""]).joined(separator: "\n")
    }

    private static func head(_ name: String) -> [String] {
        [
            "// swift-tools-version: 6.0", "import PackageDescription", "", "let package = Package(",
            "    name: \"\(name)\",",
        ]
    }
}
