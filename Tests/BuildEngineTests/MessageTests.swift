import BuildPlanning
import Disk
import Targets
import Testing

@testable import BuildEngine

@Suite struct MessageTests {
    static let error =
        "Sources/A/a.swift:3:5: error: cannot find 'x' in scope\n1 | x\n  | `- error: cannot find 'x' in scope\n"
    static let warning = "Sources/A/b.swift:1:1: warning: never used\nSources/A/b.swift:2:1: note: because of this\n"

    @Test func messagesKeepTheirLinesAndNotes() {
        let messages = DiagnosticText(MessageTests.error + MessageTests.warning).messages
        #expect(messages.map { String($0.text) } == [MessageTests.error, MessageTests.warning])
        #expect(messages.map { $0.path.map(String.init) } == ["Sources/A/a.swift", "Sources/A/b.swift"])
    }

    @Test(
        "what a macro made is about the source that uses the macro, directly or through another macro; two uses are two messages"
    )
    func expansions() {
        func message(_ line: Int) -> String {
            "macro expansion #answer:1:1: warning: never used\n`- Sources/A/a b.swift:\(line):36: note: expanded code originates here\n3 | #answer\n"
        }
        let nested =
            "macro expansion #inner:1:1: error: no\n`- macro expansion #outer:1:2: note: expanded code originates here\n"
            + "   `- Sources/A/b.swift:1:1: note: expanded code originates here\n"
        let messages = DiagnosticText(message(3) + message(4) + nested + MessageTests.warning).messages
        #expect(
            messages.map { $0.path.map(String.init) } == [
                "Sources/A/a b.swift", "Sources/A/a b.swift", "Sources/A/b.swift", "Sources/A/b.swift",
            ])
        #expect(Set(messages.map(\.headline)).count == 4)
    }

    @Test("macros built with swift-syntax 602 complain of the compiler's last message, which concerns no source")
    func farewell() {
        let farewell =
            "Internal Error: DecodingError.dataCorrupted: Data was corrupted. Debug description: Corrupted JSON. "
            + "Underlying error: unexpected end of file\n"
        #expect(
            DiagnosticText.withoutMacrosFarewell(farewell + MessageTests.warning + farewell) == MessageTests.warning)
        let other = "Internal Error: out of memory\n"
        #expect(DiagnosticText.withoutMacrosFarewell(other) == other)
    }

    @Test("sources below a folder are named relative to it, in headlines and not in lines of sources")
    func relativePlaces() {
        let lines = "3 | let a = \"/w/Kit/Sources/A/a.swift:3:1: error: no\"\n  |         `- warning: never used\n"
        let nested =
            "macro expansion #a:1:1: error: no\n`- /w/Kit/Sources/A/b.swift:1:1: note: expanded code originates here\n"
        let other = "/w/Kit2/Sources/A/a.swift:3:1: error: no\n/usr/include/a.h:1:1: note: here\n"
        #expect(
            DiagnosticText.relative(
                "/w/Kit/" + MessageTests.error + lines + nested + other + "/w/Kit/" + MessageTests.warning,
                to: AbsolutePath("/w/Kit"))
                == MessageTests.error + lines + nested.replacing("/w/Kit/", with: "") + other + MessageTests.warning)
        #expect(
            DiagnosticText.relative("/a.swift:1:1: error: no\n", to: AbsolutePath("/")) == "a.swift:1:1: error: no\n")
        #expect(DiagnosticText.relative("", to: AbsolutePath("/w")) == "")
    }

    @Test func textWithoutAHeadlineIsKept() {
        let text = "<unknown>:0: error: fatal\nStack dump:\n0. something\n"
        #expect(DiagnosticText(text).text { _ in true } == text)
        #expect(DiagnosticText("").messages.isEmpty)
    }

    @Test func warningsOfInterfacesThatNobodyReadsAreLeftOut() {
        let general = "<unknown>:0: warning: module interfaces are only supported with -enable-library-evolution"
        let shadows =
            "A/a.swift:4:15: warning: public struct 'A.A' shadows module 'A', which may cause failures when importing 'A' or its clients"
            + " in some configurations; please rename either the struct 'A.A' or the module 'A', or see"
            + " https://github.com/apple/swift/issues/56573 for workarounds\n4 | public struct A {\n  |               `- warning: \n"
        for text in [
            general + "\n" + MessageTests.warning, shadows + MessageTests.warning,
            general + "\n" + shadows + MessageTests.warning,
        ] {
            #expect(DiagnosticText.withoutInterfaceWarnings(text) == MessageTests.warning)
        }
        #expect(DiagnosticText.withoutInterfaceWarnings(MessageTests.error) == MessageTests.error)
    }

    private func action(_ purpose: Action.ToolRun.Purpose) -> Action {
        Action(
            id: ActionID("an action of p:A"), subject: .target(TargetID(PackageID("p"), "A")), folder: "p",
            work: .tool(.init(purpose, .swiftc)))
    }

    private var emit: Action { action(.emitModule(.init(output: "A"), nil)) }
    private var compile: Action { action(.compile(.init(state: [], objects: [:]))) }

    @Test func whatBothActionsSayIsShownOnce() {
        var desk = MessageDesk()
        #expect(desk.said(MessageTests.error, by: emit, isFailure: true, isReplayed: false).isEmpty)
        let shown = desk.said(
            MessageTests.error + MessageTests.warning, by: compile, isFailure: true, isReplayed: false)
        #expect(shown.map(\.text) == [MessageTests.error + MessageTests.warning])
        #expect(desk.rest().isEmpty)
    }

    @Test("processes of one compile that say the same are shown once; what has no place stays")
    func processes() {
        var desk = MessageDesk()
        let footnote = "\n[#Name]: <https://docs.swift.org>\n"
        let text = MessageTests.error + MessageTests.error + MessageTests.warning + footnote + MessageTests.error
        let shown = desk.said("error: a\nerror: a\n" + text, by: compile, isFailure: true, isReplayed: false)
        #expect(
            shown.map(\.text) == ["error: a\nerror: a\n" + MessageTests.error + MessageTests.warning + footnote])
    }

    @Test func inEitherOrder() {
        var desk = MessageDesk()
        #expect(desk.said(MessageTests.error, by: compile, isFailure: true, isReplayed: false).count == 1)
        #expect(desk.said(MessageTests.error, by: emit, isFailure: true, isReplayed: false).isEmpty)
    }

    @Test func whatOnlyTheModuleSaysIsNotLost() {
        var desk = MessageDesk()
        _ = desk.said(MessageTests.error, by: emit, isFailure: true, isReplayed: false)
        let shown = desk.said(MessageTests.warning, by: compile, isFailure: false, isReplayed: false)
        #expect(shown.map(\.text) == [MessageTests.error, MessageTests.warning])
        // Nor where no compile comes any more.
        _ = desk.said(MessageTests.error, by: emit, isFailure: true, isReplayed: false)
        var other = MessageDesk()
        _ = other.said(MessageTests.error, by: emit, isFailure: true, isReplayed: false)
        #expect(other.rest().map(\.text) == [MessageTests.error])
    }
}
