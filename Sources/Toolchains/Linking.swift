import Targets

/// One executable or library to be linked or archived from objects. All paths are relative to the folder in which the tool runs.
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
    /// Dynamic libraries of the workspace that it needs: folder and name. They are named to the linker as a person would, because it
    /// writes the path that it is given into what it links.
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
    public var flags: BuildFlags

    public init(
        kind: Kind, moduleName: String, objects: [String], dynamicLibraries: [DynamicLibrary], linkedLibraries: [String],
        unsafeFlags: [String], hasCxx: Bool, experimentalFeatures: [String] = [], configuration: BuildConfiguration, triple: String, flags: BuildFlags
    ) {
        (self.kind, self.moduleName, self.objects) = (kind, moduleName, objects)
        (self.dynamicLibraries, self.linkedLibraries) = (dynamicLibraries, linkedLibraries)
        (self.unsafeFlags, self.hasCxx, self.experimentalFeatures) = (unsafeFlags, hasCxx, experimentalFeatures)
        (self.configuration, self.triple, self.flags) = (configuration, triple, flags)
    }

    public var tool: Tool { kind == .staticLibrary ? .archiver : .swiftc }

    public func link(to output: String, dependencyFile: String) -> [Argument] {
        var arguments: [Argument] = []
        switch kind {
        case .staticLibrary:
            // `D`: no times, owners or modes in the archive.
            arguments.add("crsD", output)
            arguments.add(objects)
            return arguments
        case .executable(let entryPoint):
            arguments.add("-emit-executable")
            if let entryPoint { arguments.add("-Xlinker", "--defsym", "-Xlinker", "main=\(entryPoint)") }
            // Not in dynamic libraries: an executable and its libraries share one standard library, or each has its own types.
            if flags.staticStandardLibrary { arguments.add("-static-stdlib") }
        case .dynamicLibrary:
            arguments.add("-emit-library")
        }
        arguments.add("-o", output, "-module-name", moduleName, "-target", triple, "-g")
        for sanitizer in flags.sanitizers { arguments.add("-sanitize=\(sanitizer.rawValue)") }
        if configuration == .release { arguments.add("-Xlinker", "--gc-sections") }
        arguments.add("-Xlinker", "-rpath=$ORIGIN")
        // Tells which files of the system (crt files, libc, libraries) went in.
        arguments.add("-Xlinker", "--dependency-file=\(dependencyFile)")
        arguments.add(objects)
        for library in dynamicLibraries { arguments.add("-L", library.folder, "-l\(library.name)") }
        for library in linkedLibraries { arguments.add("-l\(library)") }
        if hasCxx { arguments.add("-lstdc++") }
        for feature in experimentalFeatures { arguments.add("-enable-experimental-feature", feature) }
        arguments.add(unsafeFlags)
        // Some words for compiles are errors where there is nothing to compile.
        arguments.add(flags.swift.filter { $0 != "-wmo" && $0 != "-whole-module-optimization" })
        for flag in flags.linker { arguments.add("-Xlinker", flag) }
        return arguments
    }

    /// Puts a module's bytes into an object, so that a debugger finds the module in the executable.
    public static func wrapModule(_ module: String, to object: String, triple: String) -> [Argument] {
        ["-modulewrap", .text(module), "-o", .text(object), "-target", .text(triple)]
    }
}
