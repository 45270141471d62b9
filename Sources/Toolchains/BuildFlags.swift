/// What a person asked of every compile and link of a build, beside the manifests.
public struct BuildFlags: Hashable, Sendable {
    public enum Sanitizer: String, Hashable, Sendable, CaseIterable {
        case address, thread, undefined, scudo, fuzzer
    }

    /// For every Swift compile and every link (`-Xswiftc`).
    public var swift: [String]
    /// For every clang compile, and for clang inside Swift compiles (`-Xcc`).
    public var clang: [String]
    /// For every C++ compile (`-Xcxx`).
    public var cxx: [String]
    /// For every link (`-Xlinker`).
    public var linker: [String]
    public var staticStandardLibrary: Bool
    public var sanitizers: [Sanitizer]
    /// Programs count which of their code runs.
    public var measuresCoverage: Bool
    /// Tests see what is internal in optimised modules (`@testable`); in a debug build they always do.
    public var isTestable: Bool

    public init(
        swift: [String] = [], clang: [String] = [], cxx: [String] = [], linker: [String] = [],
        staticStandardLibrary: Bool = false, sanitizers: [Sanitizer] = [], measuresCoverage: Bool = false,
        isTestable: Bool = false
    ) {
        (self.swift, self.clang, self.cxx, self.linker) = (swift, clang, cxx, linker)
        (self.staticStandardLibrary, self.sanitizers) = (staticStandardLibrary, sanitizers)
        (self.measuresCoverage, self.isTestable) = (measuresCoverage, isTestable)
    }
}
