import JSON
import Targets

/// Reads the settings and conditions of a dumped manifest.
enum SettingDump {
    static func setting(_ value: JSONValue) throws(ManifestDumpError) -> DeclaredSetting {
        let path = "targets.settings"
        let toolName = try string(value["tool"], path + ".tool")
        let tool: DeclaredSetting.Tool
        switch toolName {
        case "c": tool = .c
        case "cxx": tool = .cxx
        case "swift": tool = .swift
        case "linker": tool = .linker
        default: throw .unknown(path + ".tool", toolName)
        }
        let (kind, payload) = try choice(value["kind"], path + ".kind")
        // Swift's synthesised encoding: the associated values by position.
        func word(_ index: Int) throws(ManifestDumpError) -> String {
            try string(payload.first?["_\(index)"], "\(path).\(kind)")
        }
        func isError(_ index: Int) throws(ManifestDumpError) -> Bool {
            switch try word(index) {
            case "error": return true
            case "warning": return false
            case let other: throw .unknown("\(path).\(kind)", other)
            }
        }
        let declared: DeclaredSetting.Kind
        switch kind {
        case "headerSearchPath": declared = .headerSearchPath(try word(0))
        case "define": declared = .define(try word(0))
        case "linkedLibrary": declared = .linkedLibrary(try word(0))
        case "linkedFramework": declared = .linkedFramework(try word(0))
        case "interoperabilityMode":
            switch try word(0) {
            case "Cxx": declared = .interoperability(cxx: true)
            case "C": declared = .interoperability(cxx: false)
            case let other: throw .unknown("\(path).\(kind)", other)
            }
        case "enableUpcomingFeature": declared = .upcomingFeature(try word(0))
        case "enableExperimentalFeature": declared = .experimentalFeature(try word(0))
        case "strictMemorySafety": declared = .strictMemorySafety
        case "unsafeFlags": declared = .unsafeFlags(try strings(payload.first?["_0"], "\(path).\(kind)"))
        case "swiftLanguageMode": declared = .languageMode(try word(0))
        case "treatAllWarnings": declared = .allWarnings(asError: try isError(0))
        case "treatWarning": declared = .warning(try word(0), asError: try isError(1))
        case "enableWarning": declared = .enableWarning(try word(0))
        case "disableWarning": declared = .disableWarning(try word(0))
        case "defaultIsolation":
            switch try word(0) {
            case "MainActor": declared = .defaultIsolation("MainActor")
            case "nonisolated": declared = .defaultIsolation(nil)
            case let other: throw .unknown("\(path).\(kind)", other)
            }
        default: throw .unknown(path + ".kind", kind)
        }
        return DeclaredSetting(tool: tool, kind: declared, condition: try condition(value["condition"]))
    }

    static func condition(_ value: JSONValue?) throws(ManifestDumpError) -> Condition {
        guard let value, !value.isNull else { return .always }
        var condition = Condition.always
        condition.platforms = try strings(value["platformNames"], "condition.platformNames")
        // A name that is no configuration is no condition, as in SwiftPM.
        condition.configuration = value["config"]?.string.flatMap(BuildConfiguration.init(rawValue:))
        if let traits = value["traits"] { condition.traits = try strings(traits, "condition.traits").sorted() }
        return condition
    }
}
