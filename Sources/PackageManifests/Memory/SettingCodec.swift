import Digests
import Targets

/// The form of settings and conditions in remembered manifests.
enum SettingCodec {
    static func write(_ writer: inout RecordWriter, _ condition: Condition) {
        writer.write(condition.platforms)
        writer.write(condition.configuration?.rawValue)
        writer.write(condition.traits) { $0.write($1) }
    }

    static func condition(_ reader: inout RecordReader) throws(MalformedRecord) -> Condition {
        let platforms = try reader.texts()
        var configuration: BuildConfiguration?
        if let name = try reader.optionalText() {
            guard let known = BuildConfiguration(rawValue: name) else { throw MalformedRecord() }
            configuration = known
        }
        let traits = try reader.optional { (reader) throws(MalformedRecord) in try reader.texts() }
        return Condition(platforms: platforms, configuration: configuration, traits: traits)
    }

    static func write(_ writer: inout RecordWriter, _ setting: DeclaredSetting) {
        writer.write(Int(setting.tool.rawValue))
        func put(_ tag: Int, _ words: String...) {
            writer.write(tag)
            for word in words { writer.write(word) }
        }
        switch setting.kind {
        case .headerSearchPath(let path): put(0, path)
        case .define(let define): put(1, define)
        case .linkedLibrary(let name): put(2, name)
        case .linkedFramework(let name): put(3, name)
        case .interoperability(let cxx): put(cxx ? 4 : 5)
        case .upcomingFeature(let name): put(6, name)
        case .experimentalFeature(let name): put(7, name)
        case .strictMemorySafety: put(8)
        case .unsafeFlags(let words):
            put(9)
            writer.write(words)
        case .languageMode(let mode): put(10, mode)
        case .allWarnings(let asError): put(asError ? 11 : 12)
        case .warning(let name, let asError): put(asError ? 13 : 14, name)
        case .enableWarning(let name): put(15, name)
        case .disableWarning(let name): put(16, name)
        case .defaultIsolation(let isolation):
            put(17)
            writer.write(isolation)
        }
        write(&writer, setting.condition)
    }

    static func setting(_ reader: inout RecordReader) throws(MalformedRecord) -> DeclaredSetting {
        let tool = try reader.choice(DeclaredSetting.Tool.self)
        let kind: DeclaredSetting.Kind
        switch try reader.number() {
        case 0: kind = .headerSearchPath(try reader.text())
        case 1: kind = .define(try reader.text())
        case 2: kind = .linkedLibrary(try reader.text())
        case 3: kind = .linkedFramework(try reader.text())
        case 4: kind = .interoperability(cxx: true)
        case 5: kind = .interoperability(cxx: false)
        case 6: kind = .upcomingFeature(try reader.text())
        case 7: kind = .experimentalFeature(try reader.text())
        case 8: kind = .strictMemorySafety
        case 9: kind = .unsafeFlags(try reader.texts())
        case 10: kind = .languageMode(try reader.text())
        case 11: kind = .allWarnings(asError: true)
        case 12: kind = .allWarnings(asError: false)
        case 13: kind = .warning(try reader.text(), asError: true)
        case 14: kind = .warning(try reader.text(), asError: false)
        case 15: kind = .enableWarning(try reader.text())
        case 16: kind = .disableWarning(try reader.text())
        case 17: kind = .defaultIsolation(try reader.optionalText())
        default: throw MalformedRecord()
        }
        return DeclaredSetting(tool: tool, kind: kind, condition: try condition(&reader))
    }
}
