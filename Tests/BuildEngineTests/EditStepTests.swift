import BuildEngine
import Disk
import Testing

/// Edits, builds and looks at which actions ran: on real compiles.
@Suite struct EditStepTests {
    /// Every action of the demo but the two that start no program.
    static let everything = [
        "compile Packages/Demo:App", "compile Packages/Demo:Base", "compile Packages/Demo:Mid",
        "compile-clang Packages/Demo:CBase Sources/CBase/add.c", "emit-module Packages/Demo:App",
        "emit-module Packages/Demo:Base", "emit-module Packages/Demo:Mid", "link Packages/Demo:app",
        "wrap-module Packages/Demo:App", "wrap-module Packages/Demo:Base", "wrap-module Packages/Demo:Mid",
    ]

    private func step(
        _ workspace: RealWorkspace, _ what: String, runs expected: [String], prints: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, _ edit: () throws -> Void = {}
    ) throws {
        try edit()
        let (summary, seen) = try workspace.build()
        #expect(
            summary.succeeded, "\(what): \(summary.failures) \(seen.record.diagnostics.map(\.text))",
            sourceLocation: sourceLocation)
        // Whether a compile leaves other objects than before, and so another list of libraries to make, is the
        // compiler's affair.
        #expect(
            seen.ran.filter { !$0.hasPrefix("autolink ") } == expected.sorted(), "\(what)",
            sourceLocation: sourceLocation)
        #expect(
            seen.ran.allSatisfy { ran in
                !ran.hasPrefix("autolink ") || expected.contains { $0.hasSuffix(ran.dropFirst(8)) }
            },
            "\(what)", sourceLocation: sourceLocation)
        #expect(summary.unpublished == [], "\(what)", sourceLocation: sourceLocation)
        if let prints { #expect(try workspace.run() == prints, "\(what)", sourceLocation: sourceLocation) }
    }

    @Test func edits() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            let box = "Packages/Demo/Sources/Base/Box.swift", words = "Packages/Demo/Sources/Base/two words.swift"
            let hello = "42 box of 1 in Sources/Base/two words.swift\n"
            try step(demo, "the first build", runs: EditStepTests.everything, prints: hello)
            try step(demo, "nothing to do", runs: [], prints: hello)
            try step(demo, "every file touched", runs: []) {
                for file in [box, words] {
                    try demo.files.write(try demo.files.read(demo.root / file), to: demo.root / file)
                }
            }
            let above = [
                "emit-module Packages/Demo:Base", "wrap-module Packages/Demo:Base",
                "compile Packages/Demo:Mid", "emit-module Packages/Demo:Mid", "compile Packages/Demo:App",
                "emit-module Packages/Demo:App", "link Packages/Demo:app",
            ]
            let bodyEdit = ["~compile Packages/Demo:Base", "emit-module Packages/Demo:Base", "link Packages/Demo:app"]
            try step(demo, "a body edit", runs: bodyEdit, prints: "42 box with 1 in Sources/Base/two words.swift\n") {
                try demo.edit(words, "box of", "box with")
            }
            try step(demo, "undone", runs: [], prints: hello) { try demo.edit(words, "box with", "box of") }
            // The compiler's record would keep the old object here.
            try step(
                demo, "an edit whose time was set back", runs: bodyEdit,
                prints: "42 bag of 1 in Sources/Base/two words.swift\n"
            ) {
                let before = try #require(demo.files.status(demo.root / words))
                try demo.edit(words, "box of", "bag of")
                try demo.files.setModified(demo.root / words, to: before.modified)
            }
            try step(
                demo, "a C function's body",
                runs: ["compile-clang Packages/Demo:CBase Sources/CBase/add.c", "link Packages/Demo:app"],
                prints: "43 bag of 1 in Sources/Base/two words.swift\n"
            ) { try demo.edit("Packages/Demo/Sources/CBase/add.c", "a + b", "a + b + 1") }
            try step(
                demo, "a public declaration: everything above is compiled clean",
                runs: ["compile Packages/Demo:Base"] + above
            ) { try demo.edit(box, "public var value: Int", "public var value: Int\n    public var other = 0") }
            try step(
                demo, "another one builds upon that, also where its time was set back",
                runs: ["~compile Packages/Demo:Base"] + above
            ) {
                let before = try #require(demo.files.status(demo.root / box))
                try demo.edit(box, "public var other = 0", "public var other = 0, more = 0")
                try demo.files.setModified(demo.root / box, to: before.modified)
            }
            try step(
                demo, "a new file: a clean compile",
                runs: ["compile Packages/Demo:Mid", "emit-module Packages/Demo:Mid", "link Packages/Demo:app"]
            ) { try demo.write("Packages/Demo/Sources/Mid/More.swift", "// nothing here\n") }
        }
    }

    @Test func aModuleIsNotKeptWaitingByTheCompileOfItsOwnTarget() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            _ = try demo.build()
            try demo.edit("Packages/Demo/Sources/Base/two words.swift", "box of", "box with")
            let (_, seen) = try demo.build()
            // Both start with one of the two slots, whichever was decided first.
            let starts = seen.record.starts.filter {
                ["compile Packages/Demo:Base", "emit-module Packages/Demo:Base"].contains($0.action.id.name)
            }
            #expect(starts.map(\.slots.count) == [1, 1])
            #expect(Set(starts.flatMap(\.slots)) == [0, 1])
        }
    }

    @Test func aLinkedProgramLiesInOnePlaceAndComesBackWhenItIsRemoved() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            _ = try demo.build()
            let app = demo.root / ".mono/debug/app"
            let made = try #require(demo.files.status(app))
            #expect(made.permissions & 0o777 == 0o755)
            #expect(!demo.files.exists(demo.root / ".mono/build/debug/local+Packages+Demo/app.product/app"))
            #expect(demo.files.exists(demo.root / ".mono/build/debug/local+Packages+Demo/app.product/link.d"))
            try step(demo, "removed", runs: [], prints: "42 box of 1 in Sources/Base/two words.swift\n") {
                try demo.files.remove(app)
            }
            try step(demo, "spoilt", runs: [], prints: "42 box of 1 in Sources/Base/two words.swift\n") {
                try demo.files.write("not a program", to: app)
            }
        }
    }

    @Test func aSecondCloneRestoresEverything() throws {
        try withTemporaryFolder { folder in
            let first = try RealWorkspace(in: folder, named: "one")
            try step(first, "the first build", runs: EditStepTests.everything)
            let second = try RealWorkspace(in: folder, named: "elsewhere/two")
            try step(
                second, "another folder, other times", runs: [], prints: "42 box of 1 in Sources/Base/two words.swift\n"
            )
            let path = ".mono/debug/app"
            #expect(try first.files.digest(first.root / path) == second.files.digest(second.root / path))
            #expect(first.files.status(first.root / path)?.inode != second.files.status(second.root / path)?.inode)
            // Warnings are stored, and shown again, once.
            let (_, seen) = try second.build()
            let warnings = seen.record.diagnostics.filter { $0.text.contains("'unused' was never used") }
            #expect(warnings.count == 1)
            #expect(!warnings.contains { !$0.isReplayed })
        }
    }

    @Test func aCompileErrorIsToldOnceAndTheNextCompileIsIncremental() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            _ = try demo.build()
            let box = "Packages/Demo/Sources/Base/Box.swift"
            try demo.edit(box, "func doubled() -> Int", "func doubled() -> Itn")
            let (summary, seen) = try demo.build()
            #expect(!summary.succeeded)
            let text = seen.record.diagnostics.map(\.text).joined()
            #expect(
                text.split(separator: "Box.swift:5:30: error:", omittingEmptySubsequences: false).count == 2, "\(text)")
            try step(demo, "mended", runs: []) { try demo.edit(box, "Itn", "Int") }
            try step(
                demo, "the state before the error is built upon",
                runs: ["~compile Packages/Demo:Base", "emit-module Packages/Demo:Base", "link Packages/Demo:app"]
            ) { try demo.edit(box, "Int32(value), Int32(value)", "Int32(value), 0 + Int32(value)") }
            // The warning of the file that was not compiled again still stands.
            let (_, again) = try demo.build()
            #expect(again.record.diagnostics.contains { $0.text.contains("'unused' was never used") })
        }
    }

    @Test func optimisedBuilds() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            demo.configuration = .release
            try step(
                demo, "the first build",
                runs: [
                    "compile-clang Packages/Demo:CBase Sources/CBase/add.c", "compile-module Packages/Demo:App",
                    "compile-module Packages/Demo:Base", "compile-module Packages/Demo:Mid", "link Packages/Demo:app",
                ], prints: "42 box of 1 in Sources/Base/two words.swift\n")
            try step(demo, "nothing to do", runs: [])
        }
    }
}
