/// A package as far as building its targets needs it.
public struct Package: Hashable, Sendable {
    public var id: PackageID
    /// The name that the manifest gives.
    public var displayName: String
    /// SwiftPM's identity: the last component of folder or URL, lower case, without `.git`.
    public var identity: String
    /// Relative to the workspace root; `.` for the root itself.
    public var folder: String
    /// The manifest that was read, relative to the workspace root: `Package.swift` or a `Package@swift-X.swift`.
    public var manifest: String
    /// For example 5.9 is (5, 9).
    public var toolsVersion: ToolsVersion
    /// The version of an external package, for `-user-module-version`; nil for local ones and for branches.
    public var version: String?
    /// Traits enabled by default, by dependents, or on the command line; sorted.
    public var traits: [String]
    /// Language standards that the manifest sets for the whole package, such as `c11` and `c++17`.
    public var cLanguageStandard, cxxLanguageStandard: String?
    /// The Swift language modes that the manifest declares (`swiftLanguageModes`), in its order; empty where it does
    /// not.
    public var swiftLanguageModes: [String]
    /// The language that resource bundles are said to be in by themselves.
    public var defaultLocalization: String?

    public init(
        id: PackageID, displayName: String, identity: String, folder: String, manifest: String = "Package.swift",
        toolsVersion: ToolsVersion, version: String? = nil, traits: [String] = [], cLanguageStandard: String? = nil,
        cxxLanguageStandard: String? = nil, swiftLanguageModes: [String] = [], defaultLocalization: String? = nil
    ) {
        (self.id, self.displayName, self.identity, self.folder) = (id, displayName, identity, folder)
        (self.manifest, self.toolsVersion, self.version, self.traits) = (manifest, toolsVersion, version, traits)
        (self.cLanguageStandard, self.cxxLanguageStandard) = (cLanguageStandard, cxxLanguageStandard)
        (self.swiftLanguageModes, self.defaultLocalization) = (swiftLanguageModes, defaultLocalization)
    }

    public var isExternal: Bool { id.isExternal }
}

public struct ToolsVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var major, minor: Int
    public init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }
    public var description: String { "\(major).\(minor)" }
    public static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}
