/// Writes what `swift package dump-package` would print, for tests that need a few lines of it.
struct DumpText {
    var name: String
    var tools = "6.0.0"
    /// JSON values, one for each.
    var dependencies: [String] = []
    var products: [String] = []
    var targets: [String] = []
    var traits: [String] = []

    var text: String {
        """
        {"name": "\(name)", "toolsVersion": {"_version": "\(tools)", "experimentalFeatures": []}, "cLanguageStandard": null,
         "dependencies": [\(dependencies.joined(separator: ", "))], "products": [\(products.joined(separator: ", "))],
         "targets": [\(targets.joined(separator: ", "))], "traits": [\(traits.joined(separator: ", "))],
         "packageKind": {"root": ["/x"]}, "pkgConfig": null, "providers": null, "swiftLanguageVersions": null, "platforms": []}
        """
    }

    static func target(_ name: String, _ type: String = "regular", needs: [String] = [], more: String = "") -> String {
        """
        {"name": "\(name)", "type": "\(type)", "dependencies": [\(needs.joined(separator: ", "))], "exclude": [], "packageAccess": true,
         "resources": [], "settings": []\(more.isEmpty ? "" : ", " + more)}
        """
    }

    static func byName(_ name: String) -> String { "{\"byName\": [\"\(name)\", null]}" }
    static func product(_ name: String, _ package: String, condition: String = "null") -> String {
        "{\"product\": [\"\(name)\", \"\(package)\", null, \(condition)]}"
    }

    static func library(_ name: String, _ targets: String...) -> String {
        let names = (targets.isEmpty ? [name] : targets).map { "\"\($0)\"" }.joined(separator: ", ")
        return "{\"name\": \"\(name)\", \"settings\": [], \"targets\": [\(names)], \"type\": {\"library\": [\"automatic\"]}}"
    }

    static func path(_ folder: String, identity: String) -> String {
        "{\"fileSystem\": [{\"identity\": \"\(identity)\", \"path\": \"\(folder)\", \"productFilter\": null, \"traits\": [{\"name\": \"default\"}]}]}"
    }

    static func remote(_ identity: String, from low: String = "1.0.0", to high: String = "2.0.0") -> String {
        """
        {"sourceControl": [{"identity": "\(identity)", "location": {"remote": [{"urlString": "https://example.com/\(identity).git"}]},
         "productFilter": null, "requirement": {"range": [{"lowerBound": "\(low)", "upperBound": "\(high)"}]}, "traits": [{"name": "default"}]}]}
        """
    }
}
