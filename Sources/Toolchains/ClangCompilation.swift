import Targets

/// One C, C++, Objective-C or assembly file to be compiled, as SwiftPM would. All paths are relative to the folder in
/// which clang runs, the package's own.
public struct ClangCompilation: Hashable, Sendable {
    public var source: String
    public var configuration: BuildConfiguration
    public var triple: String
    /// The package's `cLanguageStandard` or `cxxLanguageStandard`, whichever fits the file.
    public var languageStandard: String?
    public var isExternal: Bool
    /// The target's own public headers, then those of everything it depends on.
    public var headerFolders: [String]
    /// Hand-written module maps of the Clang targets it depends on.
    public var moduleMaps: [String]
    /// Defines, search paths and flags of the target's C and C++ settings: both reach every file.
    public var settings: [String]
    public var flags: BuildFlags
    public var compilationFolder: String
    /// Nil where code is for this machine.
    public var sdk: SwiftSDK?

    public init(
        source: String, configuration: BuildConfiguration, triple: String, languageStandard: String?, isExternal: Bool,
        headerFolders: [String], moduleMaps: [String], settings: [String],
        flags: BuildFlags, compilationFolder: String, sdk: SwiftSDK? = nil
    ) {
        (self.source, self.configuration, self.triple) = (source, configuration, triple)
        (self.languageStandard, self.isExternal) = (languageStandard, isExternal)
        (self.headerFolders, self.moduleMaps) = (headerFolders, moduleMaps)
        (self.settings, self.flags) = (settings, flags)
        (self.compilationFolder, self.sdk) = (compilationFolder, sdk)
    }

    public enum Language: Hashable, Sendable { case c, cxx, assembly }

    /// What a file is by its name, as clang sees it; nil for what is not compiled.
    public static func language(ofFileNamed name: String) -> Language? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...] {
        case "c", "m": return .c
        case "cc", "cpp", "cxx", "mm": return .cxx
        case "S", "s": return .assembly
        default: return nil
        }
    }

    public var tool: Tool { .clang }

    /// False for assembly without a preprocessor: clang writes no dependency file for it.
    public static func tellsWhatItReads(_ source: String) -> Bool { !source.hasSuffix(".s") }

    public func compile(to object: String, dependencyFile: String) -> [Argument] {
        var arguments = common(dependencyFile: dependencyFile)
        arguments.add("-c", source, "-o", object)
        return arguments
    }

    /// What any run has that reads the source.
    func common(dependencyFile: String) -> [Argument] {
        let language = ClangCompilation.language(ofFileNamed: source) ?? .c
        var arguments: [Argument] = ["-target", .text(triple), .incidental("-fno-color-diagnostics")]
        arguments.add(configuration == .debug ? "-O0" : "-O2", "-DSWIFT_PACKAGE=1")
        if configuration == .debug { arguments.add("-DDEBUG=1") }
        for sanitizer in flags.sanitizers { arguments.add("-fsanitize=\(sanitizer.rawValue)") }
        arguments.add("-fblocks")
        for folder in headerFolders { arguments.add("-I", folder) }
        for map in moduleMaps { arguments.add("-fmodule-map-file=\(map)") }
        arguments.add(settings)
        if isExternal { arguments.add("-w") }
        if let sdk {
            arguments += sdk.wordsForClang(isCxx: language == .cxx)
        } else {
            arguments.add("-fPIC", "-g", "-fno-omit-frame-pointer")
        }
        arguments.add("-fdebug-compilation-dir=\(compilationFolder)")
        if flags.measuresCoverage, language != .assembly {
            arguments.add(
                "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-compilation-dir=\(compilationFolder)")
        }
        arguments.add(flags.clang)
        if language == .cxx { arguments.add(flags.cxx) }
        if language != .assembly, let languageStandard { arguments.add("-std=\(languageStandard)") }
        if ClangCompilation.tellsWhatItReads(source) {
            arguments.add("-MD", "-MT", "dependencies", "-MF", dependencyFile)
        } else {
            arguments.add("-Wno-unused-command-line-argument")
        }
        return arguments
    }
}
