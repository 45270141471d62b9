import BuildPlanning
import Digests

/// The interfaces that a compile saw: enough to find out whether it used anything of them that is another thing now.
struct SeenInterfaces: Hashable, Sendable {
    struct Module: Hashable, Sendable {
        var id, name: String
        var interface: ContentDigest
        var outline: ContentDigest?
        var isSwift: Bool
        /// Where the modules that it imports stand in the list: before it.
        var imports: [Int]
    }

    /// Of the compile's key, by the names of the components.
    var components: [String: String]
    /// All that it may import, each once.
    private(set) var modules: [Module] = []
    /// C modules of which it read a header, by their actions' names.
    var cModules: Set<String>

    /// `modules`: those that it may import itself.
    init(_ fingerprint: Fingerprint, _ modules: [SeenModule], cModules: Set<String>) {
        (components, self.cModules) = (fingerprint.interfaces, cModules)
        var numbers: [ActionID: Int] = [:]
        // Chains of targets are some dozens long.
        func add(_ module: SeenModule) -> Int {
            if let number = numbers[module.id] { return number }
            let imports = module.imports.map(add)
            self.modules.append(
                Module(
                    id: module.id.name, name: module.name, interface: module.interface, outline: module.outline,
                    isSwift: module.isSwift, imports: imports))
            numbers[module.id] = self.modules.count - 1
            return self.modules.count - 1
        }
        for module in modules { _ = add(module) }
    }

    /// As the compile saw them, sorted by their actions' names.
    var closure: [SeenModule] {
        var seen: [SeenModule] = []
        for module in modules {
            seen.append(
                SeenModule(
                    id: ActionID(module.id), name: module.name, interface: module.interface, isSwift: module.isSwift,
                    outline: module.outline, imports: module.imports.map { seen[$0] }))
        }
        return seen.sorted { $0.id < $1.id }
    }

    // MARK: Its form

    func write(to writer: inout RecordWriter) {
        writer.write(table: components) { writer, name, value in
            writer.write(name)
            writer.write(value)
        }
        writer.write(modules) { writer, module in
            writer.write(module.id)
            writer.write(module.name)
            writer.write(module.interface)
            writer.write(module.outline)
            writer.write(module.isSwift)
            writer.write(module.imports) { $0.write($1) }
        }
        writer.write(cModules.sorted())
    }

    init(from reader: inout RecordReader) throws(MalformedRecord) {
        components = try reader.table { (reader) throws(MalformedRecord) in (try reader.text(), try reader.text()) }
        var count = 0, ids: Set<String> = []
        modules = try reader.list { (reader) throws(MalformedRecord) in
            let module = Module(
                id: try reader.text(), name: try reader.text(), interface: try reader.digest(),
                outline: try reader.optionalDigest(), isSwift: try reader.flag(),
                imports: try reader.list { (reader) throws(MalformedRecord) in try reader.number() })
            guard module.imports.allSatisfy((0..<count).contains), ids.insert(module.id).inserted else {
                throw MalformedRecord()
            }
            count += 1
            return module
        }
        cModules = Set(try reader.texts())
    }
}

extension Fingerprint {
    /// Values of what it holds of interfaces, by the components' names.
    var interfaces: [String: String] {
        components.reduce(into: [:]) { found, component in
            if case .interface = component.name { found[component.name.text] = component.value }
        }
    }

    /// The same with other interfaces of the same modules; nil where they are of others.
    func with(interfaces: [String: String]) -> Fingerprint? {
        guard Set(self.interfaces.keys) == Set(interfaces.keys) else { return nil }
        return Fingerprint(
            components: components.map { component in
                guard case .interface = component.name, let value = interfaces[component.name.text] else {
                    return component
                }
                return Component(component.name, value)
            })
    }
}
