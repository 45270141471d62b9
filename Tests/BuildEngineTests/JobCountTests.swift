import Disk
import Dispatch
import Testing

/// With how many jobs compiles are started.
@Suite struct JobCountTests {
    /// Builds the world while no module of L is emitted before L's compile has begun, and returns the jobs of that compile.
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
        #expect(try jobsOfCompile(in: world) == ["-j1"], "dependents wait for the module, and a whole compile begins with all files")
        try world.files.write("public l\nprivate f\nbody", to: world.root / "pkg/Sources/L/l.swift")
        #expect(try jobsOfCompile(in: world) == ["-j2"])
    }
}
