import Disk
import Dispatch
import Testing

/// With how many jobs compiles are started.
@Suite struct JobCountTests {
    /// Builds the world while no module of L is emitted before L's compile has begun, and returns the jobs of that
    /// compile.
    private func jobsOfCompile(in world: SmallWorld) throws -> [String] {
        let log = Log(), begun = DispatchSemaphore(value: 0)
        world.before { command in
            guard command.arguments.contains("L") else { return nil }
            if command.arguments.contains("-emit-module") {
                _ = begun.wait(timeout: .now() + 60)
            } else if command.arguments.contains("-c") {
                log.add(command.arguments.filter { $0.hasPrefix("-j") }.joined())
                begun.signal()
            }
            return nil
        }
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        world.unhook()
        world.files.advance(by: 10_000_000_000)
        return log.entries
    }

    @Test func anIncrementalCompileCountsOnTheSlotOfItsModulesEmission() throws {
        let world = try SmallWorld()
        #expect(
            try jobsOfCompile(in: world) == ["-j1"],
            "dependents wait for the module, and a whole compile begins with all files")
        // An action of C that is still being decided at that moment may want the slot too, and then there is one job:
        // so another edit gets a try.
        var jobs: [String] = []
        for number in 1...50 where jobs != ["-j2"] {
            try world.files.write("public l\nprivate f\(number)\nbody", to: world.root / "pkg/Sources/L/l.swift")
            jobs = try jobsOfCompile(in: world)
        }
        #expect(jobs == ["-j2"])
    }
}
