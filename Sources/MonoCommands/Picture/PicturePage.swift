import JSON

/// The page of a build: one file that asks no server for anything. All texts come as data, which the page's script sets
/// as text and never as HTML.
struct PicturePage {
    let picture: BuildPicture

    /// Of the data, in bytes, whatever the log holds. What has no room is left out, and the page says what that is.
    static let mostBytes = 4_800_000
    /// Of parts of the data. The reasons come last and get what is left.
    private static let mostOfFailures = 400_000, mostOfActions = 2_000_000, mostOfTests = 1_000_000
    private static let mostOfReach = 900_000
    /// Rows of the table of actions.
    private static let mostActions = 30_000

    var html: String {
        WebPage(
            title: "mono build", css: PictureStyle.css, body: PictureStyle.body, data: data,
            script: PictureScript.overview + PictureScript.timeline + PictureGraph.script + PictureTables.script
        ).html
    }

    private var data: String {
        var head = PageList(room: .max)
        head.add(
            .object([
                ("command", .array(picture.command.map(JSONText.text))), ("mono", .text(picture.version)),
                ("configuration", .text(picture.configuration)), ("jobs", .number(picture.jobs)),
                ("succeeded", picture.succeeded.map(JSONText.bool) ?? .null), ("cut", .bool(picture.isCut)),
                ("savedCPU", .time(picture.savedCPU)), ("spentCPU", .time(picture.spentCPU)),
                (
                    "phases",
                    .array(picture.phases.map { .array([.text($0.name), .time($0.began), .time($0.duration)]) })
                ),
            ]))
        let (rows, listed, subjects) = actions
        let parts = [("head", head), ("failures", failures)] + rows + [("tests", tests), ("reach", reach(subjects))]
        let size = parts.reduce(0) { $0 + $1.1.size }
        let all = parts + reasons(of: listed, room: PicturePage.mostBytes - size)
        return "{" + all.map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
    }

    private var failures: PageList {
        var list = PageList(room: PicturePage.mostOfFailures)
        for failure in picture.failures { list.add(.text(failure)) }
        return list
    }

    /// Numbers of the actions in the order in which they have a place: those that ran come first.
    private var order: [Int] {
        let all = picture.actions.indices
        return all.filter { picture.actions[$0].didRun } + all.filter { !picture.actions[$0].didRun }
    }

    /// And the numbers of those that are listed, and their subjects.
    private var actions: (rows: [(String, PageList)], listed: [Int], subjects: Numbering) {
        var subjects = Numbering(), kinds = Numbering(), outcomes = Numbering()
        var list = PageList(room: 0), places: [Int: Int] = [:], listed: [Int] = []
        for index in order {
            let action = picture.actions[index]
            let subject = subjects.next(action.subject), kind = kinds.next(action.kind)
            let outcome = outcomes.next(action.outcome)
            // Names count too.
            let names = subjects.list.size + kinds.list.size + outcomes.list.size
            list.room = PicturePage.mostOfActions - names - subject.size - kind.size - outcome.size
            if list.count >= PicturePage.mostActions { list.room = 0 }
            let isListed = list.add(
                .array([
                    .number(subject.number), .number(kind.number), .number(outcome.number),
                    .time(action.began), .time(action.duration), .time(action.cpu),
                    .array(action.slots.map(JSONText.number)),
                ]))
            guard isListed else { continue }
            subjects.add(action.subject)
            kinds.add(action.kind)
            outcomes.add(action.outcome)
            places[index] = listed.count
            listed.append(index)
        }
        var critical = PageList(room: .max)
        for index in picture.criticalPath { if let place = places[index] { critical.add(.number(place)) } }
        let rows = [
            ("actions", list), ("subjects", subjects.list), ("kinds", kinds.list), ("outcomes", outcomes.list),
            ("critical", critical),
        ]
        return (rows, listed, subjects)
    }

    private var tests: PageList {
        var list = PageList(room: PicturePage.mostOfTests)
        for target in picture.tests {
            list.add(
                .array([.text(target.subject), .bool(target.passed), .bool(target.isCached), .time(target.wall)]))
            let number = list.count - 1
            for test in target.tests {
                list.add(.array([.text(test.name), .text(test.outcome), .time(test.wall), .number(number)]))
            }
        }
        return list
    }

    private func reach(_ subjects: Numbering) -> PageList {
        var list = PageList(room: PicturePage.mostOfReach)
        for found in picture.dependents() {
            func row(of direct: some Sequence<String>) -> JSONText {
                .array([
                    subjects.named(found.subject), found.all.map(JSONText.number) ?? .null,
                    .array(direct.map(subjects.named)), .number(found.direct.count),
                ])
            }
            let whole = row(of: found.direct)
            list.add(list.hasRoom(for: whole) ? whole : row(of: found.direct.prefix(8)))
        }
        return list
    }

    /// Texts, each one once, and for each action the number of its text; -1 for one without a reason, -2 for one whose
    /// text has no room.
    private func reasons(of listed: [Int], room: Int) -> [(String, PageList)] {
        // The numbers need room too.
        var texts = PageList(room: room - listed.count * 6), numbers = PageList(room: .max)
        var known: [String: Int] = ["": -1]
        for index in listed {
            let why = picture.actions[index].why
            if known[why] == nil { known[why] = texts.add(.text(why)) ? texts.count - 1 : -2 }
            numbers.add(.number(known[why] ?? -2))
        }
        return [("texts", texts), ("why", numbers)]
    }
}
