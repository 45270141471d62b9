import Foundation
import Measuring
import ScaleWorkspace

/// What the Swift libraries of real packages look like, as `swift package describe` tells it.
struct ShapeReading {
    private var sources: [Int] = [], lines: [Int] = [], dependencies: [Int] = []
    private var foreign = 0
    /// Names of the packages that were read, with their numbers of libraries.
    private(set) var packages: [(name: String, libraries: Int)] = []

    private struct Package: Decodable {
        struct Target: Decodable {
            var type: String
            var module_type: String
            var path: String
            var sources: [String]
            var target_dependencies: [String]?
            var product_dependencies: [String]?
        }
        var name: String
        var targets: [Target]
    }

    init(of folders: [String]) throws {
        for folder in folders { try read(folder) }
        if sources.isEmpty { throw RunError("no Swift library in \(folders.joined(separator: ", "))") }
    }

    /// A dependency on a product counts as one in another package.
    private mutating func read(_ folder: String) throws {
        var describe = Program("swift", ["package", "describe", "--type", "json"], in: folder)
        describe.leavesErrorsOut = true
        let package = try JSONDecoder().decode(Package.self, from: Data(describe.run(timeLimit: 600).output.utf8))
        let libraries = package.targets.filter { $0.type == "library" && $0.module_type == "SwiftTarget" }
        packages.append((package.name, libraries.count))
        for library in libraries {
            let own = library.target_dependencies?.count ?? 0, others = library.product_dependencies?.count ?? 0
            sources.append(library.sources.count)
            dependencies.append(own + others)
            foreign += others
            for source in library.sources {
                let text = try Folders.text("\(folder)/\(library.path)/\(source)")
                lines.append(text.utf8.count { $0 == UInt8(ascii: "\n") })
            }
        }
    }

    var shape: Shape {
        Shape(
            sources: Quantiles(of: sources), lines: Quantiles(of: lines), dependencies: Quantiles(of: dependencies),
            foreignPercent: foreign * 100 / max(1, dependencies.reduce(0, +)))
    }

    /// A table for people, and after it the numbers as `Shape` holds them.
    var text: String {
        let rows = [
            ("sources a target", sources, shape.sources), ("lines a file", lines, shape.lines),
            ("direct dependencies", dependencies, shape.dependencies),
        ]
        let shown = Array(stride(from: 0, through: Quantiles.steps, by: Quantiles.steps / 20))
        var text = packages.map { "\($0.name): \($0.libraries) Swift libraries" }
        text += ["", "| | mean | mean as drawn | " + shown.map { "\($0) %" }.joined(separator: " | ") + " |"]
        text.append("|---|---|---|" + shown.map { _ in "---|" }.joined())
        for (title, numbers, quantiles) in rows {
            let mean = Double(numbers.reduce(0, +)) / Double(numbers.count)
            let means = [mean, Double(quantiles.meanInHundredths) / 100].map { String(format: "%.1f", $0) }
            let values = shown.map { "\(quantiles.values[$0])" }
            text.append("| " + ([title] + means + values).joined(separator: " | ") + " |")
        }
        text += [
            "", "\(sources.count) libraries; \(shape.foreignPercent) % of dependencies are in another package", "",
        ]
        text += rows.map { "\($0.0): \($0.2.values.map(String.init).joined(separator: ", "))" }
        return text.joined(separator: "\n")
    }
}
