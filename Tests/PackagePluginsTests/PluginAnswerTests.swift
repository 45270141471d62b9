import Testing

@testable import PackagePlugins

/// What plugins write is read or refused, and kept in a form that says the same everywhere.
@Suite struct PluginAnswerTests {
    private func frames(_ messages: String...) -> [UInt8] { messages.flatMap { PluginFrames.frame(Array($0.utf8)) } }

    private let command = #"""
        {"defineBuildCommand":{"configuration":{"version":2,"displayName":"make it","executable":"file:///w/.mono/tool","arguments":["-o","/w/out%20put/a.swift","--in=/w/a,/w/b","/wide"],"environment":{"HERE":"/w"}},"inputFiles":["file:///w/Sources/two%20words.txt"],"outputFiles":["file:///w/out%20put/a.swift"]}}
        """#

    @Test("paths in the workspace are left open, others are as they are")
    func commands() throws {
        let (answer, remarks) = try PluginAnswer.reading(frames(command), root: "/w")
        let mark = "\u{1A}"
        #expect(remarks.text.isEmpty && !remarks.hasErrors)
        #expect(
            answer.commands == [
                .init(
                    name: "make it", executable: mark + "/.mono/tool",
                    arguments: ["-o", mark + "/out%20put/a.swift", "--in=\(mark)/a,\(mark)/b", "/wide"],
                    variables: ["HERE": mark], inputs: [mark + "/Sources/two words.txt"],
                    outputs: [mark + "/out put/a.swift"])
            ])
        #expect(PluginAnswer(text: Array(answer.text.utf8)) == answer)
        // Another folder, the same answer.
        let elsewhere = command.split(separator: "/w/", omittingEmptySubsequences: false).joined(
            separator: "/home/x/y/"
        ).replacing("\"/w\"", with: "\"/home/x/y\"")
        #expect(try PluginAnswer.reading(frames(elsewhere), root: "/home/x/y").answer == answer)
    }

    @Test("paths come in normal form, from plugins and from answers that were kept as plugins spelled them")
    func normalPaths() throws {
        let mark = "\u{1A}",
            spelled = command.replacing("file:///w/out%20put/", with: "file:///w/.mono/work/..//../Sources/./")
        let answer = try PluginAnswer.reading(frames(spelled), root: "/w").answer
        #expect(answer.commands.first?.outputs == [mark + "/Sources/a.swift"])
        let kept = answer.text.replacing("/Sources/a.swift", with: "/.mono/work/../../Sources/a.swift")
        #expect(
            kept != answer.text
                && PluginAnswer(text: Array(kept.utf8))?.commands.first?.outputs == [mark + "/Sources/a.swift"])
        #expect(throws: PluginFault.missing("a path: file://w/a.swift")) {
            try PluginAnswer.reading(frames(command.replacing("file:///w/out%20put/", with: "file://w/")), root: "/w")
        }
    }

    @Test("commands before the build, remarks, and files of the plugin's own")
    func others() throws {
        let prebuild =
            #"{"definePrebuildCommand":{"configuration":{"version":2,"executable":"file:///bin/sh","arguments":[],"environment":{}},"outputFilesDirectory":"file:///w/out/"}}"#
        let remark = #"{"emitDiagnostic":{"severity":"warning","message":"odd","file":"/w/a.txt","line":3}}"#
        let progress = #"{"emitProgress":{"message":"half"}}"#
        var (answer, remarks) = try PluginAnswer.reading(frames(prebuild, remark, progress), root: "/w")
        #expect(answer.commands == [.init(executable: "/bin/sh", outputFolder: "\u{1A}/out")])
        #expect(remarks.text == "/w/a.txt:3: warning: odd\n" && !remarks.hasErrors)
        answer.files = [
            .init(path: "\u{1A}/x", content: .text("a\n\"b\"\u{1A}/c")),
            .init(path: "/y", content: .bytes([0, 255, 26]), isExecutable: true),
        ]
        (answer.folders, answer.unkept, answer.boundTo) = (["\u{1A}/z"], "w/l", "/w")
        #expect(PluginAnswer(text: Array(answer.text.utf8)) == answer)
        #expect(
            try PluginAnswer.reading(frames(#"{"emitDiagnostic":{"severity":"error","message":"no"}}"#), root: "/w")
                .remarks.hasErrors)
    }

    @Test(
        "what is no answer",
        arguments: [
            ([1, 2, 3], PluginFault.notFramed), (Array(repeating: 255, count: 8), .notFramed),
            (PluginFrames.frame([]).dropLast(), .notFramed),
            (PluginFrames.frame(Array("[]".utf8)), .unknownMessage("an object of 0 members")),
            (
                PluginFrames.frame(Array(#"{"buildOperationRequest":{}}"#.utf8)),
                .unknownMessage("buildOperationRequest")
            ),
            (PluginFrames.frame(Array(#"{"defineBuildCommand":{}}"#.utf8)), .missing("configuration")),
            (
                PluginFrames.frame(Array(#"{"defineBuildCommand":{"configuration":{"version":3}}}"#.utf8)),
                .missing("configuration.version 2")
            ),
            (
                PluginFrames.frame(
                    Array(#"{"defineBuildCommand":{"configuration":{"version":2,"executable":"http://x"}}}"#.utf8)),
                .missing("a path: http://x")
            ),
        ] as [([UInt8], PluginFault)])
    func refused(_ bytes: [UInt8], _ fault: PluginFault) {
        #expect(throws: fault) { try PluginAnswer.reading(bytes, root: "/w") }
    }

    @Test("any bytes are an answer or none, and nothing worse")
    func anything() {
        var state: UInt64 = 7
        for _ in 0..<500 {
            var bytes = frames(command)
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            _ = try? PluginAnswer.reading(bytes, root: "/w")
            _ = PluginAnswer(text: bytes)
        }
        #expect(PluginAnswer(text: Array(#"{"commands":[{}]}"#.utf8)) == nil)
    }
}
