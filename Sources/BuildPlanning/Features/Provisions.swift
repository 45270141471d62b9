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
