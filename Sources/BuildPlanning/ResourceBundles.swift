import Targets

extension ActionPlanner {
    /// How each target with resources calls their bundle: as SwiftPM does, unless two targets of the workspace would
    /// share a name.
    static func bundleNames(in graph: TargetGraph, _ generated: [TargetID: GeneratedSources]) -> [TargetID: String] {
        let targets = graph.targets.values.filter {
            !$0.resources.isEmpty || !(generated[$0.id]?.resources ?? []).isEmpty
        }
        if targets.isEmpty { return [:] }
        func name(_ target: Target) -> String { "\(graph[target.id.package].displayName)_\(target.id.name)" }
        var owners: [String: Int] = [:]
        for target in targets { owners[name(target), default: 0] += 1 }
        return Dictionary(
            uniqueKeysWithValues: targets.map { target in
                let usual = name(target)
                let own = owners[usual] == 1 ? usual : "\(BuildLayout.slug(target.id.package))_\(target.id.name)"
                return (target.id, own.split(separator: "/").joined(separator: "_") + ".resources")
            })
    }

    /// Sources that mono writes for a Swift target: how its code finds its resources.
    func derivedSources(of target: Target) -> [Action.GeneratedFile] {
        guard target.language == .swift, let bundle = bundleNames[target.id] else { return [] }
        return [
            .init(
                path: "\(layout.folder(of: target.id))/\(ActionPlanner.accessor)",
                content: ActionPlanner.accessor(of: bundle))
        ]
    }

    static let accessor = "DerivedSources/resource_bundle_accessor.swift"

    /// Beside the program, wherever that lies: no path of the machine that compiled it is in what all machines share.
    /// (SwiftPM's looks into its build folder too.)
    private static func accessor(of bundle: String) -> String {
        let name = bundle.unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined()
        return """
            import Foundation

            extension Foundation.Bundle {
                static let module: Bundle = {
                    let path = Bundle.main.bundleURL.appendingPathComponent("\(name)").path
                    guard let bundle = Bundle(path: path) else {
                        Swift.fatalError("could not load resource bundle: from \\(path)")
                    }
                    return bundle
                }()
            }

            """
    }

    /// The bundles that code in `product` looks for.
    func bundles(beside path: String, of product: Product) -> [BuildPlan.Bundle] {
        if bundleNames.isEmpty || product.kind == .staticLibrary { return [] }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? "."
        return linkClosure(of: product).targets.compactMap { target in
            guard let name = bundleNames[target.id] else { return nil }
            let package = self.package(of: target)
            var entries = target.resources.map {
                BuildPlan.Bundle.Entry(
                    name: $0.name, content: .init($0.kind, source: BuildLayout.joined(package.folder, $0.source)))
            }
            entries += (request.generated[target.id]?.resources ?? []).map { resource in
                let made = maker(of: resource.source, for: target).map {
                    BuildPlan.Bundle.Content.output($0, layout.nameOfGenerated(resource.source))
                }
                return .init(name: resource.name, content: made ?? .file(resource.source))
            }
            if let language = package.defaultLocalization, !entries.contains(where: { $0.name == "Info.plist" }) {
                entries.append(.init(name: "Info.plist", content: .text(ActionPlanner.information(language))))
            }
            return BuildPlan.Bundle(path: "\(folder)/\(name)", entries: entries)
        }
    }

    private static func information(_ language: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>CFBundleDevelopmentRegion</key>
            <string>\(language)</string>
        </dict>
        </plist>
        """
    }
}
