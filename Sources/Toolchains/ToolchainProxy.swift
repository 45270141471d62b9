import Digests
import Disk
import Subprocesses

/// A `swiftc` with no toolchain around it: swiftly puts links to itself on the search path, and starts the toolchain
/// that the `.swift-version` of a folder or its own settings name. Other version managers do the same.
struct ToolchainProxy {
    /// As it was found: by its name the program knows what to start.
    let program: AbsolutePath
    let files: any FileSystem
    let commands: any CommandRunner
    /// As that of `ToolchainFinder`.
    let memory: AbsolutePath

    /// The `usr` folder of the toolchain that it would start in `folder`. To ask takes 0.15 s: what swiftly said is
    /// remembered until a file that it goes by is another.
    func root(in folder: AbsolutePath, _ environment: [String: String]) throws(ToolchainError) -> AbsolutePath {
        let remembered = question(in: folder, environment).map { memory / "toolchain-by-proxy-2-\($0.hex)" }
        if let remembered, var reader = MachineMemory.read(remembered, files), let path = try? reader.text(),
            path.hasPrefix("/"),
            ToolchainFinder.isToolchain(AbsolutePath(path), files)
        {
            return AbsolutePath(path)
        }
        let command = Command(
            program.string, ["-print-target-info"], folder: folder.string, environment: environment, timeLimit: 60)
        let result: CommandResult
        do { result = try commands.run(command) } catch { throw .broken(program, output: "errno \(error.code)") }
        let info = String(decoding: result.output, as: UTF8.self)
        guard let resources = ToolchainFinder.value(of: "runtimeResourcePath", in: info), resources.hasPrefix("/")
        else {
            throw .broken(program, output: info + String(decoding: result.errors, as: UTF8.self))
        }
        // `usr/lib/swift`
        let named = AbsolutePath(resources).parent.parent, root = files.resolve(named) ?? named
        guard ToolchainFinder.isToolchain(root, files) else { throw .incomplete(root / "lib/swift") }
        if let remembered {
            var writer = RecordWriter()
            writer.write(root.string)
            try? files.write(writer.sealed(), to: remembered)
        }
        return root
    }

    /// All that swiftly goes by; nil where the program is another one's.
    private func question(in folder: AbsolutePath, _ environment: [String: String]) -> ContentDigest? {
        guard files.resolve(program)?.name == "swiftly" else { return nil }
        func setting(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home =
            setting("SWIFTLY_HOME_DIR") ?? setting("XDG_DATA_HOME").map { $0 + "/swiftly" }
            ?? setting("HOME").map { $0 + "/.local/share/swiftly" }
        guard let home, let settings = try? files.digest(AbsolutePath(home) / "config.json") else { return nil }
        var question = DigestBuilder()
        question.append(program.string)
        question.append(home)
        question.append(settings)
        question.append(environment["SWIFTLY_TOOLCHAINS_DIR"] ?? "")
        var place = folder
        while true {
            let version = place / ".swift-version"
            if files.exists(version) {
                question.append(version.string)
                question.append(try? files.digest(version))
                break
            }
            if place == place.parent { break }
            place = place.parent
        }
        return question.finish()
    }
}
