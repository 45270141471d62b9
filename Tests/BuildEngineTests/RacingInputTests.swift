import BuildPlanning
import Disk
import Subprocesses
import Testing

@testable import BuildEngine

/// Inputs that change while a tool runs, in ways that leave the times of the files alone: what a tool read is what the
/// key says, or nothing is published. Each change happens just before the tool reads, and another one puts things back
/// after it.
@Suite struct RacingInputTests {
    struct Race: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The text of this file is what differs.
        var file = "/w/pkg/Sources/C/include/C.h"
        var prepare: @Sendable (InMemoryFileSystem) throws -> Void = { _ in }
        var before, after: @Sendable (InMemoryFileSystem) throws -> Void
    }

    private static let include = AbsolutePath("/w/pkg/Sources/C/include"), other = AbsolutePath("/w/other"),
        away = AbsolutePath("/w/away")
    private static let header = AbsolutePath("/w/pkg/Sources/C/include/C.h"),
        source = AbsolutePath("/w/pkg/Sources/C/c.c")

    static let races: [Race] = [
        Race(
            testDescription: "a folder is replaced by another",
            before: { files in
                try files.rename(include, to: away)
                try files.rename(other, to: include)
            }, after: { _ in }),
        Race(
            testDescription: "a folder is moved away and back",
            before: { files in
                try files.rename(include, to: away)
                try files.rename(other, to: include)
            },
            after: { files in
                try files.rename(include, to: other)
                try files.rename(away, to: include)
            }),
        Race(
            testDescription: "a link on the way leads elsewhere for a while",
            prepare: { files in
                try files.rename(include, to: away)
                try files.makeSymbolicLink(at: include, to: "/w/away")
            },
            before: { files in
                try files.remove(include)
                try files.makeSymbolicLink(at: include, to: "/w/other")
            },
            after: { files in
                try files.remove(include)
                try files.makeSymbolicLink(at: include, to: "/w/away")
            }),
        Race(
            testDescription: "a file is rewritten and put back, with its old date",
            before: { files in try files.write("declares 2", to: header) },
            after: { files in
                try files.write("declares 1", to: header)
                try files.setModified(header, to: 1_700_000_000_123_456_789)
            }),
        Race(
            testDescription: "a header is stored to through a mapping",
            before: { files in try files.overwriteUnseen(header, with: "declares 2") }, after: { _ in }),
        Race(
            testDescription: "a source is stored to through a mapping", file: "/w/pkg/Sources/C/c.c",
            before: { files in try files.overwriteUnseen(source, with: "include C.h\nlater") }, after: { _ in }),
        Race(
            testDescription: "a header is away, so that another is found",
            prepare: { files in try files.write("declares 2", to: include.parent / "C.h") },
            before: { files in try files.remove(header) }, after: { files in try files.write("declares 1", to: header) }
        ),
    ]

    private func world(_ race: Race) throws -> SmallWorld {
        let world = try SmallWorld()
        try world.files.write("declares 2", to: RacingInputTests.other / "C.h")
        try race.prepare(world.files)
        return world
    }

    @Test(arguments: races) func nothingWrongIsPublished(_ race: Race) throws {
        let world = try world(race)
        world.before { [files = world.files] command in
            guard command.arguments.contains("-fblocks") else { return nil }
            try? race.before(files)
            return nil
        }
        // Back again once the tool has ended: the object is there.
        let made = world.root / ".mono/build/debug/local+pkg/C/objects/c.c.o"
        world.files.before(.write, made) { [files = world.files] in try? race.after(files) }
        let (racing, _) = try world.build()
        #expect(racing.unpublished.contains { if case .changedMeanwhile = $0 { true } else { false } }, "\(racing)")
        world.unhook()

        // At each content there is, a build with that cache ends with what a build without one makes.
        for content in ["declares 1", "declares 2"] {
            for text in ["include C.h\nbody", "include C.h\nlater"] {
                let clean = try SmallWorld(), clone = try SmallWorld()
                // There is none where nothing was published.
                let cache = AbsolutePath("/cache")
                for path in world.files.exists(cache) ? try world.files.allFiles(in: cache) : [] {
                    try clone.files.write(try world.files.read(path), to: path)
                }
                for world in [clean, clone] {
                    try world.files.write(content, to: RacingInputTests.header)
                    try world.files.write(text, to: RacingInputTests.source)
                }
                #expect(try clean.build().0.succeeded && clone.build().0.succeeded)
                #expect(clone.text(".mono/debug/app") == clean.text(".mono/debug/app"), "'\(content)', '\(text)'")
            }
        }
    }
}
