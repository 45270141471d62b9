import CompileProfile
import Disk
import JSON
import Targets

/// What `mono profile` prints.
struct ProfileReport {
    let profile: CompileProfile
    let graph: TargetGraph
    let root: AbsolutePath
    let files: any FileSystem
    /// How many of each kind are shown, and from how many milliseconds on.
    let top: Int
    let threshold: Double

    func lines(_ style: Style) -> [String] {
        let names = TargetNames(graph)
        var lines = [heading(style)]
        let texts = SourceTexts(files: files)
        func section(_ title: String, _ rows: [(milliseconds: Double, text: String)]) {
            let shown = rows.prefix { $0.milliseconds >= threshold }.prefix(top)
            guard !shown.isEmpty else { return }
            lines += ["", style.bold(title)]
            lines += shown.map { "  \(milliseconds($0.milliseconds))  \(share($0.milliseconds))  \($0.text)" }
        }
        func entry(_ entry: CompileProfile.Entry) -> (milliseconds: Double, text: String) {
            let name = entry.name.isEmpty ? "" : "  \(entry.name)"
            var notes = entry.times > 1 ? ["\(entry.times) times"] : []
            if entry.isInner != entry.name.isEmpty { notes.append(entry.isInner ? "in another" : "in no body") }
            return (
                entry.milliseconds,
                "\(place(entry))\(name)\(notes.isEmpty ? "" : style.dim(" (\(notes.joined(separator: ", ")))"))"
            )
        }
        section("functions", profile.functions.map(entry))
        section(
            "expressions",
            profile.expressions.prefix(top).map { expression in
                var row = entry(expression)
                let path = AbsolutePath(file(expression.place.file, of: expression.target), in: root)
                if let text = texts.text(path, expression.place.line, expression.place.column) {
                    row.text += "  \(style.dim(text))"
                }
                return row
            })
        section("files", profile.files.map { ($0.milliseconds, file($0.file, of: $0.target)) })
        section("targets", profile.targets.map { ($0.milliseconds, names.name(of: $0.target)) })
        return lines
    }

    private func heading(_ style: Style) -> String {
        """
        \(style.bold("bodies"))  \(Words.time(milliseconds: Int64(profile.total))) in \
        \(Words.count(profile.functions.count, "function")) of \(Words.count(profile.targets.count, "target"))
        """
            + outside
            + (profile.ofCompiler.map {
                "; the compiler counts \(Words.time(milliseconds: Int64($0))) for all that it checks"
            } ?? "")
    }

    /// What got slower, and what faster. Targets that this profile is not of are left out.
    func lines(since earlier: EarlierProfile, _ style: Style) -> [String] {
        let measured = Set(profile.targets.map(\.target.description))
        let functions = ProfileComparison(
            earlier.functions.filter { measured.contains($0.target) }, profile.functions.map(row), threshold: threshold)
        let targets = ProfileComparison(
            earlier.targets.filter { measured.contains($0.target) },
            profile.targets.map { .init(target: $0.target.description, milliseconds: $0.milliseconds) },
            threshold: threshold)
        var lines = [heading(style)]
        func section(_ title: String, _ changes: [ProfileComparison.Change], _ text: (ProfileComparison.Row) -> String)
        {
            guard !changes.isEmpty else { return }
            lines += ["", style.bold(title)]
            lines += changes.prefix(top).map { change in
                let sign = change.difference < 0 ? "-" : "+"
                let difference = padded("\(sign)\(Words.decimal(abs(change.difference), 1))", 9)
                return "  \(difference) ms  \(text(change.row))  \(style.dim(times(change)))"
            }
        }
        func place(_ row: ProfileComparison.Row) -> String { "\(row.file):\(row.line):\(row.column)  \(row.name)" }
        section("slower functions", functions.slower, place)
        section("faster functions", functions.faster, place)
        section("slower targets", targets.slower, \.target)
        section("faster targets", targets.faster, \.target)
        if lines.count == 1 {
            lines += ["", "no function and no target changed by \(Int(threshold)) ms and a tenth of its time"]
        }
        return lines
    }

    private func row(_ entry: CompileProfile.Entry) -> ProfileComparison.Row {
        .init(
            target: entry.target.description, file: file(entry.place.file, of: entry.target), name: entry.name,
            line: entry.place.line, column: entry.place.column, milliseconds: entry.milliseconds)
    }

    private func times(_ change: ProfileComparison.Change) -> String {
        switch (change.old, change.new) {
        case (nil, let new?): "(new: \(Words.decimal(new, 1)) ms)"
        case (let old?, nil): "(gone: \(Words.decimal(old, 1)) ms)"
        case (let old, let new): "(\(Words.decimal(old ?? 0, 1)) to \(Words.decimal(new ?? 0, 1)) ms)"
        }
    }

    var json: String {
        func entries(_ entries: [CompileProfile.Entry]) -> JSONText {
            .array(
                entries.map {
                    .object([
                        ("target", .text($0.target.description)), ("file", .text(file($0.place.file, of: $0.target))),
                        ("line", .integer(Int64($0.place.line))),
                        ("column", .integer(Int64($0.place.column))), ("name", .text($0.name)),
                        ("milliseconds", thousandths($0.milliseconds)),
                        ("times", .integer(Int64($0.times))), ("inner", .bool($0.isInner)),
                    ])
                })
        }
        return JSONText.object([
            ("format", 1), ("milliseconds", thousandths(profile.total)),
            ("compilerMilliseconds", profile.ofCompiler.map(thousandths) ?? .null),
            ("functions", entries(profile.functions)), ("expressions", entries(profile.expressions)),
            (
                "files",
                .array(
                    profile.files.map {
                        .object([
                            ("target", .text($0.target.description)), ("file", .text(file($0.file, of: $0.target))),
                            ("milliseconds", thousandths($0.milliseconds)),
                        ])
                    })
            ),
            (
                "targets",
                .array(
                    profile.targets.map {
                        .object([
                            ("target", .text($0.target.description)), ("milliseconds", thousandths($0.milliseconds)),
                            ("compilerMilliseconds", $0.ofCompiler.map(thousandths) ?? .null),
                        ])
                    })
            ),
        ]).description
    }

    private func thousandths(_ milliseconds: Double) -> JSONText {
        .thousandths(Int64((milliseconds * 1000).rounded()))
    }

    private func milliseconds(_ value: Double) -> String { padded(Words.decimal(value, 1), 9) + " ms" }

    private func share(_ value: Double) -> String {
        padded(profile.total > 0 ? Words.decimal(value / profile.total * 100, 1) : "0.0", 5) + " %"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func place(_ entry: CompileProfile.Entry) -> String {
        "\(file(entry.place.file, of: entry.target)):\(entry.place.line):\(entry.place.column)"
    }

    /// Of expressions outside of bodies.
    private var outside: String {
        let found = profile.outside
        guard !found.isEmpty else { return "" }
        let time = Words.time(milliseconds: Int64(found.reduce(0) { $0 + $1.milliseconds }))
        return ", \(time) of it in \(Words.count(found.count, "expression")) outside of bodies"
    }

    /// From the workspace's root; of a file elsewhere, its whole path.
    func file(_ path: String, of target: TargetID) -> String {
        guard let folder = graph.packages[target.package]?.folder else { return path }
        let file = AbsolutePath(path, in: root / folder)
        return file.isInside(root) ? file.relative(to: root) : file.string
    }
}
