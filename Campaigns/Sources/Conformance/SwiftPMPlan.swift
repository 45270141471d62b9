import Foundation
import Measuring

/// What SwiftPM would run for a package: planned, and not built.
struct SwiftPMPlan {
    let invocations: [Invocation.Subject: Invocation]

    /// `scratch`: a folder for SwiftPM, kept for the next time.
    init(package: String, scratch: String, isRelease: Bool, for platform: [String]) throws {
        let configuration = isRelease ? "release" : "debug"
        let words =
            [
                "build", "--package-path", package, "--scratch-path", scratch, "--print-manifest-job-graph",
                "--build-tests", "-c", configuration,
            ] + platform
        _ = try Program("swift", words, in: package).run()
        let manifest = try Folders.text("\(scratch)/\(configuration).yaml")
        let places = Places([
            (package, "."), (scratch, "<build>"), (scratch + "/checkouts", "<checkouts>"),
            (scratch + "/artifacts", "<artifacts>"),
        ])
        var found: [Invocation.Subject: Invocation] = [:], inputs: [String] = []
        for line in manifest.split(separator: "\n") {
            if line.hasPrefix("    inputs: ") { inputs = SwiftPMPlan.list(line.dropFirst(12)) }
            guard line.hasPrefix("    args: ") else { continue }
            let words = SwiftPMPlan.list(line.dropFirst(10))
            guard let tool = words.first?.split(separator: "/").last else { continue }
            func value(of option: String) -> String? {
                words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
            }
            switch tool {
            case "swiftc":
                guard let module = value(of: "-module-name") else { continue }
                let output = value(of: "-o") ?? ""
                if words.contains("-emit-executable") || words.contains("-emit-library") {
                    let name = output.split(separator: "/").last.map(String.init) ?? output
                    // All tests of a package are one program there and one a target here.
                    if name.hasSuffix(".xctest") { continue }
                    found[.link(name)] = ClangWords(places: places, folder: package).link(
                        of: name, Array(words.dropFirst()))
                } else if words.contains("-c") || words.contains("-emit-module") {
                    // Macros and what they need are there twice: once for the host. And the test runner is made
                    // otherwise.
                    if value(of: "-emit-module-path")?.contains("/Modules-tool/") ?? false,
                        found[.module(module)] != nil
                    {
                        continue
                    }
                    if module.hasSuffix("PackageTests") || module.hasSuffix("PackageDiscoveredTests") { continue }
                    found[.module(module)] = SwiftWords(places: places, folder: package).invocation(
                        of: module, Array(words.dropFirst()), sources: inputs.filter { $0.hasSuffix(".swift") })
                }
            case "clang", "clang++":
                if let one = ClangWords(places: places, folder: package).invocation(Array(words.dropFirst())) {
                    found[one.subject] = one
                }
            default: continue
            }
        }
        // What plugins run is there once more, for the host.
        for case .link(let name) in found.keys
        where name.hasSuffix("-tool") && found[.link(String(name.dropLast(5)))] != nil { found[.link(name)] = nil }
        let own = try SwiftPMPlan.products(of: package, scratch)
        for case .link(let name) in found.keys where !own.contains(name) { found[.link(name)]?.isOfOtherPackage = true }
        for (subject, one) in found where SwiftPMPlan.liesInOtherPackage(one, below: package) {
            found[subject]?.isOfOtherPackage = true
        }
        invocations = found
    }

    /// True for sources of a package that another one names by its path, below it.
    private static func liesInOtherPackage(_ one: Invocation, below package: String) -> Bool {
        var source = one.facts.keys.first { $0.hasPrefix("source ./") }.map { $0.dropFirst(9) }
        if case .file(let path) = one.subject, path.hasPrefix("./") { source = path.dropFirst(2) }
        guard let source else { return false }
        var folder = package
        for part in source.split(separator: "/").dropLast() {
            folder += "/" + part
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return true }
        }
        return false
    }

    /// The package's own products, and its executable targets, which are products too.
    private static func products(of package: String, _ scratch: String) throws -> Set<String> {
        var program = Program(
            "swift", ["package", "--package-path", package, "--scratch-path", scratch, "describe", "--type", "json"],
            in: package)
        program.leavesErrorsOut = true
        let described = try JSONSerialization.jsonObject(with: Data(try program.run().output.utf8)) as? [String: Any]
        let names = ["products", "targets"].flatMap {
            (described?[$0] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }
        return Set(names + names.map { "lib\($0).so" })
    }

    /// A list on one line, which is JSON too.
    private static func list(_ text: some StringProtocol) -> [String] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String] ?? []
    }
}
