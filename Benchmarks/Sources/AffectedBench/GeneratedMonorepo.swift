import Foundation
import Measuring

/// A monorepo that is made up: packages of 20 targets (15 libraries, 5 of tests), 10 files a target, dependencies
/// within and across packages. The package in the root names all others by path, and has 20 targets of its own.
///
/// What depends on what is worked out here, without mono, so that its answers can be held against it.
struct GeneratedMonorepo {
    static let targetsInPackage = 20, libraries = 15, filesInTarget = 10

    let folder: String
    let packages: Int

    var targets: Int { packages * GeneratedMonorepo.targetsInPackage }
    var files: Int { targets * GeneratedMonorepo.filesInTarget }

    init(in folder: String, targets: Int) {
        (self.folder, packages) = (folder, targets / GeneratedMonorepo.targetsInPackage)
    }

    // MARK: What there is

    /// The root is the last one: it depends on all.
    private var root: Int { packages - 1 }

    private func name(_ package: Int) -> String { "P" + String(1000 + package).dropFirst() }

    func path(of package: Int) -> String { package == root ? "." : "Packages/\(name(package))" }

    func library(_ package: Int, _ index: Int) -> String { "\(name(package))L\(index)" }

    private func test(_ package: Int, _ index: Int) -> String { "\(name(package))T\(index)" }

    func tests(of package: Int) -> [String] {
        (0..<GeneratedMonorepo.targetsInPackage - GeneratedMonorepo.libraries).map { test(package, $0) }
    }

    func file(_ index: Int, ofLibrary library: Int, in package: Int) -> String {
        "\(path(of: package))/Sources/\(self.library(package, library))/File\(index).swift"
    }

    /// The packages whose products the first library uses; fewer and fewer layers above the first package.
    private func neighbours(of package: Int) -> [Int] {
        package == 0 ? [] : Set([package / 2, package / 3, max(0, package - 7)]).sorted()
    }

    /// All targets of a package with the targets that each depends on; libraries first.
    private func dependencies(in package: Int) -> [(name: String, own: [String], others: [Int])] {
        let libraries = (0..<GeneratedMonorepo.libraries).map { index in
            (
                name: library(package, index),
                own: index == 0 ? [] : Set([index / 2, max(0, index - 3)]).sorted().map { library(package, $0) },
                others: index == 0 ? neighbours(of: package) : []
            )
        }
        let tests = tests(of: package).enumerated().map { index, name in
            (name: name, own: (3 * index..<3 * index + 3).map { library(package, $0) }, others: [Int]())
        }
        return libraries + tests
    }

    /// The product of a package holds its second library.
    private func product(_ package: Int) -> String { "\(name(package))Kit" }

    /// A target and all that depends on it, sorted as mono names them.
    func reached(from target: String) -> [String] {
        var dependents: [String: [String]] = [:]
        for package in 0..<packages {
            for entry in dependencies(in: package) {
                for other in entry.own + entry.others.map({ library($0, 1) }) {
                    dependents[other, default: []].append(entry.name)
                }
            }
        }
        var found: Set<String> = [target], open = [target]
        while let next = open.popLast() {
            for dependent in dependents[next] ?? [] where found.insert(dependent).inserted { open.append(dependent) }
        }
        return found.sorted()
    }

    // MARK: Writing it

    /// Makes the folder, with a commit of all files, unless an earlier run has left the same there.
    func make() throws {
        let stamp = folder + "/.git/made-by-affected-bench"
        let contents = "\(GeneratedMonorepo.version) \(targets)"
        if (try? Folders.text(stamp)) == contents {
            _ = try git(["reset", "--quiet", "--hard"])
            _ = try git(["clean", "--quiet", "-d", "--force"])
            return
        }
        try Folders.remove(folder)
        try Folders.make(folder)
        try Folders.write("{ \"packages\": [\".\", \"Packages/*\"] }\n", to: folder + "/mono.json")
        for package in 0..<packages { try write(package) }
        _ = try git(["init", "--quiet"])
        _ = try git(["add", "."])
        _ = try git([
            "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "--quiet", "-m", "generated",
        ])
        // So that no file is as young as the index: git would read it each time.
        sleep(2)
        _ = try git(["update-index", "--refresh", "--really-refresh"])
        try Folders.write(contents, to: stamp)
    }

    /// Counted up where something else is generated.
    private static let version = 1

    func git(_ arguments: [String]) throws -> String { try Program("git", arguments, in: folder).run().output }

    private func write(_ package: Int) throws {
        let home = folder + "/" + path(of: package)
        try Folders.make(home)
        try Folders.write(manifest(of: package), to: home + "/Package.swift", atomically: false)
        for (index, entry) in dependencies(in: package).enumerated() {
            let place = home + (index < GeneratedMonorepo.libraries ? "/Sources/" : "/Tests/") + entry.name
            try Folders.make(place)
            let imports = (entry.own + entry.others.map { library($0, 1) }).map { "import \($0)\n" }.joined()
            for file in 0..<GeneratedMonorepo.filesInTarget {
                try Folders.write(
                    imports + source(entry.name, file), to: "\(place)/File\(file).swift", atomically: false)
            }
        }
    }

    private func source(_ target: String, _ file: Int) -> String {
        """

        /// Something that others may call.
        public func \(target.lowercased())Function\(file)(_ value: Int) -> Int { hidden\(file)(value) + \(file) }

        private func hidden\(file)(_ value: Int) -> Int { value &* 3 }

        """
    }

    /// `define`: an edit of one library's definition.
    func manifest(of package: Int, defining define: (library: Int, name: String)? = nil) -> String {
        let others = package == root ? Array(0..<root) : neighbours(of: package)
        let up = package == root ? "Packages/" : "../"
        var text =
            """
            // swift-tools-version: 6.0\nimport PackageDescription\n\nlet package = Package(\n    name: \
            \"\(name(package))\",\n
            """
        text +=
            """
                products: [.library(name: \"\(product(package))\", targets: [\"\(library(package, 1))\"])],\n    \
            dependencies: [\n
            """
        for other in others { text += "        .package(path: \"\(up)\(name(other))\"),\n" }
        text += "    ],\n    targets: [\n"
        for (index, entry) in dependencies(in: package).enumerated() {
            let own = entry.own.map { "\"\($0)\"" }
            let products = entry.others.map { ".product(name: \"\(product($0))\", package: \"\(name($0))\")" }
            let settings = define.map { $0.library == index ? ", swiftSettings: [.define(\"\($0.name)\")]" : "" } ?? ""
            text +=
                "        .\(index < GeneratedMonorepo.libraries ? "target" : "testTarget")(name: \"\(entry.name)\", "
                + "dependencies: [\((own + products).joined(separator: ", "))]\(settings)),\n"
        }
        return text + "    ]\n)\n"
    }
}
