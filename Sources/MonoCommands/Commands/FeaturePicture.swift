import ArchitectureRules
import JSON

/// Who may depend on whom among features, and who does: as a table, for Graphviz, and as JSON.
struct FeaturePicture {
    let matrix: FeatureMatrix

    /// A row for each feature, a column for each that it may depend on, and what the signs mean.
    func text(_ style: Style) -> String {
        let features = matrix.features
        guard !features.isEmpty else { return "no features: a library 'Menu' beside 'MenuInterface' makes one" }
        let digits = "\(features.count)".count, width = features.map(\.name.count).max() ?? 0
        func number(_ index: Int) -> String {
            let text = "\(index + 1)"
            return String(repeating: " ", count: digits - text.count) + text
        }
        let columns = features.indices.map(number).joined(separator: " ")
        var lines = [String(repeating: " ", count: digits + width + 3) + columns]
        for (row, feature) in features.enumerated() {
            let name = feature.name + String(repeating: " ", count: width - feature.name.count)
            let cells = features.indices.map { column in
                String(repeating: " ", count: digits - 1)
                    + (row == column ? style.dim("\\") : sign(matrix.cell(from: row, to: column), style))
            }
            lines.append("\(number(row)) \(name)  \(cells.joined(separator: " "))")
        }
        return (lines + [""] + FeaturePicture.legend).joined(separator: "\n")
    }

    private static let legend = [
        "A row depends on a column:",
        "  S on the implementation   I on the interface   t in tests and examples alone   ! against a rule",
        "  + not, and may on the implementation   - not, and may on the interface   . not, and may not",
    ]

    private func sign(_ cell: FeatureMatrix.Cell, _ style: Style) -> String {
        if cell.broken > 0 { return style.red("!") }
        switch (cell.does, cell.may) {
        case (.source, _): return "S"
        case (.interface, _): return "I"
        case (.tests, _): return "t"
        case (.nothing, .source): return style.dim("+")
        case (.nothing, .interface), (.nothing, .tests): return style.dim("-")
        case (.nothing, .nothing): return style.dim(".")
        }
    }

    /// Features as boxes, those of the foundation filled; what only tests need is dashed, what breaks a rule red.
    func dot() -> String {
        var lines = ["digraph features {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
        for feature in matrix.features {
            let style = feature.layer == .foundation ? " [style=\"rounded,filled\"]" : ""
            lines.append("  \"\(feature.name)\"\(style);")
        }
        for (from, to, cell) in pairs where cell.does != .nothing {
            var marks: [String] = []
            if cell.does == .tests { marks.append("style=dashed") }
            if cell.does == .source { marks.append("style=bold") }
            if cell.broken > 0 { marks.append("color=red") }
            let list = marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]"
            lines.append("  \"\(from.name)\" -> \"\(to.name)\"\(list);")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    func json() -> String {
        JSONText.object([
            ("format", 1),
            (
                "features",
                .array(
                    matrix.features.map { feature in
                        .object([
                            ("name", .text(feature.name)),
                            ("layer", feature.layer.map { .text($0.rawValue) } ?? .null),
                        ])
                    })
            ),
            (
                "pairs",
                .array(
                    pairs.map { from, to, cell in
                        .object([
                            ("from", .text(from.name)), ("to", .text(to.name)), ("may", .text("\(cell.may)")),
                            ("does", .text("\(cell.does)")), ("broken", .integer(Int64(cell.broken))),
                        ])
                    })
            ),
        ]).description
    }

    private var pairs: [(from: Feature, to: Feature, cell: FeatureMatrix.Cell)] {
        let indices = matrix.features.indices
        return indices.flatMap { row in
            indices.filter { $0 != row }.map { column in
                (matrix.features[row], matrix.features[column], matrix.cell(from: row, to: column))
            }
        }
    }
}
