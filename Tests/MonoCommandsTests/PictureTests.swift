import JSON
import Testing

@testable import MonoCommands

@Suite struct PictureTests {
    private static let start =
        #"{"event":"buildStarted","format":1,"mono":"0.1.0","configuration":"debug","jobs":2,"actions":1,"#
        + #""command":["build","</script><script>alert(1)</script>"],"began":10}"#

    private func log(_ lines: [String]) -> PictureReader {
        PictureReader(Array(([Self.start] + lines).joined(separator: "\n").utf8))
    }

    private func finished(
        _ name: String, _ subject: String = ".:A", outcome: String = "ran", at end: Double = 0, taking: Double = 0,
        needs: [String] = []
    ) -> String {
        JSONText.object([
            ("event", "actionFinished"), ("time", .integer(Int64(end))), ("action", .text(name)), ("kind", "compile"),
            ("subject", .text(subject)), ("outcome", .text(outcome)), ("duration", .integer(Int64(taking))),
            ("needs", .array(needs.map(JSONText.text))),
        ]).description
    }

    private func data(of html: String) throws -> JSONValue {
        let start = try #require(html.firstRange(of: #"<script type="application/json" id="data">"#)).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        return try JSONParser.parse(Array(html[start..<end].utf8))
    }

    @Test("the critical path is the chain of needs whose runs took longest, not the one that ended last")
    func criticalPath() {
        let picture = log([
            finished("slow", at: 100, taking: 100), finished("middle", at: 190, taking: 90, needs: ["slow"]),
            // Ended last of what 'last' needs, because it waited for a slot.
            finished("late", at: 200, taking: 10),
            finished("hit", outcome: "hit", taking: 1000, needs: ["middle"]),
            finished("last", at: 210, taking: 10, needs: ["late", "hit"]), finished("other", at: 205, taking: 150),
        ]).picture
        #expect(picture.criticalPath.map { picture.actions[$0].name } == ["slow", "middle", "last"])
    }

    @Test("needs that lead in a circle, to itself, and to what is not there")
    func circles() {
        let picture = log([
            finished("a", ".:A", at: 1, taking: 1, needs: ["b", "a", "none"]),
            finished("b", ".:B", at: 3, taking: 2, needs: ["c"]),
            finished("c", ".:C", at: 6, taking: 3, needs: ["a"]),
        ]).picture
        #expect(!picture.criticalPath.isEmpty)
        #expect(Set(picture.criticalPath).count == picture.criticalPath.count)
        #expect(picture.dependents().map(\.all) == [2, 2, 2])
    }

    @Test("a long chain takes neither stack nor the square of its length")
    func longChain() {
        var picture = BuildPicture()
        picture.actions = (0..<20_000).map {
            .init(
                name: "\($0)", kind: "compile", subject: "\($0)", outcome: "ran", duration: 1,
                needs: $0 == 0 ? [] : [$0 - 1])
        }
        #expect(picture.criticalPath.count == 20_000)
        let dependents = picture.dependents(effort: 100_000)
        #expect(dependents.count == 20_000)
        #expect(dependents.contains { $0.all == nil } && dependents.contains { $0.direct.isEmpty })
    }

    @Test("a target counts all that need it, once each")
    func dependents() {
        let picture = log([
            finished("emit A", ".:A"), finished("compile A", ".:A", needs: ["emit A"]),
            finished("emit B", ".:B", needs: ["emit A"]), finished("emit C", ".:C", needs: ["emit A", "emit B"]),
        ]).picture
        #expect(
            picture.dependents() == [
                .init(subject: ".:A", all: 2, direct: [".:B", ".:C"]), .init(subject: ".:B", all: 1, direct: [".:C"]),
                .init(subject: ".:C", all: 0, direct: []),
            ])
    }

    @Test("the page draws all edges that have room")
    func edges() throws {
        let users = (0..<40).map { finished("user \($0)", ".:U\($0)", needs: ["base"]) }
        let page = PicturePage(picture: log([finished("base", ".:Base")] + users).picture)
        let rows = try #require(try data(of: page.html)["reach"]?["list"]?.array)
        #expect(rows.count == 41)
        let base = try #require(rows.first?.array)
        #expect(base[1].integer == 40 && base[3].integer == 40)
        // Numbers of subjects, in the order of their names.
        #expect(base[2].array?.compactMap(\.integer).sorted() == Array(1...40))
    }

    @Test("lines that are no events are left out and counted")
    func faults() {
        let reader = log([
            "{", "[]", #"{"event":"actionFinished"}"#, "\u{FEFF}", #"{"event":"buildStarted","format":2}"#,
            #"{"event":"comesLater"}"#, String(repeating: "[", count: 10_000), finished("a"),
            #"{"event":"buildFinished","succeeded":true,"savedCPU":1e999,"spentCPU":-5}"#,
        ])
        #expect(reader.faults.map(\.line) == [2, 3, 4, 5, 6, 8])
        #expect(reader.picture.actions.count == 1)
        #expect(reader.picture.savedCPU.isFinite && reader.picture.spentCPU == 0)
        #expect(!PictureReader(Array("{}".utf8)).isLog)
        #expect(!PictureReader([0xFF, 0xFE, 0x00]).isLog)
    }

    @Test("texts of a log never become part of the page")
    func escaping() throws {
        let html = PicturePage(picture: log([finished("a", ".:<!--<script>")]).picture).html
        #expect(html.components(of: "<script") == 2 && html.components(of: "</script>") == 2)
        #expect(!html.contains("<!--"))
        let data = try data(of: html)
        #expect(data["subjects"]?["list"]?.array?.first?.string == ".:<!--<script>")
        #expect(data["head"]?["list"]?.array?.first?["command"]?.array?.last?.string?.contains("alert(1)") == true)
    }

    @Test("equal reasons are in the page once, and an action without one has none")
    func reasons() throws {
        let reason = #""reason":{"kind":"neverBuilt"}}"#
        let starts = (0..<3).map { #"{"event":"actionStarted","action":"\#($0)","slots":[0],"# + reason }
        let page = PicturePage(picture: log(starts + (0..<4).map { finished("\($0)") }).picture)
        let data = try data(of: page.html)
        #expect(data["texts"]?["list"]?.array?.count == 1)
        #expect(data["why"]?["list"]?.array?.compactMap(\.integer) == [0, 0, 0, -1])
    }

    @Test("whatever a log holds, the page has less than 5 MB and says what is left out")
    func bounds() throws {
        var picture = BuildPicture()
        let long = String(repeating: "<", count: 400)
        picture.command = Array(repeating: String(repeating: "\u{1}", count: 400), count: 100)
        picture.failures = (0..<50).map { _ in String(repeating: "<", count: 8000) }
        for index in 0..<2000 {
            picture.actions.append(
                .init(
                    name: "\(index)", kind: long, subject: "\(index % 1500)" + long, outcome: "ran", duration: 1,
                    slots: [1, 2, 3, 4], needs: index > 0 ? [index - 1] : [], why: "\(index)" + long))
        }
        picture.tests = [
            .init(subject: long, tests: (0..<1000).map { .init(name: "\($0)" + long, outcome: "passed", wall: 1) })
        ]
        let html = PicturePage(picture: picture).html
        #expect(html.utf8.count < 5_000_000)
        let data = try data(of: html)
        for part in ["actions", "tests", "failures", "reach", "texts"] {
            #expect((data[part]?["leftOut"]?.integer ?? 0) > 0, "\(part)")
        }
        let listed = data["actions"]?["list"]?.array?.count ?? 0
        #expect(listed > 0 && data["why"]?["list"]?.array?.count == listed)
    }

    @Test("a target that has no room for all of its edges keeps some, and their number")
    func edgesWithoutRoom() throws {
        var list = PageList(room: 20)
        #expect(list.hasRoom(for: .text("short")))
        #expect(!list.hasRoom(for: .text(String(repeating: "long", count: 5))))
        #expect(list.leftOut == 0)
        list.add(.text(String(repeating: "long", count: 5)))
        #expect(list.leftOut == 1)

        var picture = BuildPicture()
        picture.actions = (0..<20_000).map {
            .init(
                name: "\($0)", kind: "compile", subject: "Packages/Package\($0 / 40):Target\($0)", outcome: "hit",
                needs: $0 % 2 == 0 ? [] : [($0 / 100) * 100, 0])
        }
        let html = PicturePage(picture: picture).html
        #expect(html.utf8.count < 5_000_000)
        let rows = try #require(try data(of: html)["reach"]?["list"]?.array)
        let direct = rows.compactMap { row in row.array.map { ($0[2].array?.count ?? 0, $0[3].integer ?? 0) } }
        #expect(direct.allSatisfy { $0 == $1 || $0 == 8 })
        #expect(direct.first.map { $0.1 } == 10_000)
    }

    @Test("10,000 actions, each with its reason, are all there")
    func tenThousand() throws {
        var picture = BuildPicture()
        for index in 0..<10_000 {
            let subject = "Packages/Package\(index / 40):Target\(index / 4)"
            picture.actions.append(
                .init(
                    name: "\(index)", kind: "compile", subject: subject, outcome: "ran", began: Double(index),
                    duration: 123.4, cpu: 99, slots: [index % 16], needs: (max(0, index - 8)..<index).map { $0 },
                    why: "Packages/Package\(index / 40)/Sources/Target\(index / 4)/File\(index).swift changed"))
        }
        let html = PicturePage(picture: picture).html
        #expect(html.utf8.count < 5_000_000)
        let data = try data(of: html)
        for (part, count) in [("actions", 10_000), ("texts", 10_000), ("reach", 2500)] {
            #expect(data[part]?["list"]?.array?.count == count)
            #expect(data[part]?["leftOut"]?.integer == 0)
        }
    }

    @Test("a text is cut between its letters, and by bytes")
    func texts() {
        #expect(PictureWords.bounded("äöü", to: 3) == "ä…")
        #expect(PictureWords.bounded("e" + String(repeating: "\u{301}", count: 1000), to: 9).utf8.count <= 12)
        #expect(PictureWords.bounded("abc", to: 3) == "abc")
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
