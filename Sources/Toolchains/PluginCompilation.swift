import Targets

/// A package plugin's compile, with the words that SwiftPM 6.3 has for it. All paths are relative to the package's
/// folder.
public struct PluginCompilation: Hashable, Sendable {
    public var moduleName: String
    public var sources: [String]
    public var languageMode: String
    public var toolsVersion: ToolsVersion
    public var triple: String
    /// The toolchain's `usr` folder: the library that plugins talk to their host with lies in it.
    public var toolchain: String
    public var moduleCache: String

    public init(
        moduleName: String, sources: [String], languageMode: String, toolsVersion: ToolsVersion, triple: String,
        toolchain: String, moduleCache: String
    ) {
        (self.moduleName, self.sources, self.languageMode, self.toolsVersion) = (
            moduleName, sources, languageMode, toolsVersion
        )
        (self.triple, self.toolchain, self.moduleCache) = (triple, toolchain, moduleCache)
    }

    /// Without debug information, which would bring a module's bytes into the program for nobody.
    public func compile(to program: String, outputFileMap: String, linkDependencies: String) -> [Argument] {
        let library = "\(toolchain)/lib/swift/pm/PluginAPI"
        var arguments: [Argument] = []
        arguments.add("-emit-executable", "-wmo", "-parse-as-library", "-module-name", moduleName, "-target", triple)
        arguments.add("-swift-version", languageMode, "-package-description-version", "\(toolsVersion).0")
        arguments.add("-I", library, "-L", library, "-lPackagePlugin")
        arguments.addForLinker("-rpath", library, "--dependency-file=\(linkDependencies)")
        arguments += ["-module-cache-path", .rooted("/" + moduleCache), "-emit-dependencies"]
        arguments.add("-output-file-map", outputFileMap)
        arguments.add(sources)
        arguments.add("-o", program)
        return arguments
    }
}
