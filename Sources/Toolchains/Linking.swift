import Targets

/// One executable or library to be linked or archived from objects. All paths are relative to the folder in which the
/// tool runs.
public struct Linking: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The symbol that becomes `main`; nil where it is called that already.
        case executable(entryPoint: String?)
        case dynamicLibrary
        case staticLibrary
    }

    public struct DynamicLibrary: Hashable, Sendable {
        public var folder, name: String
        public init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }
    }

    public var kind: Kind
    public var moduleName: String
    public var objects: [String]
    /// Which libraries the objects ask for, as `extractAutolink` leaves it. The driver finds that out itself.
    public var autolinkFiles: [String]
    /// Prebuilt ones, of which the linker takes what the objects ask for.
    public var archives: [String]
    /// Dynamic libraries of the workspace that it needs: folder and name. They are named to the linker as a person
    /// would, because it writes the path that it is given into what it links.
    public var dynamicLibraries: [DynamicLibrary]
    /// From linker settings, of all targets inside.
    public var linkedLibraries: [String]
    public var unsafeFlags: [String]
    /// Some of the objects are C++'s.
    public var hasCxx: Bool
    /// Of the product's own targets: `Embedded`, for one, decides what is linked with.
    public var experimentalFeatures: [String]
    public var configuration: BuildConfiguration
    public var triple: String
    /// Where it looks for dynamic libraries when it runs, beside its own folder; relative to that.
    public var runPaths: [String]
    /// The toolchain's `usr` folder.
    public var toolchain: String
    public var flags: BuildFlags
    /// Nil where what is linked is for this machine.
    public var sdk: SwiftSDK?

    public init(
        kind: Kind, moduleName: String, objects: [String], autolinkFiles: [String], archives: [String] = [],
        dynamicLibraries: [DynamicLibrary],
        linkedLibraries: [String], unsafeFlags: [String], hasCxx: Bool, experimentalFeatures: [String] = [],
        configuration: BuildConfiguration,
        triple: String, runPaths: [String] = [], toolchain: String, flags: BuildFlags, sdk: SwiftSDK? = nil
    ) {
        (self.kind, self.moduleName, self.objects, self.autolinkFiles) = (kind, moduleName, objects, autolinkFiles)
        self.archives = archives
        (self.dynamicLibraries, self.linkedLibraries) = (dynamicLibraries, linkedLibraries)
        (self.unsafeFlags, self.hasCxx, self.experimentalFeatures) = (unsafeFlags, hasCxx, experimentalFeatures)
        (self.configuration, self.triple, self.runPaths) = (configuration, triple, runPaths)
        (self.toolchain, self.flags, self.sdk) = (toolchain, flags, sdk)
    }

    /// The Swift driver makes of an ordinary link a search for libraries in all objects, and a start of clang: 0.09 s
    /// of 0.27 where clang itself takes 0.18, for each product after each edit. What is not ordinary, the driver still
    /// knows best.
    public var tool: Tool {
        if kind == .staticLibrary { return .archiver }
        let isOrdinary =
            flags.swift.allSatisfy(Linking.isForCompilesOnly) && flags.sanitizers.isEmpty
            && !flags.staticStandardLibrary && unsafeFlags.isEmpty
            && !experimentalFeatures.contains("Embedded") && triple.hasSuffix("-linux-gnu") && sdk == nil
        return isOrdinary ? .clang : .swiftc
    }

    /// Linkers that flags name: a path, or a name (`mold`) under which clang looks for `ld.NAME`. And what they name a
    /// folder of, for clang and linkers. Whichever they are, they are none that the toolchain's identity holds.
    public var namedLinkers: [String] {
        var names: [String] = [], isFolder = false
        func add(_ folder: String) {
            names += ["clang", "clang++", "ld", "ld.gold", "ld.lld", "ld.bfd"].map { "\(folder)/\($0)" }
        }
        for word in unsafeFlags + flags.swift where word != "-Xclang-linker" {
            if isFolder { add(word) }
            isFolder = word == "-tools-directory" || word == "-B"
            if word.hasPrefix("-B"), !isFolder { add(String(word.dropFirst(2))) }
            for option in ["-use-ld=", "-ld-path=", "-fuse-ld=", "--ld-path="] where word.hasPrefix(option) {
                names.append(String(word.dropFirst(option.count)))
            }
        }
        return names
    }

    /// Folders in which flags have libraries searched for, as the tool sees them.
    public var namedLibraryFolders: [String] {
        let words = (unsafeFlags + flags.swift + flags.linker).flatMap { word in
            word.hasPrefix("-Wl,") ? word.split(separator: ",").dropFirst().map(String.init) : [word]
        }
        var folders: [String] = [], isFolder = false
        for word in words where word != "-Xlinker" && word != "-Xclang-linker" {
            if isFolder {
                folders.append(word)
                isFolder = false
                continue
            }
            isFolder = ["-L", "-library-path", "--library-path"].contains(word)
            guard !isFolder, let option = ["-L", "-library-path=", "--library-path="].first(where: word.hasPrefix)
            else { continue }
            folders.append(String(word.dropFirst(option.count)))
        }
        return folders
    }

    public func link(to output: String, dependencyFile: String) -> [Argument] {
        var arguments: [Argument] = []
        if tool == .clang { return linkWithClang(to: output, dependencyFile: dependencyFile) }
        switch kind {
        case .staticLibrary:
            // `D`: no times, owners or modes in the archive.
            arguments.add("crsD", output)
            arguments.add(objects)
            return arguments
        case .executable(let entryPoint):
            arguments.add("-emit-executable")
            if let entryPoint { arguments.addForLinker("--defsym", "main=\(entryPoint)") }
            // Not in dynamic libraries: an executable and its libraries share one standard library, or each has its own
            // types.
            if flags.staticStandardLibrary { arguments.add("-static-stdlib") }
        case .dynamicLibrary:
            arguments.add("-emit-library")
        }
        arguments.add("-o", output, "-module-name", moduleName, "-target", triple, "-g")
        for sanitizer in flags.sanitizers { arguments.add("-sanitize=\(sanitizer.rawValue)") }
        if flags.measuresCoverage { arguments.add("-profile-generate") }
        if configuration == .release { arguments.addForLinker("--gc-sections") }
        for path in [""] + runPaths.map({ "/" + $0 }) { arguments.addForLinker("-rpath=$ORIGIN\(path)") }
        // Tells which files of the system (crt files, libc, libraries) went in.
        arguments.addForLinker("--dependency-file=\(dependencyFile)")
        arguments.add(objects)
        // By their paths: `-l` would take a dynamic library of the same folder first.
        arguments.add(archives)
        for library in dynamicLibraries { arguments.add("-L", library.folder, "-l\(library.name)") }
        for library in linkedLibraries { arguments.add("-l\(library)") }
        if hasCxx { arguments.add("-lstdc++") }
        for feature in experimentalFeatures { arguments.add("-enable-experimental-feature", feature) }
        arguments.add(unsafeFlags)
        if let sdk {
            // Dynamic libraries are linked with the dynamic ones of Swift.
            let isExecutable = if case .executable = kind { true } else { false }
            arguments += sdk.wordsForLinks(isStatic: isExecutable && flags.staticStandardLibrary)
        }
        // Some words for compiles are errors where there is nothing to compile.
        arguments.add(flags.swift.filter { $0 != "-wmo" && $0 != "-whole-module-optimization" })
        for flag in flags.linker { arguments.addForLinker(flag) }
        return arguments
    }

    /// Words of the driver that no link can depend on.
    private static func isForCompilesOnly(_ word: String) -> Bool {
        ["-D", "-strict-concurrency=", "-strict-memory-safety"].contains { word.hasPrefix($0) }
            || [
                "-warnings-as-errors", "-no-warnings-as-errors", "-suppress-warnings", "-wmo",
                "-whole-module-optimization",
            ].contains(word)
    }

    /// The words that the driver of Swift 6.3 gives to clang, in its order.
    private func linkWithClang(to output: String, dependencyFile: String) -> [Argument] {
        var arguments: [Argument] = []
        let libraries = "\(toolchain)/lib/swift/linux", processor = triple.prefix { $0 != "-" }
        arguments.add(kind == .dynamicLibrary ? "-shared" : "-pie")
        arguments.addForLinker("--build-id", "-rpath", libraries)
        arguments.add("\(libraries)/\(processor)/swiftrt.o")
        arguments.add(objects)
        arguments.add(autolinkFiles.map { "@\($0)" })
        arguments.add("-L", libraries, "-lswiftCore", "--target=\(triple)")
        arguments.add(archives)
        for library in dynamicLibraries { arguments.add("-L", library.folder, "-l\(library.name)") }
        for library in linkedLibraries { arguments.add("-l\(library)") }
        if hasCxx { arguments.add("-lstdc++") }
        if case .executable(let entryPoint?) = kind { arguments.addForLinker("--defsym", "main=\(entryPoint)") }
        if configuration == .release { arguments.addForLinker("--gc-sections") }
        for path in [""] + runPaths.map({ "/" + $0 }) { arguments.addForLinker("-rpath=$ORIGIN\(path)") }
        arguments.addForLinker("--dependency-file=\(dependencyFile)")
        if flags.measuresCoverage { arguments.add("-fprofile-instr-generate") }
        for flag in flags.linker { arguments.addForLinker(flag) }
        arguments.add("-o", output)
        return arguments
    }

    /// Writes which libraries the objects ask for, a word of clang's a line.
    public static func extractAutolink(from objects: [String], to output: String) -> [Argument] {
        (objects + ["-o", output]).map(Argument.text)
    }

    /// Puts a module's bytes into an object, so that a debugger finds the module in the executable.
    public static func wrapModule(_ module: String, to object: String, triple: String) -> [Argument] {
        ["-modulewrap", .text(module), "-target", .text(triple), "-o", .text(object)]
    }
}
