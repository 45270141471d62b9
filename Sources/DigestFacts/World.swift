import Disk
import InterfaceDigests

/// What the compiler made of one module.
public struct CompiledModule: Sendable {
    /// nil for programs and C.
    var swiftModule: Blob?
    var publicInterface: Blob?
    var packageInterface: Blob?
    /// As the compiler wrote it: for the package, or with SPI where there is none.
    var rawInterface: Blob?
    var objects: [String: Blob] = [:]
    /// What the compiler said, and whether it succeeded: part of what a client gets.
    var diagnostics = ""
    var succeeded = true
}

/// All modules of a base in one state of its sources, compiled as `mono build` does for debugging.
public struct World: Sendable {
    var compiled: [CompiledModule] = []
}

/// The command lines; `mono build -v` shows those of mono.
public struct Compiler: Sendable {
    let steps: Steps

    public init(steps: Steps) { self.steps = steps }

    /// Compiles `modules`. Those below `start` are as in `old`.
    func compile(_ modules: [CorpusModule], from start: Int = 0, of old: World? = nil) throws(CorpusFault) -> World {
        var world = World()
        for index in modules.indices {
            if index < start, let old {
                world.compiled.append(old.compiled[index])
            } else {
                world.compiled.append(try compile(index, of: modules, with: world))
            }
        }
        return world
    }

    /// Everything that a client's compile of the module at `index` reads but its own sources.
    private func visible(below index: Int, of modules: [CorpusModule], in world: World) throws(CorpusFault) -> (
        words: [String], inputs: [String: Blob]
    ) {
        var words: [String] = []
        var inputs: [String: Blob] = [:]
        for (lower, module) in modules[..<index].enumerated() {
            switch module.kind {
            case .clang:
                words += [
                    "-Xcc", "-fmodule-map-file=\(module.name)/module.modulemap", "-Xcc", "-I", "-Xcc", module.name,
                ]
                for file in module.files { inputs[file.path] = try steps.store(file.text) }
            case .library:
                words += ["-I", "build/\(module.name)"]
                if let blob = world.compiled[lower].swiftModule {
                    inputs["build/\(module.name)/\(module.name).swiftmodule"] = blob
                }
            case .program: break
            }
        }
        return (words, inputs)
    }

    private func compile(_ index: Int, of modules: [CorpusModule], with world: World) throws(CorpusFault)
        -> CompiledModule
    {
        let module = modules[index]
        guard module.kind != .clang else { return try compileC(module) }
        var (common, inputs) = try words(of: index, in: modules, with: world)
        let folder = "build/\(module.name)"
        var result = CompiledModule()
        if module.kind == .library {
            let place = "\(folder)/\(module.name)"
            var words = [
                "-emit-module", "-emit-module-path", "\(place).swiftmodule", "-whole-module-optimization",
                "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
                "-avoid-emit-module-source-info",
                "-emit-module-interface-path", "\(place).swiftinterface", "-no-verify-emitted-module-interface",
            ]
            var outputs = ["\(place).swiftmodule", "\(place).swiftinterface"]
            if module.package != nil {
                words += ["-emit-package-module-interface-path", "\(place).package.swiftinterface"]
                outputs.append("\(place).package.swiftinterface")
            } else {
                words += ["-emit-private-module-interface-path", "\(place).private.swiftinterface"]
                outputs.append("\(place).private.swiftinterface")
            }
            let emitted = try steps.run(Step(program: .swiftc, words: words + common, inputs: inputs, outputs: outputs))
            result.swiftModule = emitted.outputs[outputs[0]]
            if let text = emitted.outputs[outputs[1]] { result.publicInterface = try bare(text) }
            result.rawInterface = emitted.outputs[outputs[2]]
            if let text = result.rawInterface { result.packageInterface = try bare(text) }
            result.diagnostics += emitted.output
            result.succeeded = emitted.succeeded
        }
        // One object a source.
        let objects = module.files.map { ($0.path, "\(folder)/\(AbsolutePath("/" + $0.path).name).o") }
        let map = objects.map { "\"\($0)\": {\"object\": \"\($1)\"}" }.sorted().joined(separator: ", ")
        inputs["\(folder)/map.json"] = try steps.store("{\(map)}")
        let step = Step(
            program: .swiftc,
            words: ["-c", "-enable-batch-mode", "-j1", "-output-file-map", "\(folder)/map.json"] + common,
            inputs: inputs, outputs: objects.map(\.1))
        let made = try steps.run(step)
        result.objects = made.outputs
        result.diagnostics += made.output
        result.succeeded = result.succeeded && made.succeeded
        return result
    }

    /// What every compile of a Swift module has, and what it reads.
    private func words(of index: Int, in modules: [CorpusModule], with world: World) throws(CorpusFault) -> (
        words: [String], inputs: [String: Blob]
    ) {
        let module = modules[index]
        var (common, inputs) = try visible(below: index, of: modules, in: world)
        for file in module.files { inputs[file.path] = try steps.store(file.text) }
        common =
            [
                "-module-name", module.name, "-module-cache-path", steps.moduleCache, "-no-color-diagnostics",
                "-DSWIFT_PACKAGE", "-DDEBUG",
            ] + common
        if module.kind == .library { common.append("-parse-as-library") }
        if !module.flags.contains("-swift-version") { common += ["-swift-version", "5"] }
        common += ["-g", "-Xcc", "-fPIC", "-Xcc", "-g", "-Xcc", "-fno-omit-frame-pointer"]
        if let package = module.package { common += ["-package-name", package] }
        common += [
            "-file-compilation-dir", ".", "-debug-prefix-map", "{room}=.",
            "-Xfrontend", "-no-clang-module-breadcrumbs", "-Xfrontend", "-no-serialize-debugging-options",
        ]
        return (common + module.flags + ["-Onone", "-enable-testing"] + module.files.map(\.path), inputs)
    }

    /// What a compile of the Swift module at `index` looks up, which its objects do not say.
    func lookedUp(by index: Int, of modules: [CorpusModule], in world: World) throws(CorpusFault) -> LookedUpNames {
        let module = modules[index], folder = "build/\(module.name)"
        var (words, inputs) = try words(of: index, in: modules, with: world)
        let records = module.files.map { ($0.path, "\(folder)/\(AbsolutePath("/" + $0.path).name)") }
        let map = records.map { "\"\($0)\": {\"object\": \"\($1).o\", \"swift-dependencies\": \"\($1).swiftdeps\"}" }
        inputs["\(folder)/map.json"] = try steps.store(
            "{\"\": {\"swift-dependencies\": \"\(folder)/priors\"}, \(map.sorted().joined(separator: ", "))}")
        words += ["-c", "-enable-batch-mode", "-incremental", "-j1", "-output-file-map", "\(folder)/map.json"]
        let made = try steps.run(
            Step(program: .swiftc, words: words, inputs: inputs, outputs: records.map { "\($1).swiftdeps" }))
        var names = LookedUpNames()
        for (_, place) in records {
            guard let blob = made.outputs["\(place).swiftdeps"],
                let one = try? LookedUpNames(record: try steps.data(of: blob))
            else { throw CorpusFault("\(module.name): the compiler does not say what it looked up") }
            names.formUnion(one)
        }
        return names
    }

    /// The text of an interface without its head, which names the flags.
    private func bare(_ interface: Blob) throws(CorpusFault) -> Blob {
        try steps.store(
            try steps.text(of: interface).split(separator: "\n").filter { !$0.hasPrefix("// swift-") }.joined(
                separator: "\n"))
    }

    /// Header-only, unless it has sources.
    private func compileC(_ module: CorpusModule) throws(CorpusFault) -> CompiledModule {
        var result = CompiledModule()
        for file in module.files where file.path.hasSuffix(".c") {
            let object = "build/\(file.path).o"
            var inputs: [String: Blob] = [:]
            for file in module.files { inputs[file.path] = try steps.store(file.text) }
            let made = try steps.run(
                Step(
                    program: .clang,
                    words: [
                        "-c", "-g", "-fPIC", "-ffile-compilation-dir=.", "-I", module.name, file.path, "-o",
                        object,
                    ], inputs: inputs, outputs: [object]))
            result.objects.merge(made.outputs) { $1 }
            result.succeeded = result.succeeded && made.succeeded
            result.diagnostics += made.output
        }
        return result
    }

    /// Links the program at `index` from these objects and runs it.
    func behaviour(of index: Int, _ modules: [CorpusModule], objects: [[String: Blob]]) throws(CorpusFault) -> String {
        var inputs: [String: Blob] = [:]
        for (lower, module) in modules[...index].enumerated() where lower == index || module.kind != .program {
            inputs.merge(objects[lower]) { $1 }
        }
        let linked = try steps.run(
            Step(
                program: .swiftc, words: ["-emit-executable", "-o", "program"] + inputs.keys.sorted(), inputs: inputs,
                outputs: ["program"]))
        guard let program = linked.outputs["program"], linked.succeeded else { return "does not link" }
        // A copy that another process wrote: a file that this one still had open for writing in some child could not be
        // started.
        let ran = try steps.run(
            Step(
                program: .sh, words: ["-c", "cp program run && chmod +x run && exec ./run"],
                inputs: ["program": program],
                outputs: [], seconds: 10))
        return switch ran.status {
        case 0: "ends well\n" + ran.output
        case 124, 137: "does not end"
        case 128...: "crashes (signal \(ran.status - 128))\n" + ran.output
        default: "exits with \(ran.status)\n" + ran.output
        }
    }
}
