import ArtifactCache
import BuildPlanning
import Digests
import Targets
import Testing
import Toolchains

@testable import BuildEngine

/// Which edits a part of a build is enough for.
@Suite struct BuildOutlineTests {
    private static let package = PackageID("pkg")

    /// Of libraries that import nothing.
    private func plan(of names: [String]) throws -> BuildPlan {
        let graph = try TargetGraph(
            packages: [
                Package(
                    id: BuildOutlineTests.package, displayName: "pkg", identity: "pkg", folder: "pkg",
                    toolsVersion: ToolsVersion(6, 0))
            ],
            targets: names.map {
                Target(
                    id: TargetID(BuildOutlineTests.package, $0), kind: .library, language: .swift,
                    folder: "Sources/\($0)", sources: ["Sources/\($0)/one.swift"])
            }, products: [])
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        return try ActionPlanner(graph: graph, request: request).plan()
    }

    private func decided(_ plan: BuildPlan) -> [ActionID: Decided] {
        let result = ActionResult(outputs: [.init(name: "o", digest: ContentDigest(of: "made"))])
        return plan.graph.actions.mapValues { action in
            Decided(key: ActionKey(digest: ContentDigest(of: action.id.name)), result: result, source: .run)
        }
    }

    /// A C header of one target may include a Swift source of another. The part that compiled the first reader of the
    /// source must not let an edit of the source pass for one that concerns its own target alone.
    @Test func aSourceThatARunOfThePartReadFirst() throws {
        let whole = try plan(of: ["A", "B"]), ofA = try plan(of: ["A"]), ofB = try plan(of: ["B"])
        var outline = try #require(BuildOutline(of: whole, decided(whole), found: []))
        #expect(outline.covers(ofB, edited: ["pkg/Sources/B/one.swift"]))
        func take(_ found: [String]) -> Bool { outline.take(ofA, decided(ofA), found: found) }
        let isTaken = take(["pkg/Sources/A/include/A.h", "pkg/Sources/A/one.swift"])
        #expect(isTaken && outline.covers(ofB, edited: ["pkg/Sources/B/one.swift"]))
        let isTakenAgain = take(["pkg/Sources/B/one.swift"])
        #expect(isTakenAgain && !outline.covers(ofB, edited: ["pkg/Sources/B/one.swift"]))
        let isOtherName = take(["pkg/../pkg/two.swift"])
        #expect(!isOtherName)
    }
}
