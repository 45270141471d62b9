/// A semantic version (semver.org 2.0).
public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var major, minor, patch: Int
    public var prerelease: [String]
    /// Not looked at when versions are compared.
    public var build: [String]

    public init(_ major: Int, _ minor: Int, _ patch: Int, prerelease: [String] = [], build: [String] = []) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
        (self.prerelease, self.build) = (prerelease, build)
    }

    /// Reads the form that `description` writes; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        func identifiers(after mark: Character, _ rest: inout Substring) -> [String]? {
            guard let at = rest.firstIndex(of: mark) else { return [] }
            let found = rest[rest.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false).map(
                String.init)
            rest = rest[..<at]
            let fine = found.allSatisfy { word in
                !word.isEmpty && word.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Version.isLetterOrDigit($0) }
            }
            return fine ? found : nil
        }
        guard let build = identifiers(after: "+", &rest), let prerelease = identifiers(after: "-", &rest) else {
            return nil
        }
        let numbers = rest.split(separator: ".", omittingEmptySubsequences: false).map { part -> Int? in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            return nil
        }
        self.init(major, minor, patch, prerelease: prerelease, build: build)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    public var description: String {
        var text = "\(major).\(minor).\(patch)"
        if !prerelease.isEmpty { text += "-" + prerelease.joined(separator: ".") }
        if !build.isEmpty { text += "+" + build.joined(separator: ".") }
        return text
    }

    public static func == (a: Self, b: Self) -> Bool { !(a < b) && !(b < a) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(major)
        hasher.combine(minor)
        hasher.combine(patch)
        hasher.combine(prerelease)
    }

    public static func < (a: Self, b: Self) -> Bool {
        let mine = (a.major, a.minor, a.patch), its = (b.major, b.minor, b.patch)
        if mine != its { return mine < its }
        // A prerelease comes before its release.
        if a.prerelease.isEmpty || b.prerelease.isEmpty { return !a.prerelease.isEmpty && b.prerelease.isEmpty }
        for (x, y) in zip(a.prerelease, b.prerelease) where x != y {
            switch (Int(x), Int(y)) {
            case (let x?, let y?) where x != y: return x < y
            case (.some, nil): return true
            case (nil, .some): return false
            default: return x.utf8.lexicographicallyPrecedes(y.utf8)
            }
        }
        return a.prerelease.count < b.prerelease.count
    }
}
