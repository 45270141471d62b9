import BuildEngine
import Disk
import Subprocesses
import Synchronization
import TestKinds
import Testing

/// A target whose dependency changed in what it does not use is not compiled. The next edit of one of its own sources
/// compiles that one alone, as if the dependency had been so all the time: in a library of 45 sources the first edit
/// after such a change took 2.0 s, and the second 0.4 s.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct EditAfterUseTests {
    private let source = "Packages/Demo/Sources/Mid/Mid.swift"
    private let place = ".mono/build/debug/local+Packages+Demo/Mid"

    private func world(in folder: AbsolutePath) throws -> RealWorkspace {
        let demo = try RealWorkspace(in: folder)
        try demo.write(
            "Packages/Demo/Sources/Mid/Other.swift", "public func thrice(_ number: Int) -> Int { 3 * number }\n")
        return demo
    }

    private func changeWhatNobodyUses(_ demo: RealWorkspace, _ number: Int = 1) throws {
        let path = "Packages/Demo/Sources/Base/Box.swift"
        try demo.write(path, try text(of: path, demo) + "\npublic func unused\(number)() -> Int { \(number) }\n")
    }

    private func text(of path: String, _ demo: RealWorkspace) throws -> String {
        String(decoding: try demo.files.read(demo.root / path), as: UTF8.self)
    }

    /// Builds; what it compiled, and whether a driver compiled all sources of `Mid`.
    private func build(_ demo: RealWorkspace) throws -> (compiled: [String], isWhole: Bool) {
        let state = demo.root / "\(place)/state/module.priors"
        try demo.files.remove(state)
        let (summary, seen) = try demo.build()
        #expect(summary.succeeded && summary.unpublished == [])
        let compiled = seen.ran.filter { $0.contains("compile ") }.compactMap { $0.split(separator: ":").last }
        return (compiled.map(String.init).sorted(), demo.files.exists(state))
    }

    private func expectSameAsClean(_ demo: RealWorkspace, in folder: AbsolutePath) throws {
        let clean = try world(in: folder / "clean")
        for name in ["Base/Box.swift", "Mid/Mid.swift", "Mid/Other.swift", "App/main.swift"] {
            let path = "Packages/Demo/Sources/\(name)"
            try clean.write(path, try text(of: path, demo))
        }
        _ = try build(clean)
        for file in ["objects/Mid.swift.o", "objects/Other.swift.o", "Mid.swiftmodule"] {
            #expect(
                try demo.files.digest(demo.root / "\(place)/\(file)")
                    == clean.files.digest(clean.root / "\(place)/\(file)"), "\(file)")
        }
    }

    /// After a first build; what `edits` leaves is what a clean build makes.
    private func afterABuild(_ edits: (RealWorkspace) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let demo = try world(in: folder / "edited")
            _ = try build(demo)
            try edits(demo)
            try expectSameAsClean(demo, in: folder)
        }
    }

    @Test func aBodyIsCompiledAlone() throws {
        try afterABuild { demo in
            for number in 1...2 {
                try changeWhatNobodyUses(demo, number)
                #expect(try build(demo).compiled == ["Base"])
            }
            try demo.edit(source, "value: number", "value: number + 0")
            #expect(try build(demo) == (["Mid"], false))
        }
    }

    /// What dependents use of a module is found out once: nobody asks again what its interface is made of.
    @Test func freshClonesFindWhatWasKept() throws {
        try withTemporaryFolder { folder in
            let demo = try world(in: folder)
            _ = try build(demo)
            try changeWhatNobodyUses(demo)
            #expect(try build(demo).compiled == ["Base"])
            for path in try demo.files.allFiles(in: demo.cache)
            where try demo.files.read(path).starts(with: "mono abi ".utf8) {
                try demo.files.remove(path)
            }
            try demo.files.remove(demo.root / ".mono")
            #expect(try build(demo).compiled == [])
        }
    }

    /// What is new of the dependency is there for the source that is compiled.
    @Test func aBodyThatUsesWhatIsNew() throws {
        try afterABuild { demo in
            try changeWhatNobodyUses(demo)
            #expect(try build(demo).compiled == ["Base"])
            try demo.edit(source, "value: number", "value: number + unused1()")
            #expect(try build(demo) == (["Mid"], false))
        }
    }

    /// Nobody built what the earlier result is to hold for: what the sources of now use of the interfaces is compared.
    /// In a fresh clone, nothing but the cache is there of what was built before.
    @Test(arguments: [false, true]) func bothAtOnce(inAFreshClone: Bool) throws {
        try afterABuild { demo in
            if inAFreshClone { try demo.files.remove(demo.root / ".mono") }
            try changeWhatNobodyUses(demo)
            try demo.edit(source, "value: number", "value: number + 0")
            #expect(try build(demo) == (["Base", "Mid"], false))
        }
    }

    @Test func whatIsUsedIsAWholeCompile() throws {
        try afterABuild { demo in
            try changeWhatNobodyUses(demo)
            try demo.edit(source, "value: number", "value: number + unused1()")
            #expect(try build(demo) == (["Base", "Mid"], true), "one of the sources says the new name")
            try demo.edit(
                "Packages/Demo/Sources/Base/Box.swift", "func doubled() -> Int {",
                "func doubled(_ more: Int = 0) -> Int {")
            try demo.edit(source, "unused1()", "unused1() + 1")
            #expect(try build(demo) == (["Base", "Mid"], true))
        }
    }

    /// What a compile looked up that failed is not known, and the names of an earlier one, which saw another interface,
    /// do not stand for it: no other module is made of the one that was emitted beside it.
    @Test func aModuleWhoseCompileFailed() throws {
        try afterABuild { demo in
            let base = "Packages/Demo/Sources/Base/Box.swift", other = "Packages/Demo/Sources/Mid/Other.swift"
            let gone = "public func gone() {}"
            try demo.write(base, try text(of: base, demo) + "\n\(gone)\n")
            try demo.write(other, "import Base\nfunc use() { gone() }\n")
            #expect(try build(demo).compiled == ["Base", "Mid"])

            let emissions = Emissions(of: "Mid")
            demo.commands = emissions
            try demo.edit(base, gone, "")
            demo.keepGoing = true
            let (summary, _) = try demo.build()
            #expect(summary.failures.map(\.action.kind) == [.compile])
            #expect(emissions.count.withLock { $0 } == 1)

            try changeWhatNobodyUses(demo)
            try demo.edit(other, "gone()", "")
            _ = try build(demo)
            #expect(emissions.count.withLock { $0 } == 2)
        }
    }
}

/// Runs what it is asked for, and counts the modules of that name that compilers emit.
private final class Emissions: CommandRunner {
    private let module: String
    let count = Mutex(0)

    init(of module: String) { self.module = module }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        let isEmission = command.arguments.contains("-emit-module")
        if isEmission, command.arguments.contains(where: { $0.hasSuffix("/\(module).swiftmodule") }) {
            count.withLock { $0 += 1 }
        }
        return try LocalCommandRunner().run(command, cancellation: cancellation)
    }
}
