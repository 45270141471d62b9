import BuildPlanning
import Targets
import Testing

@Suite struct BodyReadingTests {
    @Test(arguments: [
        (["-Onone"], false), (["-O", "-Onone"], true), (["-Ounchecked"], true),
        (["-enable-experimental-feature", "Embedded"], true),
        // A target's name is no feature.
        (["-module-name", "NIOEmbedded", "-I", "build/Embedded"], false),
    ])
    func optimisedAndEmbeddedCompilesTakeOverBodies(words: [String], expected: Bool) {
        let action = Action(
            id: ActionID("compile x"), subject: .target(TargetID(PackageID("p"), "x")), folder: ".",
            work: .tool(.init(.checkTypes, .swiftc, arguments: words.map { .text($0) })))
        #expect(action.readsWholeModules == expected)
    }
}
