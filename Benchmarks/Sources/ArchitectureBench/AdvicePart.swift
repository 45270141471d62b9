import Foundation
import Measuring

/// A shop whose checkout needs the code behind the payments, and twenty commits to it: what `mono advise` foretells of
/// a split, and what the same commits take once the split is made.
struct AdvicePart {
    private struct Step {
        var feature: String?
        var edit: AppEdit
        var title: String { feature.map { "\(edit.words) in \($0)" } ?? "the README" }
    }

    /// One of the two forms: its work tree, its cache, and what each commit took.
    private struct Form {
        let app: GeneratedApp
        let builder: MonoBuilder
        /// By round, then by commit.
        var built: [[Built]] = []

        func commit(_ message: String) throws {
            _ = try Program("git", ["add", "-A"], in: app.folder).run()
            _ = try Program(
                "git",
                ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "--quiet", "-m", message],
                in: app.folder
            ).run()
        }

        /// The median over the rounds of what all commits took.
        func sum(_ what: (Built) -> Double) -> Double { median(built.map { $0.reduce(0) { $0 + what($1) } }) }
    }

    /// What is to be told apart from what it is foretold to be.
    private static let tolerance = 0.2
    private static let bad = (from: "Checkout", to: "Payments")

    private static let steps: [Step] = [
        Step(feature: "Payments", edit: .publicFunction), Step(feature: "Payments", edit: .body),
        Step(feature: "Menu", edit: .body),
        Step(feature: "Payments", edit: .storedProperty), Step(feature: "Payments", edit: .body),
        Step(feature: "Checkout", edit: .body),
        Step(feature: "Payments", edit: .publicFunction), Step(feature: "Orders", edit: .body),
        Step(feature: "Payments", edit: .modelField),
        Step(feature: nil, edit: .body), Step(feature: "Payments", edit: .privateFunction),
        Step(feature: "Payments", edit: .publicFunction),
        Step(feature: "Menu", edit: .modelField), Step(feature: "Payments", edit: .storedProperty),
        Step(feature: "Checkout", edit: .publicFunction),
        Step(feature: "Payments", edit: .body), Step(feature: "Search", edit: .publicFunction),
        Step(feature: "Payments", edit: .publicFunction),
        Step(feature: "Payments", edit: .newFile), Step(feature: "Payments", edit: .publicFunction),
    ]

    private let options: ArchitectureOptions

    init(_ options: ArchitectureOptions) { self.options = options }

    func measure() throws -> Finding {
        let place = try options.place(of: .advice)
        var before = try form("before", in: place, isSplit: false), after = try form("after", in: place, isSplit: true)
        var told: [JSONAnswer] = []
        for round in 1...options.rounds {
            try replay(&before, &after, round)
            // What it says after the first round, when nothing was built but these commits, and so after each.
            told.append(
                try JSONAnswer(
                    try options.mono(
                        ["advise", "--history", "\(AdvicePart.steps.count)", "--json"], in: before.app.folder,
                        cache: before.builder.cache
                    ).run().output))
        }
        return finding(before, after, told)
    }

    private func form(_ name: String, in place: String, isSplit: Bool) throws -> Form {
        func feature(_ name: String, _ next: String? = nil, files: Int, interface: Bool) -> GeneratedFeature {
            GeneratedFeature(name: name, next: next, files: files, hasInterface: interface)
        }
        let app = GeneratedApp(
            folder: "\(place)/\(name)/shop",
            features: [
                feature("Payments", files: 2, interface: isSplit),
                feature("Checkout", "Payments", files: 4, interface: false),
                feature("Orders", "Checkout", files: 2, interface: false), feature("Menu", files: 2, interface: true),
                feature("Search", "Menu", files: 2, interface: true),
            ])
        let builder = MonoBuilder(folder: app.folder, program: options.mono, cache: "\(place)/\(name)/cache")
        return Form(app: app, builder: builder)
    }

    /// The commits of one round, first in a history of its own; who builds first alternates.
    private func replay(_ before: inout Form, _ after: inout Form, _ round: Int) throws {
        for form in [before, after] {
            try Folders.remove(form.app.folder)
            try Folders.remove(form.builder.cache)
            try form.app.write()
            _ = try Program("git", ["init", "--quiet"], in: form.app.folder).run()
            try form.commit("generated")
            _ = try form.builder.build()
        }
        var built: [[Built]] = [[], []]
        for (index, step) in AdvicePart.steps.enumerated() {
            let forms = [before, after]
            for which in (index + round) % 2 == 0 ? [0, 1] : [1, 0] {
                let form = forms[which]
                if let feature = step.feature {
                    try step.edit.make(to: feature, in: form.app, 100 * round + index)
                } else {
                    try Folders.write("A shop.\n", to: form.app.folder + "/README.md")
                }
                try form.commit(step.title)
                built[which].append(try form.builder.build())
            }
            say(
                "  round \(round), \(step.title): "
                    + built.map { "\($0[index].compiled.count) in \(seconds($0[index].seconds))" }.joined(
                        separator: ", "))
        }
        before.built.append(built[0])
        after.built.append(built[1])
    }

    private func finding(_ before: Form, _ after: Form, _ told: [JSONAnswer]) -> Finding {
        let bad = AdvicePart.bad
        let first = told.map { $0["edges"].list.first }
        let isFirst = first.allSatisfy { $0?["from"].text == ".:\(bad.from)" && $0?["to"].text == ".:\(bad.to)" }
        func edge(_ answer: JSONAnswer) -> JSONAnswer? {
            answer["edges"].list.first { $0["from"].text == ".:\(bad.from)" && $0["to"].text == ".:\(bad.to)" }
        }
        let predicted = median(told.map { (edge($0)?["savedMilliseconds"].number ?? .nan) / 1000 })
        let measured = before.sum(\.processor) - after.sum(\.processor)
        let off = predicted / measured - 1
        var lines = [
            """
            A package of five features; `\(bad.from)` needs the code behind `\(bad.to)`, `Orders` that of `Checkout`. \
            \(AdvicePart.steps.count) commits, each built with `mono build` as it is made,
            """,
            """
            in this form and in one where `\(bad.to)` has an interface, in turn; medians of \(options.rounds) rounds \
            with histories and caches of their own.
            """,
            """
            Compile work is the processor time of emit-module and compile actions, summed; advice counts the same, of \
            the results that the cache holds at the end.
            """,
            "",
            "| what all commits took | as it was | split | saved |", "|---|---|---|---|",
        ]
        for (title, value) in [
            ("compile work", \Built.processor), ("the same actions on the wall", \.work),
            ("builds on the wall", \.seconds),
        ] {
            let (old, new) = (before.sum { $0[keyPath: value] }, after.sum { $0[keyPath: value] })
            lines.append("| \(title) | \(seconds(old)) | \(seconds(new)) | \(seconds(old - new)) |")
        }
        let compiles = [before, after].map { form in form.sum { Double($0.compiled.count) } }
        lines.append(
            "| targets compiled | \(Int(compiles[0])) | \(Int(compiles[1])) | \(Int(compiles[0] - compiles[1])) |")
        let answer = told.last!
        lines += [
            "",
            """
            `mono advise` names `\(bad.from) -> \(bad.to)` \(isFirst ? "first" : "**not first**"), and foretells \
            **\(seconds(predicted))** \
            (\(told.map { seconds((edge($0)?["savedMilliseconds"].number ?? .nan) / 1000) }.joined(separator: ", ")))
            """,
            """
            where the split saved **\(seconds(measured))** of compile work: \(String(format: "%+.0f", off * 100)) %. \
            In \(Int(edge(answer)?["commits"].number ?? 0)) commits, \(Int(edge(answer)?["compiles"].number ?? 0)) \
            compiles;
            """
                + """
                 \(Int(edge(answer)?["interfaceChanged"].number ?? 0)) more changed what the interface would hold; \
                \(Int(edge(answer)?["byFilesAlone"].number ?? 0)) by files alone.
                """,
            "",
            "| what it names | foretold | commits | compiles |", "|---|---|---|---|",
        ]
        for edge in answer["edges"].list {
            let name = [edge["from"], edge["to"]].map { $0.text.split(separator: ":").last ?? "" }.joined(
                separator: " -> ")
            lines.append(
                """
                | `\(name)` | \(seconds(edge["savedMilliseconds"].number / 1000)) | \(Int(edge["commits"].number)) | \
                \(Int(edge["compiles"].number)) |
                """
            )
        }
        lines += ["", "| commit | targets compiled | split | compile work | split |", "|---|---|---|---|---|"]
        for (index, step) in AdvicePart.steps.enumerated() {
            let cells = [before, after].map { form in
                (form.built.last![index].compiled.count, median(form.built.map { $0[index].processor }))
            }
            lines.append(
                "| \(step.title) | \(cells[0].0) | \(cells[1].0) | \(seconds(cells[0].1)) | \(seconds(cells[1].1)) |")
        }
        let holds = isFirst && abs(off) <= AdvicePart.tolerance
        if !holds {
            lines.append("\n**It is to name that one first, and to be within \(Int(AdvicePart.tolerance * 100)) %.**")
        }
        return Finding(lines: lines, holds: holds)
    }
}
