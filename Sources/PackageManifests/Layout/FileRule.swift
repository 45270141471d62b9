import Targets

/// What SwiftPM makes of a file by its extension alone.
enum FileRule: Hashable, Sendable {
    case compile, header, moduleMap, apiNotes
    case resource
    /// Known, and of no account to a build on Linux.
    case ignored

    static func rule(forExtension name: String, tools: ToolsVersion, compiles: Bool = true) -> FileRule? {
        switch name {
        case "swift": return compiles ? .compile : nil
        case "c", "m", "mm", "cc", "cpp", "cxx": return compiles ? .compile : nil
        case "s", "S": return compiles && tools >= ToolsVersion(5, 0) ? .compile : nil
        case "modulemap": return .moduleMap
        case "apinotes": return .apiNotes
        case "h", "hh", "hpp", "h++", "hp", "hxx", "H", "ipp", "def": return .header
        default: break
        }
        // Before 5.5 SwiftPM itself took these for resources; later only Xcode's build system does.
        if tools <= ToolsVersion(5, 4) {
            switch name {
            case "nib", "xib", "storyboard", "xcassets", "xcdatamodeld", "xcdatamodel", "xcmappingmodel", "metal":
                return tools >= ToolsVersion(5, 3) ? .resource : nil
            default: return nil
            }
        }
        switch name {
        case "docc": return .ignored
        case "xcprivacy": return tools >= ToolsVersion(6, 0) ? .ignored : nil
        default: return nil
        }
    }

    static func isHeader(_ name: String) -> Bool { rule(forExtension: name, tools: ToolsVersion(6, 0)) == .header }
    static func isSwift(_ name: String) -> Bool { name == "swift" }

    static func isClang(_ name: String) -> Bool {
        switch name {
        case "c", "m", "mm", "cc", "cpp", "cxx", "s", "S": true
        default: false
        }
    }

    /// Folders with these extensions are never looked into.
    static func isSkippedFolder(_ name: String, tools: ToolsVersion) -> Bool {
        switch name {
        case "xcodeproj", "playground", "xcworkspace": true
        case "lproj": tools < ToolsVersion(5, 3)
        default: false
        }
    }

    /// Folders with these extensions count as one file, unless the manifest names them as sources.
    static func isOpaqueFolder(_ name: String, tools: ToolsVersion) -> Bool {
        if name == "lproj" || tools < ToolsVersion(5, 3) { return false }
        // Until 5.6 any extension made a folder opaque.
        if tools < ToolsVersion(5, 6) { return true }
        switch name {
        case "nib", "xib", "storyboard", "xcassets", "xcstrings", "xcdatamodeld", "xcdatamodel", "xcmappingmodel",
            "metal", "xcprivacy", "docc":
            return true
        default: return false
        }
    }
}
