import Targets
import Wiring

/// Makes what a module provides to wiring of the symbol graph that the compiler writes beside the module.
struct ProvisionListing: FileExtraction {
    var moduleName: String
    /// The module with the marker protocols.
    var markers: String
    /// Types and protocols without a marker count, too.
    var wantsAll = false

    static func output(of target: Target) -> String { "\(target.moduleName).provides" }

    var components: [Fingerprint.Component] {
        [.init(.own("provisions"), "\(Provisions.format) \(moduleName) \(markers)\(wantsAll ? " all" : "")")]
    }

    func content(of written: [UInt8]) -> [UInt8]? {
        (try? Provisions(symbolGraph: written, module: moduleName, markers: markers, all: wantsAll)).map {
            Array($0.text.utf8)
        }
    }
}

extension ActionPlanner {
    /// How a module's symbol graph becomes what it provides; nil where it takes no part in wiring.
    func provisions(of target: Target) -> Action.Extract? {
        guard let wiring, wiring.providing.contains(target.id) else { return nil }
        return Action.Extract(
            ProvisionListing(
                moduleName: target.moduleName, markers: wiring.settings.module,
                wantsAll: wiring.settings.router != nil),
            of: "\(symbolFolder(of: target))/\(target.moduleName).symbols.json",
            output: ProvisionListing.output(of: target))
    }

    func symbolFolder(of target: Target) -> String { "\(layout.folder(of: target.id))/symbols" }
}

// MARK: What programs are wired from

extension ActionPlanner {
    /// The modules that may provide something to a program, by their names.
    func members(of program: Target, in plan: WiringPlan) -> [Target] {
        imports(of: program).filter { plan.providing.contains($0.id) }.sorted { $0.moduleName < $1.moduleName }
    }

    /// What modules say that they provide: one output for each.
    func provisions(of members: [Target]) -> [Action.OutputReference] {
        members.compactMap { member in
            moduleAction(of: member).map { .init(action: $0, output: ProvisionListing.output(of: member)) }
        }
    }

    /// The target's sources that are there before a build, relative to the root.
    func sourcesToRead(of target: Target) -> [String] {
        let folder = package(of: target).folder
        return target.sources.map { BuildLayout.joined(folder, $0) } + generatedSources(of: target).found
    }
}

/// Small texts that actions made, read.
struct ReadParts<Value> {
    private(set) var values: [Value] = []
    /// Outputs that are not there, or hold something else.
    private(set) var unreadable: [String] = []

    init(
        _ outputs: some Sequence<Action.OutputReference>, _ contents: some Sequence<[UInt8]?>,
        _ read: (String, Action.OutputReference) -> Value?
    ) {
        for (output, content) in zip(outputs, contents) {
            if let content, let value = read(String(decoding: content, as: UTF8.self), output) {
                values.append(value)
            } else {
                unreadable.append(output.output)
            }
        }
    }
}

extension ReadParts<Provisions> {
    init(_ outputs: some Sequence<Action.OutputReference>, _ contents: some Sequence<[UInt8]?>) {
        self.init(outputs, contents) { text, _ in Provisions(text: text) }
    }
}
