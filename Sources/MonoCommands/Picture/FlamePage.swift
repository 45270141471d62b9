import CompileProfile
import JSON

/// A flame graph as one file for browsers, which asks no server for anything.
struct FlamePage {
    let graph: FlameGraph

    /// Boxes of less than this part of the whole are not drawn, however far one zooms.
    private static let smallest = 1.0 / 50_000

    var html: String {
        WebPage(
            title: "Type checking", css: FlameScript.css, body: FlameScript.body,
            data: PageList.encoded(data(graph.root)), script: FlameScript.script
        ).html
    }

    /// `[label, detail, milliseconds, boxes upon it, how many are left out]`
    private func data(_ box: FlameGraph.Box) -> JSONText {
        let shown = box.children.filter { $0.milliseconds >= graph.root.milliseconds * FlamePage.smallest }
        return .array([
            .text(PictureWords.bounded(box.label)), .text(PictureWords.bounded(box.detail, to: 1000)),
            .thousandths(Int64((min(max(box.milliseconds, 0), 1e12) * 1000).rounded())), .array(shown.map(data)),
            .number(box.children.count - shown.count),
        ])
    }
}
