import Digests
import Targets
import Testing
import Toolchains

@testable import BuildPlanning

/// A field that is neither in a key nor listed with a reason is a wrong hit waiting to happen: whoever adds one must
/// come here.
@Suite struct WorkKeyTests {
    private typealias Edit = @Sendable (inout Action) -> Void

    // MARK: One action for each case

    private static func action(_ work: Action.Work) -> Action {
        Action(
            id: ActionID("a"), subject: .target(TargetID(PackageID("p"), "t")), folder: "f", sources: ["s"], work: work)
    }

    private static func run(_ purpose: Action.ToolRun.Purpose) -> Action {
        action(
            .tool(
                .init(
                    purpose, .swiftc, arguments: ["-x"], generated: [.init(path: "g", content: "c")],
                    interfaces: [ActionID("i")],
                    consumed: [ActionID("c")], outputs: [.init(name: "o", path: "f/o")], dependencyFiles: ["d"],
                    mentions: ["m"])))
    }

    private static func module(_ listing: ProvisionListing = .init(moduleName: "t", markers: "m")) -> Action.Module {
        .init(output: "o", extract: .init(listing, of: "s.json", output: "o"))
    }

    private static func program(_ purpose: Action.ProgramRun.Purpose) -> Action {
        action(
            .program(
                .init(
                    purpose, path: "p", variables: ["v": "1"],
                    bundles: [.init(path: "b", entries: [.init(name: "n", content: .file("s"))])],
                    consumed: [ActionID("c")])))
    }

    private static func asking(_ text: String = "q", in folder: String = "w") -> Action {
        program(.question(.init(PluginAsking(text: text, workFolder: folder)), answer: .init(name: "o", path: "o")))
    }

    private static func builtIn(_ work: any BuiltInWork) -> Action {
        action(.builtIn(.init(work, output: .init(name: "o", path: "f/o"))))
    }

    private static func routes(app: String = "a", provisions: [String] = ["w"], lists: [String] = ["l"]) -> Action {
        func parts(_ names: [String]) -> [Action.OutputReference] {
            names.map { .init(action: ActionID("w"), output: $0) }
        }
        return builtIn(
            RouteRegistryWork(
                request: .init(
                    router: .init(), program: .init(app: app, markers: "m", members: []), hasObjectGraph: false),
                provisions: parts(provisions), lists: parts(lists)))
    }

    private static let abi = Action.ABI(
        moduleName: "t", interface: "t.swiftinterface", dump: [], extraction: [], settings: [], isResilient: false)

    private static let samples: [Action] = [
        run(.emitModule(module(), abi)), run(.compile(.init(state: ["s"], objects: [:]))),
        run(.compileModule(module())),
        run(.compileClang(searchable: ["h"])), run(.compileInterface), run(.wrapModule), run(.autolink),
        run(.listTests(.init(TestListing(moduleName: "t"), of: "g.json", output: "o"))), run(.compileRunner),
        run(.compilePlugin),
        run(.link(.init(linkers: ["l"], librarySearch: ["L"]))), run(.archive), run(.checkTypes),
        run(.index(.init(IndexRecording(), of: "i", output: "o"))),
        run(.indexClang(.init(IndexRecording(), of: "i", output: "o"), searchable: ["h"])),
        program(.command(["-x"], outputs: [.init(name: "o", path: "o")])), asking(),
        builtIn(EmbeddingWork(resources: [.init(source: "s", name: "n")])),
        builtIn(
            ObjectGraphWork(
                request: .init(app: "a", markers: "m", members: []), parts: [.init(action: ActionID("w"), output: "w")])
        ),
        routes(), builtIn(RouteListing(moduleName: "t", isProgram: false, sources: ["s"])),
        action(.declaration(.init(generated: [.init(path: "g", content: "c")], headerSearch: ["h"]))),
    ]

    // MARK: Their fields

    /// What an action is made of, down to values that features bring. Exhaustive: a new case has to say what it holds.
    private static func parts(of action: Action) -> [Any] {
        switch action.work {
        case .tool(let run): [action, run] + parts(of: run.purpose)
        case .program(let run): [action, run] + (run.question.map { [$0, $0.asking] } ?? [])
        case .builtIn(let made): [action, made, made.work]
        case .declaration(let declaration): [action, declaration]
        }
    }

    private static func parts(of purpose: Action.ToolRun.Purpose) -> [Any] {
        func parts(_ extract: Action.Extract?) -> [Any] { extract.map { [$0, $0.extraction] } ?? [] }
        switch purpose {
        // The ABI is listed as a whole, and so is the state.
        case .emitModule(let module, _), .compileModule(let module): return [module] + parts(module.extract)
        case .listTests(let extract), .index(let extract), .indexClang(let extract, _): return parts(extract)
        case .link(let search): return [search]
        // Names of headers are edited below.
        case .compileClang: return []
        case .compile, .compileInterface, .wrapModule, .autolink, .compileRunner, .compilePlugin, .archive, .checkTypes:
            return []
        }
    }

    /// Fields that stand for a part that is walked by itself.
    private static let walked: Set<String> = [
        "Action.work", "ToolRun.purpose", "Module.extract", "Extract.extraction", "ProgramRun.purpose",
        "Question.asking", "BuiltIn.work",
    ]

    private static func fields(of action: Action) -> Set<String> {
        Set(
            parts(of: action).flatMap { part in
                Mirror(reflecting: part).children.compactMap { $0.label.map { "\(type(of: part)).\($0)" } }
            }
        )
        .subtracting(walked)
    }

    // MARK: Edits

    private static func tool(_ edit: @escaping @Sendable (inout Action.ToolRun) -> Void) -> Edit {
        { action in
            guard case .tool(var run) = action.work else { return }
            edit(&run)
            action.work = .tool(run)
        }
    }

    private static func program(_ edit: @escaping @Sendable (inout Action.ProgramRun) -> Void) -> Edit {
        { action in
            guard case .program(var run) = action.work else { return }
            edit(&run)
            action.work = .program(run)
        }
    }

    private static func extraction(_ extraction: some Extraction) -> Edit {
        tool { run in
            func edited(_ module: Action.Module) -> Action.Module {
                .init(output: module.output, extract: .init(extraction, of: "s.json", output: "o"))
            }
            switch run.purpose {
            case .emitModule(let module, let abi): run.purpose = .emitModule(edited(module), abi)
            case .compileModule(let module): run.purpose = .compileModule(edited(module))
            default: run.purpose = .listTests(.init(extraction, of: "g.json", output: "o"))
            }
        }
    }

    private static let edits: [String: Edit] = [
        "Action.folder": { $0.folder = "z" }, "Action.sources": { $0.sources = ["z"] },
        "ToolRun.tool": tool { $0.tool = .clang }, "ToolRun.arguments": tool { $0.arguments = ["-y"] },
        "ToolRun.generated": tool { $0.generated[0].content = "z" },
        "ToolRun.interfaces": tool { $0.interfaces = [ActionID("z")] },
        "ToolRun.consumed": tool { $0.consumed = [ActionID("z")] }, "ToolRun.mentions": tool { $0.mentions = ["z"] },
        "ToolRun.sdk": tool { $0.sdk = ContentDigest(of: "z") },
        "LinkSearch.linkers": tool { $0.purpose = .link(.init(linkers: ["z"], librarySearch: ["L"])) },
        "ProvisionListing.moduleName": extraction(ProvisionListing(moduleName: "z", markers: "m")),
        "ProvisionListing.markers": extraction(ProvisionListing(moduleName: "t", markers: "z")),
        "ProvisionListing.wantsAll": extraction(ProvisionListing(moduleName: "t", markers: "m", wantsAll: true)),
        "TestListing.moduleName": extraction(TestListing(moduleName: "z")),
        "ProgramRun.path": program { $0.path = "z" }, "ProgramRun.variables": program { $0.variables["v"] = "z" },
        "ProgramRun.bundles": program { $0.bundles = [] },
        "ProgramRun.consumed": program { $0.consumed = [ActionID("z")] },
        "PluginAsking.text": { $0.work = asking("z").work },
        "PluginAsking.workFolder": { $0.work = asking(in: "z").work },
        "EmbeddingWork.resources": {
            $0.work = builtIn(EmbeddingWork(resources: [.init(source: "s", name: "z")])).work
        },
        "ObjectGraphWork.request": {
            $0.work =
                builtIn(ObjectGraphWork(request: .init(app: "z", markers: "m", members: []), parts: $0.parts)).work
        },
        "ObjectGraphWork.parts": {
            $0.work = builtIn(ObjectGraphWork(request: .init(app: "a", markers: "m", members: []), parts: [])).work
        },
        "RouteRegistryWork.request": { $0.work = routes(app: "z").work },
        "RouteRegistryWork.provisions": { $0.work = routes(provisions: []).work },
        "RouteRegistryWork.lists": { $0.work = routes(lists: []).work },
        "RouteListing.isProgram": {
            $0.work = builtIn(RouteListing(moduleName: "t", isProgram: true, sources: ["s"])).work
        },
        "RouteListing.moduleName": {
            $0.work = builtIn(RouteListing(moduleName: "z", isProgram: false, sources: ["s"])).work
        },
        "RouteListing.sources": {
            $0.work = builtIn(RouteListing(moduleName: "t", isProgram: false, sources: ["z"])).work
        },
        "Declaration.generated": { $0.work = .declaration(.init(generated: [], headerSearch: ["h"])) },
    ]

    // MARK: Tests

    @Test func everyFieldOfEachKindOfWorkIsInItsKeyOrListed() throws {
        let outside = Action.fieldsOutsideKeys
        var found: Set<String> = []
        for sample in WorkKeyTests.samples {
            for field in WorkKeyTests.fields(of: sample) {
                found.insert(field)
                #expect((WorkKeyTests.edits[field] == nil) == (outside[field] != nil), "\(field) of \(sample.kind)")
                guard let edit = WorkKeyTests.edits[field] else { continue }
                var edited = sample
                edit(&edited)
                #expect(
                    fingerprint(edited).key != fingerprint(sample).key,
                    "\(field) of \(sample.kind) does not reach the key")
            }
        }
        #expect(found.isSuperset(of: WorkKeyTests.edits.keys))
        // Payloads without fields of their own.
        #expect(Set(outside.keys).subtracting(found) == ["ABI", "InPlace", "ProgramRun.outputs"])
    }

    /// What stands in cases without a name of its own.
    @Test func everyPayloadIsInTheKey() {
        #expect(
            fingerprint(WorkKeyTests.run(.compileClang(searchable: ["h"])))
                != fingerprint(WorkKeyTests.run(.compileClang(searchable: ["z"]))))
        let module = WorkKeyTests.module()
        #expect(
            fingerprint(WorkKeyTests.run(.emitModule(module, nil)))
                != fingerprint(WorkKeyTests.run(.emitModule(module, WorkKeyTests.abi))))
        #expect(
            fingerprint(WorkKeyTests.program(.command(["-x"], outputs: [])))
                != fingerprint(WorkKeyTests.program(.command(["-y"], outputs: []))))
    }

    @Test func noTwoKindsHaveOneWord() {
        let words = WorkKeyTests.samples.map(\.kind.rawValue)
        #expect(Set(words).count == words.count)
        #expect(Set(WorkKeyTests.samples.map { fingerprint($0).key }).count == words.count)
    }

    /// The same for what is inside of a program.
    @Test func everyPartOfAProgramIsInTheKey() {
        let edits: [@Sendable (inout Action.ProgramRun) -> Void] = [
            { $0.path = "z" }, { $0.variables["v"] = "2" }, { $0.variables["w"] = "1" }, { $0.bundles[0].path = "z" },
            { $0.bundles[0].entries[0].name = "z" }, { $0.bundles[0].entries[0].content = .file("z") },
            { $0.bundles[0].entries[0].content = .text("s") }, { $0.bundles[0].entries[0].content = .link("s") },
            { $0.bundles[0].entries[0].content = .link("z") }, { $0.bundles[0].entries[0].content = .emptyFolder },
            { $0.bundles[0].entries[0].content = .made("s") },
            { $0.purpose = .command([.open("\u{1A}/x")], outputs: []) },
        ]
        let base = WorkKeyTests.program(.command(["-x"], outputs: []))
        var keys: Set<ActionKey> = [fingerprint(base).key]
        for edit in edits {
            var edited = base
            WorkKeyTests.program(edit)(&edited)
            #expect(keys.insert(fingerprint(edited).key).inserted)
        }
    }

    /// Names of components are kept as text, and read back.
    @Test func namesOfComponentsAreWhatTheirTextsSay() {
        let action = ActionID("compile p of q:T")
        let names: [Fingerprint.Name] = [
            .format, .action, .tool, .toolchain, .mentioned("a b"), .linker("l"), .sdk, .cxxHeaders, .interfaceDigest,
            .program, .runsOfPrograms,
            .variable("V"), .beside("b/n of m"), .folder, .place, .arguments, .source("a of b c.swift"), .headerNames,
            .generated("g"),
            .interface(of: action), .output("a of b.o", of: action), .output("folder x", of: action),
            .read("/usr/include/a of b.h"), .own("tests of"),
        ]
        for name in names {
            let read = Fingerprint.Name(text: name.text)
            #expect(read == name && "\(read)" == "\(name)")
        }
        #expect(Set(names).count == names.count)
    }
}
