/// Names a package within one workspace: the folder of a local package relative to the workspace root (`.` for the root
/// itself), or `@` and the identity of an external one (`@swift-log`). Folders are unique where last components are
/// not.
public struct PackageID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let name: String
    public init(_ name: String) { self.name = name }
    public static func external(_ identity: String) -> PackageID { PackageID("@" + identity) }
    public var isExternal: Bool { name.utf8.first == UInt8(ascii: "@") }
    public var description: String { name }
    public static func < (a: Self, b: Self) -> Bool { a.name < b.name }
}

/// Names a target within one workspace. Target names alone need not be unique: monorepos have many `Utils`.
public struct TargetID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let package: PackageID
    public let name: String
    public init(_ package: PackageID, _ name: String) { (self.package, self.name) = (package, name) }
    public var description: String { "\(package):\(name)" }
    public static func < (a: Self, b: Self) -> Bool { (a.package, a.name) < (b.package, b.name) }
}

public struct ProductID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let package: PackageID
    public let name: String
    public init(_ package: PackageID, _ name: String) { (self.package, self.name) = (package, name) }
    public var description: String { "\(package):\(name)" }
    public static func < (a: Self, b: Self) -> Bool { (a.package, a.name) < (b.package, b.name) }
}

public enum BuildConfiguration: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case debug, release
    public var description: String { rawValue }
}

/// A value that holds in one configuration only, or in all (nil). Conditions on platform and traits are decided when
/// manifests are loaded, because they are the same for every build of a workspace on one machine.
public struct Conditional<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    public var configuration: BuildConfiguration?

    public init(_ value: Value, when configuration: BuildConfiguration? = nil) {
        (self.value, self.configuration) = (value, configuration)
    }

    public func holds(in configuration: BuildConfiguration) -> Bool {
        self.configuration == nil || self.configuration == configuration
    }
}
