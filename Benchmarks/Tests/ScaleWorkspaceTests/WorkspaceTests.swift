import Testing

@testable import ScaleWorkspace

@Suite("A generated workspace")
struct WorkspaceTests {
    private let plan = WorkspacePlan(WorkspaceSize(targets: 300))

    private func files(_ targets: Int, seed: Int = 1) -> [WorkspaceFiles.File] {
        Array(WorkspaceFiles(WorkspacePlan(WorkspaceSize(targets: targets, seed: seed))))
    }

    @Test("the same seed makes the same bytes, another seed others")
    func determinism() {
        let first = files(120)
        #expect(first == files(120))
        #expect(first != files(120, seed: 2))
    }

    @Test("what is made is the same on every machine, and a version of its own where it is not")
    func knownBytes() {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for file in files(120) {
            for byte in (file.path + file.text).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        #expect(WorkspaceSize.version == 1)
        #expect(hash == 0xab52_a695_1ee9_728b)
    }

    @Test("there are as many targets as were asked for, and hardly more sources", arguments: [20, 60, 149, 150, 1_234])
    func counts(targets: Int) {
        let plan = WorkspacePlan(WorkspaceSize(targets: targets))
        #expect(plan.targets.count == targets)
        #expect(plan.targets.count { $0.kind == .program } == plan.packages)
        #expect((targets * 10 * 95 / 100...targets * 10 * 110 / 100).contains(plan.files))
    }

    @Test("no name stands for two things, and each is one that the language takes")
    func names() throws {
        let names = plan.targets.map(\.name), paths = plan.targets.flatMap(plan.paths)
        #expect(Set(names).count == names.count)
        #expect(Set(paths).count == paths.count)
        for name in names { #expect(try /[A-Z][A-Za-z0-9]*/.wholeMatch(in: name) != nil) }
    }

    @Test("libraries depend on what is before them, within the packages that the manifest names")
    func acyclic() {
        for (library, own) in plan.graph.dependencies.enumerated() {
            #expect(own.allSatisfy { $0 < library } && Set(own).count == own.count)
        }
        for target in plan.targets {
            let others = Set(target.dependencies.map { plan.targets[$0].package }).subtracting([target.package])
            #expect(others.isSubset(of: plan.graph.neighbours[target.package]))
            #expect(others.allSatisfy { $0 < target.package })
        }
    }

    @Test("each dependency is imported and used")
    func imports() {
        for target in plan.targets {
            let texts = target.lines.indices.map { SourceText.text($0, of: target, in: plan) }
            for dependency in target.dependencies {
                let name = plan.targets[dependency].name
                #expect(texts.contains { $0.contains("import \(name)\n") && $0.contains("\(name)Record(") })
            }
            #expect(texts.allSatisfy { $0.components(separatedBy: SourceText.comment) == 2 })
        }
    }

    @Test("it is shaped as real packages are")
    func shape() {
        let plan = WorkspacePlan(WorkspaceSize(targets: 2_000)), graph = plan.graph
        let edges = graph.dependencies.enumerated().flatMap { library, own in own.map { (library, $0) } }
        let foreign = edges.count { plan.targets[$0].package != plan.targets[$1].package }
        let direct = Double(edges.count) / Double(graph.dependencies.count)
        let closures = graph.reach.down.sorted()
        #expect((2.9...3.7).contains(direct))
        #expect((15...30).contains(foreign * 100 / edges.count))
        #expect((40...110).contains(closures.reduce(0, +) / closures.count))
        #expect((30...50).contains(graph.depth))
        let lines = plan.targets.flatMap(\.lines).sorted()
        #expect((28...34).contains(lines.reduce(0, +) / lines.count))
    }

    @Test("files are about as long as they are to be")
    func lengths() {
        let wanted = plan.targets.reduce(0) { $0 + $1.lines.reduce(0, +) }
        let written = plan.targets.reduce(0) { sum, target in
            sum + target.lines.indices.reduce(0) { $0 + SourceText.text($1, of: target, in: plan).lineCount }
        }
        #expect((wanted * 85 / 100...wanted * 120 / 100).contains(written), "\(written) instead of \(wanted)")
    }

    @Test("Ninja has edges for every target that is built, and knows every source of it")
    func ninja() {
        let text = NinjaText(plan).text(workspace: "../workspace")
        let built = plan.targets.filter { $0.kind != .tests }, programs = built.count { $0.kind == .program }
        #expect(text.components(separatedBy: "\nbuild ") - 1 == 2 * built.count + programs)
        let inputs = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(inputs.isSuperset(of: built.flatMap(plan.paths).map { "../workspace/\($0)" }))
    }
}

@Suite("Numbers that are drawn")
struct DrawsTests {
    @Test("quantiles of numbers, and the mean of what is drawn from them")
    func quantiles() {
        let quantiles = Quantiles(of: Array(0...200).shuffled())
        #expect(quantiles.values == Array(stride(from: 0, through: 200, by: 2)))
        #expect(quantiles.median == 100)
        #expect(quantiles.meanInHundredths == 10_000)
        var draws = Draws(seed: 7)
        let drawn = (0..<20_000).map { _ in quantiles.drawn(by: &draws) }
        #expect((98...102).contains(drawn.reduce(0, +) / drawn.count))
        #expect(drawn.allSatisfy { (0...200).contains($0) })
    }

    @Test("what was measured is complete and in rising order")
    func measured() {
        for quantiles in [Shape.measured.sources, Shape.measured.lines, Shape.measured.dependencies] {
            #expect(quantiles.values.count == Quantiles.steps + 1)
            #expect(quantiles.values == quantiles.values.sorted())
        }
    }

    @Test("the first of the popular are drawn most, and none is out of range")
    func popular() {
        var draws = Draws(seed: 1), counts = [Int](repeating: 0, count: 10)
        for _ in 0..<10_000 { counts[draws.popular(below: 10)] += 1 }
        #expect(counts == counts.sorted(by: >))
        #expect(counts[9] > 0)
    }
}

extension String {
    fileprivate func components(separatedBy part: String) -> Int { ranges(of: part).count + 1 }
    fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
