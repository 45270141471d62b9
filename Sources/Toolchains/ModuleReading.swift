/// What makes programs of the toolchain say what modules hold.
extension SwiftCompilation {
    /// What makes `swift-frontend` print to its output everything that a module holds: declarations, hidden ones too,
    /// and SIL.
    public func dumpModule(_ module: String) -> [Argument] {
        let arguments: [Argument] = [
            "-frontend", "-emit-silgen", .text(module), "-module-name", .text(moduleName), "-target", .text(triple),
            "-o", "-",
            "-module-cache-path", .rooted("/" + moduleCache), "-swift-version", .text(languageMode),
        ]
        let map: [Argument] = moduleMap.map { ["-explicit-swift-module-map-file", .text($0)] } ?? []
        return arguments + map + wordsToReadModules
    }

    /// What makes `swift-symbolgraph-extract` write the symbols of the module, which lies in `module`, into a file in
    /// `folder`: private ones too, for it takes all that starts with an underscore for private, and `_Tests` is a good
    /// name for a class of tests. It knows no module map: the folders of all other visible modules are added to the
    /// words before it runs.
    public func extractSymbolGraph(from module: String, to folder: String) -> [Argument] {
        let arguments: [Argument] = [
            "-module-name", .text(moduleName), "-target", .text(triple), "-swift-version", .text(languageMode),
            "-minimum-access-level", "private", "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir",
            .text(folder),
            "-module-cache-path", .rooted("/" + moduleCache), "-I", .text(module),
        ]
        return arguments + wordsToReadModules
    }

    /// What makes `swift-symbolgraph-extract` write what a C module declares that the compile can import, without its
    /// name and a folder. No Swift module of the workspace can be named: it knows no module map.
    public var extractTypes: [Argument] {
        SwiftCompilation.extractTypes(triple: triple, moduleCache: moduleCache)
            + ["-swift-version", .text(languageMode)] + wordsToReadModules
    }

    /// The same for what comes with the toolchain, or with an SDK.
    public static func extractTypes(triple: String, sdk: SwiftSDK?, moduleCache: String) -> [Argument] {
        extractTypes(triple: triple, moduleCache: moduleCache) + (sdk?.wordsForReaders(isStatic: false) ?? [])
    }

    /// All that starts with an underscore is private to it.
    private static func extractTypes(triple: String, moduleCache: String) -> [Argument] {
        [
            "-target", .text(triple), "-minimum-access-level", "private", "-include-spi-symbols",
            "-skip-synthesized-members", "-skip-inherited-docs", "-module-cache-path", .rooted("/" + moduleCache),
        ]
    }

    /// Makes a module of the toolchain's of its text, for those who see C++. `folder`: where others of them lie.
    public static func compileInterface(
        of name: String, toolchain: String, triple: String, sdk: SwiftSDK?, seeing folder: String, to module: String,
        moduleCache: String
    ) -> [Argument] {
        let file = "/linux/\(name).swiftmodule/\(triple).swiftinterface"
        return [
            "-frontend", "-compile-module-from-interface",
            sdk?.resource(file) ?? .text("\(toolchain)/lib/swift\(file)"),
            "-module-name", .text(name), "-target", .text(triple), "-cxx-interoperability-mode=default",
            // Not times: the same bytes wherever the toolchain was unpacked.
            "-serialize-module-interface-dependency-hashes", "-I", .text(folder), "-module-cache-path",
            .rooted("/" + moduleCache),
            "-o", .text(module),
        ] + (sdk?.wordsForReaders(isStatic: false) ?? [])
    }

    /// The name of the file that `extractSymbolGraph` makes.
    public var symbolGraphName: String { "\(moduleName).symbols.json" }
}
