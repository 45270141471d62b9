import Testing

@testable import PackageResolution

@Suite struct VersionTests {
    @Test("versions are ordered as semver says")
    func order() throws {
        let ascending = [
            "0.0.1", "0.1.0-alpha", "0.1.0-alpha.1", "0.1.0-alpha.beta", "0.1.0-beta", "0.1.0-beta.2", "0.1.0-beta.11",
            "0.1.0-rc.1", "0.1.0",
            "1.2.3", "1.2.10", "1.10.0", "2.0.0",
        ]
        let versions = try ascending.map { try #require(Version($0)) }
        #expect(versions.shuffled().sorted().map(\.description) == ascending)
    }

    @Test("build metadata is kept and does not count")
    func build() throws {
        let version = try #require(Version("1.2.3-rc.1+build.5"))
        #expect(version.description == "1.2.3-rc.1+build.5")
        #expect(version == Version("1.2.3-rc.1+other"))
    }

    @Test(
        "what is no version is none",
        arguments: [
            "", "1", "1.2", "1.2.3.4", "1.2.x", "v1.2.3", "1.2.-3", "1.2.3-", "1.2.3-a..b", "1.2.3+", "1.2.3-é",
        ])
    func malformed(text: String) { #expect(Version(text) == nil) }

    private static func range(_ low: String, _ high: String) -> Requirement { .range(Version(low)!, Version(high)!) }

    @Test("two requirements meet in what satisfies both")
    func intersection() {
        let range = VersionTests.range
        #expect(range("1.1.0", "2.0.0").intersection(range("1.4.0", "3.0.0")) == range("1.4.0", "2.0.0"))
        #expect(range("1.0.0", "2.0.0").intersection(range("2.0.0", "3.0.0")) == nil)
        #expect(range("1.0.0", "2.0.0").intersection(.exact(Version(1, 5, 0))) == .exact(Version(1, 5, 0)))
        #expect(Requirement.exact(Version(2, 0, 0)).intersection(range("1.0.0", "2.0.0")) == nil)
        #expect(Requirement.exact(Version(1, 0, 0)).intersection(.exact(Version(1, 0, 0))) == .exact(Version(1, 0, 0)))
        #expect(Requirement.exact(Version(1, 0, 0)).intersection(.exact(Version(1, 0, 1))) == nil)
    }

    @Test("a branch or revision wins over versions, and excludes another one")
    func branches() {
        let range = VersionTests.range("1.0.0", "2.0.0")
        #expect(range.intersection(.branch("main")) == .branch("main"))
        #expect(Requirement.revision("abc").intersection(range) == .revision("abc"))
        #expect(Requirement.branch("main").intersection(.branch("dev")) == nil)
        #expect(Requirement.branch("main").intersection(.revision("abc")) == nil)
        #expect(Requirement.revision("abc").intersection(.revision("abc")) == .revision("abc"))
    }
}
