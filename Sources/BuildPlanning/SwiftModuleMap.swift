import JSON

/// The compiler's table of where each module lies that it may import (`-explicit-swift-module-map-file`): a module that
/// is not in it is looked for in the toolchain alone.
public struct SwiftModuleMap: Sendable {
    /// Paths of modules by their names.
    public private(set) var paths: [String: String] = [:]
    /// It says too where the documentation of each module lies: beside it. Who compiles reads none.
    public var namesDocumentation = false

    /// `modules`: paths of module files, each called as the module is. They are to be absolute: debug information then
    /// names a module as it does one that was found by searching.
    public init(modules: some Sequence<String>) {
        for path in modules {
            let file = path.split(separator: "/").last ?? ""
            paths[String(file.prefix { $0 != "." })] = path
        }
    }

    public var json: String {
        func quoted(_ text: String) -> String { JSONQuoting.numbered.quoted(text) }
        let lines = paths.sorted { $0.key < $1.key }.map { name, path in
            let documentation = path.hasSuffix(".swiftmodule") ? path.dropLast(".swiftmodule".count) + ".swiftdoc" : ""
            let words = namesDocumentation ? ", \"docPath\": \(quoted(documentation))" : ""
            return
                "  {\"moduleName\": \(quoted(name)), \"modulePath\": \(quoted(path))\(words), \"isFramework\": false}"
        }
        return "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }
}
