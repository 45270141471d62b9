import Targets

/// A profile as a picture that needs nothing but a browser: targets at the bottom, upon them their files, upon these
/// functions, as wide as the time that they took; expressions lie upon the functions that they begin in. Functions in
/// functions are part of those.
public struct FlameGraph: Sendable {
    private struct Box {
        var label: String
        var milliseconds: Double
        var children: [Box] = []
    }

    private static let width = 1200.0, height = 18.0, margin = 10.0
    /// What is narrower is left out: nobody would see it.
    private static let narrowest = 0.3

    private let root: Box

    /// `name`: how a target is called.
    public init(_ profile: CompileProfile, name: (TargetID) -> String) {
        let functions = Dictionary(grouping: profile.functions.filter { !$0.isInner }) {
            FlameGraph.Source(target: $0.target, file: $0.place.file)
        }
        let expressions = Dictionary(grouping: profile.expressions) {
            FlameGraph.Source(target: $0.target, file: $0.place.file)
        }
        let files = Dictionary(grouping: profile.files, by: \.target)
        let targets = profile.targets.filter { $0.milliseconds > 0 }.map { target in
            Box(
                label: name(target.target), milliseconds: target.milliseconds,
                children: (files[target.target] ?? []).map { file in
                    let source = FlameGraph.Source(target: target.target, file: file.file)
                    return Box(
                        label: file.file, milliseconds: file.milliseconds,
                        children: FlameGraph.boxes(of: functions[source] ?? [], with: expressions[source] ?? []))
                })
        }
        root = Box(label: "type checking", milliseconds: profile.total, children: targets)
    }

    private struct Source: Hashable {
        var target: TargetID
        var file: String
    }

    private static func boxes(of functions: [CompileProfile.Entry], with expressions: [CompileProfile.Entry]) -> [Box] {
        let byPlace = functions.sorted { $0.place < $1.place }
        var inside: [Int: [Box]] = [:], room = byPlace.map(\.milliseconds)
        for expression in expressions {
            // The last function that begins before it; where that took less time, the expression is no part of it.
            guard let owner = byPlace.lastIndex(where: { $0.place <= expression.place }),
                room[owner] >= expression.milliseconds
            else { continue }
            room[owner] -= expression.milliseconds
            inside[owner, default: []].append(
                Box(label: "expression in line \(expression.place.line)", milliseconds: expression.milliseconds))
        }
        return byPlace.indices.sorted { byPlace[$0].milliseconds > byPlace[$1].milliseconds }.map { index in
            let entry = byPlace[index]
            return Box(
                label: "\(entry.name), line \(entry.place.line)", milliseconds: entry.milliseconds,
                children: inside[index] ?? [])
        }
    }

    public var svg: String {
        var boxes = ""
        if root.milliseconds > 0 {
            draw(
                root, at: FlameGraph.margin, level: 0,
                scale: (FlameGraph.width - 2 * FlameGraph.margin) / root.milliseconds, &boxes)
        }
        let height = FlameGraph.height * 5 + 2 * FlameGraph.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(FlameGraph.width)) \(number(height))" font-family="monospace" font-size="11">
            <rect width="100%" height="100%" fill="white"/>
            \(boxes)</svg>

            """
    }

    private static let colors = ["#9aa5b1", "#f2b36b", "#f5d67b", "#f08a5d", "#c65146"]

    private func draw(_ box: Box, at x: Double, level: Int, scale: Double, _ text: inout String) {
        let width = box.milliseconds * scale
        guard width >= FlameGraph.narrowest else { return }
        let y = FlameGraph.margin + FlameGraph.height * Double(4 - level)
        let share = root.milliseconds > 0 ? box.milliseconds / root.milliseconds * 100 : 0
        let label = escaped(box.label), fits = Int(width / 7)
        text += "<g><title>\(label): \(number(box.milliseconds)) ms, \(number(share)) %</title>"
        text +=
            """
            <rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" \
            height=\"\(number(FlameGraph.height - 1))\" fill=\"\(FlameGraph.colors[level])\"/>
            """
        if fits > 3 {
            let shown = box.label.count <= fits ? box.label : box.label.prefix(fits - 1) + "…"
            text += "<text x=\"\(number(x + 3))\" y=\"\(number(y + 13))\">\(escaped(String(shown)))</text>"
        }
        text += "</g>\n"
        var next = x
        for child in box.children {
            draw(child, at: next, level: level + 1, scale: scale, &text)
            next += child.milliseconds * scale
        }
    }

    /// With two digits behind the point.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
