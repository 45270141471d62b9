import Configuration
import Disk
import FakeTools
import Glibc
import Targets

@testable import PackageManifests

/// Three packages, each with a library, a program, a C library, tests, and a target with a path of its own.
final class ThreePackages {
    let workspace = FakeWorkspace()
    private var made = 0

    init() {
        let files = workspace.files
        try! files.write("{\"packages\": [\"P*\"]}", to: AbsolutePath("/w/mono.json"))
        try! files.write("", to: AbsolutePath("/w/Shared/D/shared.swift"))
        for package in 0..<3 {
            for path in [
                "Sources/A\(package)/a.swift", "Sources/B\(package)/b.swift", "Sources/C\(package)/c.c",
                "Sources/C\(package)/include/c.h",
                "Tests/T\(package)/t.swift", "Other/Deep/D/d.swift",
            ] {
                try! files.write("", to: AbsolutePath("/w/P\(package)/\(path)"))
            }
            try! putManifest(package, variant: 0)
        }
    }

    func putManifest(_ package: Int, variant: Int) throws {
        let needs = package == 0 ? [] : [DumpText.product("A\(package - 1)", "p\(package - 1)")]
        let settings = "\"settings\": [{\"tool\": \"swift\", \"kind\": {\"define\": {\"_0\": \"EDITED\"}}}]"
        var targets = [
            DumpText.target("A\(package)", needs: needs),
            DumpText.target("B\(package)", "executable", needs: [DumpText.byName("A\(package)")]),
            DumpText.target("T\(package)", "test", needs: [DumpText.byName("A\(package)")]),
            DumpText.target("D\(package)", more: "\"path\": \"Other/Deep/D\""),
        ]
        if variant == 1 { targets[0] = targets[0].replacing("\"settings\": []", with: settings) }
        if variant != 2 { targets.append(DumpText.target("C\(package)")) }
        try workspace.put(
            "P\(package)",
            DumpText(
                name: variant == 3 ? "renamed" : "P\(package)",
                dependencies: package == 0 ? [] : [DumpText.path("/w/P\(package - 1)", identity: "p\(package - 1)")],
                products: [DumpText.library("A\(package)")], targets: targets))
    }

    func change(_ random: inout Numbers) throws {
        let package = Int.random(in: 0..<3, using: &random), home = AbsolutePath("/w/P\(package)"),
            files = workspace.files
        let folder = [
            "Sources/A\(package)", "Sources/B\(package)", "Sources/C\(package)", "Sources/C\(package)/include",
            "Tests/T\(package)", "Other/Deep/D",
        ]
        .randomElement(using: &random)!
        made += 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try files.write("// \(made)", to: home / folder / "new\(made).swift")
        case 2: try files.write("// \(made)\n@main struct M {}", to: home / "Sources/B\(package)/b.swift")
        case 3: try files.write("// \(made)", to: home / "Sources/A\(package)/a.swift")
        case 4: try putManifest(package, variant: Int.random(in: 0..<4, using: &random))
        case 5:
            let names = try files.list(home / folder).filter { $0.kind == .file && !$0.name.hasSuffix(".h") }.map(
                \.name)
            if names.count > 1 { try files.remove(home / folder / names.randomElement(using: &random)!) }
        case 6:
            // A folder that no listing shows becomes a link, or is one no more.
            try files.remove(home / "Other/Deep")
            if Bool.random(using: &random) {
                try files.makeSymbolicLink(at: home / "Other/Deep", to: "../../Shared")
            } else {
                try files.write("", to: home / "Other/Deep/D/d.swift")
            }
        case 7: try files.write("", to: AbsolutePath("/w/Shared/D/shared\(made).swift"))
        case 8:
            try files.makeSymbolicLink(
                at: home / "Sources/A\(package)/link\(made).swift", to: "../../../Shared/D/shared.swift")
        case 9: try files.write("{}", to: home / ".swiftpm/configuration/mirrors.json")
        case 10: try files.write("module C\(package) {}", to: home / "Sources/C\(package)/include/module.modulemap")
        default: try files.write("data", to: home / folder / "notes\(made).txt")
        }
    }

    func loadEarlier(_ before: InMemoryFileSystem, _ now: LoadedWorkspace, changes: EarlierChanges?) throws
        -> LoadedWorkspace
    {
        let configuration = try WorkspaceConfiguration.find(from: workspace.root, files: before)
        return try workspace.loader().loadEarlier(configuration, in: before, now: now, changes: changes)
    }

    // MARK: Two states

    private enum Node: Hashable {
        case file([UInt8])
        case link(String)
    }

    func copy(to other: InMemoryFileSystem) throws {
        for (path, node) in try nodes(in: workspace.files) {
            switch node {
            case .file(let content): try other.write(content, to: path)
            case .link(let destination): try other.makeSymbolicLink(at: path, to: destination)
            }
        }
    }

    func changes(since before: InMemoryFileSystem) throws -> EarlierChanges {
        let old = try nodes(in: before), new = try nodes(in: workspace.files)
        var edited: [AbsolutePath] = [], rearranged: [AbsolutePath] = []
        for path in Set(old.keys).union(new.keys) where old[path] != new[path] {
            if case .file? = old[path], case .file? = new[path] { edited.append(path) } else { rearranged.append(path) }
        }
        return EarlierChanges(edited: edited, rearranged: rearranged)
    }

    private func nodes(in files: InMemoryFileSystem) throws -> [AbsolutePath: Node] {
        var found: [AbsolutePath: Node] = [:], open = [workspace.root]
        while let folder = open.popLast() {
            for entry in try files.list(folder) where entry.name != ".mono" {
                let path = folder / entry.name
                switch entry.kind {
                case .folder: open.append(path)
                case .symbolicLink: found[path] = .link(try files.destination(ofLink: path))
                default: found[path] = .file(try files.read(path))
                }
            }
        }
        return found
    }
}

struct Numbers: RandomNumberGenerator {
    /// Of the random tests that `MONO_RANDOM_ROUNDS` and `MONO_RANDOM_SEED` make campaigns of.
    static var seeds: Range<Int> {
        func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
        let first = number("MONO_RANDOM_SEED") ?? 0
        return first..<first + (number("MONO_RANDOM_ROUNDS") ?? 40)
    }

    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return z ^ (z >> 31)
    }
}
