import Foundation
import Measuring

/// A package's targets and imports as SwiftPM and the compiler tell them: nothing of mono takes part.
///
/// What a target declares comes from `swift package describe` and `dump-package`. What it imports on this machine is
/// the compiler's own list (`-emit-imported-modules`, which evaluates `#if`); what it imports anywhere are the lines
/// that say so.
struct PackageReading {
    struct Pair: Hashable, Comparable, CustomStringConvertible {
        var target, module: String
        var description: String { "\(target) \(module)" }
        static func < (a: Self, b: Self) -> Bool { (a.target, a.module) < (b.target, b.module) }
    }

    /// The target imports the package's module and does not declare it.
    private(set) var undeclared: Set<Pair> = []
    /// The target declares it, a target or a product, and no line imports it.
    private(set) var unused: Set<Pair> = []
    private(set) var targets = 0, files = 0

    private struct Target {
        var name, module, type, path: String
        var isSwift: Bool
        var sources: [String]
        /// Targets and products.
        var needs: [String]
        var flags: [String]
    }

    init(of folder: String) throws {
        func package(_ words: [String], at place: String) throws -> JSONAnswer {
            var program = Program("swift", ["package", "--package-path", place] + words, in: folder)
            program.leavesErrorsOut = true
            return try JSONAnswer(try program.run().output)
        }
        let described = try package(["describe", "--type", "json"], at: folder),
            dump = try package(["dump-package"], at: folder)
        let traits = dump["traits"].list.first { $0["name"].text == "default" }?["enabledTraits"].list.map(\.text) ?? []
        let settings = Dictionary(
            uniqueKeysWithValues: dump["targets"].list.map { ($0["name"].text, $0["settings"].list) })
        let all = described["targets"].list.map { entry in
            Target(
                name: entry["name"].text, module: entry["c99name"].text, type: entry["type"].text,
                path: folder + "/" + entry["path"].text,
                isSwift: entry["module_type"].text == "SwiftTarget", sources: entry["sources"].list.map(\.text),
                needs: (entry["target_dependencies"].list + entry["product_dependencies"].list).map(\.text),
                flags: PackageReading.flags(settings[entry["name"].text] ?? [], traits: traits))
        }
        let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
        // Which modules a product brings: of this package, and of those that it fetches.
        var products: [String: [String]] = [:]
        let checkouts = folder + "/.build/checkouts"
        if !dump["dependencies"].list.isEmpty { _ = try Program("swift", ["package", "resolve"], in: folder).run() }
        for place in [folder] + Folders.entries(checkouts).map({ checkouts + "/" + $0 }) {
            for product in try (place == folder ? dump : package(["dump-package"], at: place))["products"].list {
                products[product["name"].text] = product["targets"].list.map {
                    $0.text.replacingOccurrences(of: "-", with: "_")
                }
            }
        }
        let modules = Set(all.map(\.module))
        for target in all where target.isSwift && target.type != "plugin" {
            targets += 1
            files += target.sources.count
            let sources = target.sources.map { "\(target.path)/\($0)" }
            let lines = try sources.reduce(into: Set<String>()) {
                try $0.formUnion(PackageReading.importedAnywhere(in: $1))
            }
            var program = Program(
                "swiftc",
                ["-frontend", "-emit-imported-modules", "-module-name", target.module, "-o", "-"] + target.flags
                    + sources, in: folder)
            program.leavesErrorsOut = true
            let active = Set(try program.run().output.split(separator: "\n").map(String.init))
            let declared = Set(target.needs.flatMap { byName[$0].map { [$0.module] } ?? products[$0] ?? [$0] })
            for module in active.intersection(modules).subtracting(declared) where module != target.module {
                undeclared.insert(Pair(target: target.name, module: module))
            }
            // Nobody declares what a snippet needs: SwiftPM gives it all libraries.
            for need in target.type == "snippet" ? [] : target.needs {
                let other = byName[need]
                // Needed without an import: what works on sources, and programs that a test starts.
                if ["macro", "plugin", "binary", "system-target"].contains(other?.type)
                    || target.type == "test" && other?.type == "executable"
                {
                    continue
                }
                if lines.isDisjoint(with: other.map { [$0.module] } ?? products[need] ?? [need]) {
                    unused.insert(Pair(target: target.name, module: need))
                }
            }
        }
    }

    /// What the manifest defines for `#if` on Linux, in debug builds.
    private static func flags(_ settings: [JSONAnswer], traits: [String]) -> [String] {
        var flags = traits.flatMap { ["-D", $0] } + ["-D", "SWIFT_PACKAGE", "-D", "DEBUG"]
        for setting in settings where setting["tool"].text == "swift" {
            let condition = setting["condition"], kind = setting["kind"]
            let platforms = condition["platformNames"].list.map(\.text)
            let enabled = condition["traits"].list.map(\.text)
            if !platforms.isEmpty, !platforms.contains("linux") { continue }
            if !condition["config"].isNull, condition["config"].text != "debug" { continue }
            if !enabled.isEmpty, Set(enabled).isDisjoint(with: traits) { continue }
            if !kind["define"].isNull { flags += ["-D", kind["define"]["_0"].text] }
            for feature in ["enableUpcomingFeature", "enableExperimentalFeature"] where !kind[feature].isNull {
                flags += [
                    feature == "enableUpcomingFeature" ? "-enable-upcoming-feature" : "-enable-experimental-feature",
                    kind[feature]["_0"].text,
                ]
            }
        }
        return flags
    }

    /// Line by line, whatever `#if` stands around them.
    private static func importedAnywhere(in file: String) throws -> Set<String> {
        let line =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        return try Folders.text(file).split(separator: "\n").reduce(into: []) { found, text in
            if let match = text.firstMatch(of: line) { found.insert(String(match.1)) }
        }
    }
}
