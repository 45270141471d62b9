/// Writes what `swift package dump-package` would print, for tests that need a few lines of it.
public struct DumpText {
    public var name: String
    public var tools = "6.0.0"
    /// JSON values, one for each.
    public var dependencies: [String] = []
    public var products: [String] = []
    public var targets: [String] = []
    public var traits: [String] = []

    public init(
        name: String, tools: String = "6.0.0", dependencies: [String] = [], products: [String] = [],
        targets: [String] = [], traits: [String] = []
    ) {
        (self.name, self.tools, self.dependencies) = (name, tools, dependencies)
        (self.products, self.targets, self.traits) = (products, targets, traits)
    }

    public var text: String {
        """
        {"name": "\(name)", "toolsVersion": {"_version": "\(tools)", "experimentalFeatures": []}, "cLanguageStandard": null,
         "dependencies": [\(dependencies.joined(separator: ", "))], "products": [\(products.joined(separator: ", "))],
         "targets": [\(targets.joined(separator: ", "))], "traits": [\(traits.joined(separator: ", "))],
         "packageKind": {"root": ["/x"]}, "pkgConfig": null, "providers": null, "swiftLanguageVersions": null, "platforms": []}
        """
    }

    public static func target(_ name: String, _ type: String = "regular", needs: [String] = [], more: String = "")
        -> String
    {
        """
        {"name": "\(name)", "type": "\(type)", "dependencies": [\(needs.joined(separator: ", "))], "exclude": [], "packageAccess": true,
         "resources": [], "settings": []\(more.isEmpty ? "" : ", " + more)}
        """
    }

    public static func byName(_ name: String) -> String { "{\"byName\": [\"\(name)\", null]}" }
    public static func product(_ name: String, _ package: String, condition: String = "null") -> String {
        "{\"product\": [\"\(name)\", \"\(package)\", null, \(condition)]}"
    }

    public static func library(_ name: String, _ targets: String...) -> String {
        let names = (targets.isEmpty ? [name] : targets).map { "\"\($0)\"" }.joined(separator: ", ")
        return
            "{\"name\": \"\(name)\", \"settings\": [], \"targets\": [\(names)], \"type\": {\"library\": [\"automatic\"]}}"
    }

    public static func path(_ folder: String, identity: String) -> String {
        "{\"fileSystem\": [{\"identity\": \"\(identity)\", \"path\": \"\(folder)\", \"productFilter\": null, \"traits\": [{\"name\": \"default\"}]}]}"
    }

    public static func remote(_ identity: String, from low: String = "1.0.0", to high: String = "2.0.0") -> String {
        """
        {"sourceControl": [{"identity": "\(identity)", "location": {"remote": [{"urlString": "https://example.com/\(identity).git"}]},
         "productFilter": null, "requirement": {"range": [{"lowerBound": "\(low)", "upperBound": "\(high)"}]}, "traits": [{"name": "default"}]}]}
        """
    }
}
