import Targets

/// Turns what a manifest declares into a target's settings: conditions on platform and traits are decided, paths are
/// worked out.
struct SettingMapping {
    /// The target's folder, relative to its package's.
    var folder: String
    var traits: Set<String>
    /// SwiftPM drops warning settings of packages that others wrote.
    var isExternal: Bool

    func settings(_ declared: [DeclaredSetting]) throws(LayoutFailure) -> [Conditional<Setting>] {
        var result: [Conditional<Setting>] = []
        for setting in declared where holds(setting.condition) {
            if let mapped = try self.setting(setting) {
                result.append(Conditional(mapped, when: setting.condition.configuration))
            }
        }
        return result
    }

    func holds(_ condition: Condition) -> Bool {
        condition.holdsOnLinux && (condition.traits.map { !traits.isDisjoint(with: $0) } ?? true)
    }

    private func setting(_ setting: DeclaredSetting) throws(LayoutFailure) -> Setting? {
        switch setting.tool {
        case .swift: swiftSetting(setting.kind).map(Setting.swift)
        case .c: try clangSetting(setting.kind, .c)
        case .cxx: try clangSetting(setting.kind, .cxx)
        case .linker: linkerSetting(setting.kind)
        }
    }

    private func swiftSetting(_ kind: DeclaredSetting.Kind) -> SwiftSetting? {
        switch kind {
        case .define(let name): .define(name)
        case .interoperability(let cxx): cxx ? .cxxInteroperability(true) : nil
        case .upcomingFeature(let name): .upcomingFeature(name)
        case .experimentalFeature(let name): .experimentalFeature(name)
        case .strictMemorySafety: .strictMemorySafety
        case .unsafeFlags(let words): words.isEmpty ? nil : .unsafeFlags(words)
        case .languageMode(let mode): .languageMode(mode)
        case .allWarnings(let asError): .warning(nil, asError: asError)
        case .warning(let name, let asError): .warning(name, asError: asError)
        case .defaultIsolation(let isolation): .defaultIsolation(isolation)
        // SwiftPM has no such settings for Swift.
        case .headerSearchPath, .linkedLibrary, .linkedFramework, .enableWarning, .disableWarning: nil
        }
    }

    private func clangSetting(
        _ kind: DeclaredSetting.Kind, _ family: Setting.CompilerFamily
    ) throws(LayoutFailure) -> Setting? {
        switch kind {
        case .define(let name): return .clangDefine(family, name)
        case .headerSearchPath(let path):
            let joined = PackagePath.joined(folder, path)
            if PackagePath.leavesPackage(joined) || path.hasPrefix("/") {
                throw .problem(.headerSearchPathOutsidePackage(path))
            }
            return .clangHeaderSearchPath(family, joined)
        case .unsafeFlags(let words):
            let kept = isExternal ? words.filter { !$0.hasPrefix("-W") || $0.utf8.count <= 2 } : words
            return kept.isEmpty ? nil : .clangUnsafeFlags(family, kept)
        case .allWarnings, .warning, .enableWarning, .disableWarning: return isExternal ? nil : warning(kind, family)
        // SwiftPM has no such settings for C and C++.
        case .linkedLibrary, .linkedFramework, .interoperability, .upcomingFeature, .experimentalFeature,
            .strictMemorySafety,
            .languageMode, .defaultIsolation:
            return nil
        }
    }

    private func warning(_ kind: DeclaredSetting.Kind, _ family: Setting.CompilerFamily) -> Setting? {
        switch kind {
        case .allWarnings(let asError): .clangWarning(family, nil, asError: asError)
        case .warning(let name, true): .clangWarning(family, name, asError: true)
        // No error, and not turned on either: that has no other form.
        case .warning(let name, false): .clangUnsafeFlags(family, ["-Wno-error=\(name)"])
        case .enableWarning(let name): .clangWarning(family, name, asError: false)
        case .disableWarning(let name): .clangWarning(family, name, asError: nil)
        default: nil
        }
    }

    private func linkerSetting(_ kind: DeclaredSetting.Kind) -> Setting? {
        switch kind {
        case .linkedLibrary(let name): .linkedLibrary(name)
        case .unsafeFlags(let words): words.isEmpty ? nil : .linkerUnsafeFlags(words)
        // There are no frameworks on Linux, and the linker knows no other setting.
        default: nil
        }
    }
}

extension Condition {
    /// What is built here is for Linux; what is for other platforms alone does not exist.
    var holdsOnLinux: Bool { platforms.isEmpty || platforms.contains("linux") }
}
