import Digests
import Disk
import Signatures
import Testing

@testable import ArtifactCache

/// Readers that know keys take nothing else than what these signed.
@Suite struct SignedEntryTests {
    private let world = CacheWorld.inMemory()
    private let signer: Signer, stranger: Signer
    private let pull = CacheScope("pr-1")!

    init() throws { (signer, stranger) = (try Signer(.random()), try Signer(.random())) }

    private func cache(
        _ machine: String, signer: Signer? = nil, keys: [VerifyingKey]? = nil, scopes: ScopeChain = .main,
        mode: SharedTier.Mode = .readWrite
    ) throws -> TieredCache {
        TieredCache(
            local: world.root / machine, shared: SharedTier(folder: world.shared, mode: mode), files: world.files,
            scopes: scopes,
            trust: signer == nil && keys == nil ? .everybody : try CacheTrust(signer: signer, keys: keys ?? []),
            writer: CacheWriter(host: "build 7", version: "1.0") { "abc123" })
    }

    private func reason(_ found: Result<(ActionResult, CacheTier), CacheMiss>) -> String? {
        if case .failure(.malformed(_, let reason)) = found { reason } else { nil }
    }

    @Test func whatIsSignedCountsForWhoKnowsTheKeyAndForWhoAsksForNone() throws {
        let (key, result) = try world.publish("x", by: try cache("ci", signer: signer))
        #expect(try cache("reader", keys: [signer.verifyingKey]).result(for: key).get() == (result, .shared))
        #expect(try cache("careless").result(for: key).get() == (result, .shared))
        #expect(
            reason(try cache("other", keys: [stranger.verifyingKey]).result(for: key))
                == "its signature is of no key that counts")
        // Two keys to read, one to write.
        #expect(
            try cache("rotating", keys: [stranger.verifyingKey, signer.verifyingKey]).result(for: key).get() == (
                result, .shared
            ))
        #expect(
            try cache("next", signer: stranger, keys: [signer.verifyingKey]).result(for: key).get() == (result, .shared)
        )
    }

    @Test func whatIsNotSignedOrByAnotherCountsForNobodyWhoAsks() throws {
        let (key, _) = try world.publish("x", by: try cache("careless"))
        #expect(reason(try cache("reader", keys: [signer.verifyingKey]).result(for: key)) == "it is not signed")
        let (second, _) = try world.publish("y", by: try cache("hostile", signer: stranger))
        #expect(reason(try cache("reader", keys: [signer.verifyingKey]).result(for: second)) != nil)
        // The trusted job puts its own in the place of these.
        let ci = try cache("ci", signer: signer)
        let (_, result) = try world.publish("x", by: ci)
        #expect(try cache("third", keys: [signer.verifyingKey]).result(for: key).get() == (result, .shared))
    }

    @Test("a signature covers the whole text and the key", arguments: 0..<4)
    func forgeries(_ kind: Int) throws {
        let (key, _) = try world.publish("x", by: try cache("ci", signer: signer))
        let (other, _) = try world.publish("y", by: try cache("ci", signer: signer))
        let path = world.path(.actions, key, in: .shared), text = try #require(world.text(path))
        var forged = text
        switch kind {
        // Another output.
        case 0:
            forged = text.replacing("\(ContentDigest(of: "object of x"))", with: "\(ContentDigest(of: "object of y"))")
        // Another origin.
        case 1: forged = text.replacing("build_7", with: "build_8")
        // The entry of another key, and its signature.
        case 2:
            forged = try #require(world.text(world.path(.actions, other, in: .shared))).replacing(
                "key \(other)", with: "key \(key)")
        // The checksum alone.
        default:
            forged = text.replacing(
                try #require(text.split(separator: "\n").first { $0.hasPrefix("signature") }) + "\n", with: "")
        }
        #expect(forged != text)
        let lines = forged.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
        let body = lines.joined(separator: "\n") + "\n"
        try world.write("\(body)check \(ContentDigest(of: body).hex)\n", to: path)
        #expect(try cache("careless").result(for: key).get().1 == .shared)
        #expect(reason(try cache("reader", keys: [signer.verifyingKey]).result(for: key)) != nil)
    }

    @Test func namesOfInputsAreSignedToo() throws {
        let key = ContentDigest(of: "key")
        try cache("hostile").publishInputNames(["/planted"], for: key, reach: .everywhere)
        let reader = try cache("reader", keys: [signer.verifyingKey])
        #expect((try? reader.inputNames(for: key).get()) == nil)
        #expect(try cache("ci", signer: signer).publishInputNames(["/a"], for: key, reach: .everywhere) == ["/a"])
        #expect(try reader.inputNames(for: key).get() == ["/a"])
    }

    /// Another job on the same machine wrote to the local cache.
    @Test func whoSignsBelievesItsOwnLocalCacheNoMore() throws {
        let (key, _) = try world.publish(
            "x", by: TieredCache(local: world.root / "runner", shared: nil, files: world.files))
        #expect(reason(try cache("runner", signer: signer).result(for: key)) == "it is not signed")
        // Who only reads signed results must take what it made itself.
        let reader = try cache("developer", keys: [signer.verifyingKey], mode: .readOnly)
        let (own, made) = try world.publish("y", by: reader)
        #expect(
            try cache("developer", keys: [signer.verifyingKey], mode: .readOnly).result(for: own).get() == (
                made, .local
            ))
    }

    @Test func whoCannotSignWritesToNoMain() throws {
        let reader = try cache("developer", keys: [signer.verifyingKey])
        let (key, result) = try world.publish("x", by: reader)
        #expect(world.snapshot(world.shared).isEmpty)
        #expect(try reader.result(for: key).get() == (result, .local))
    }

    /// A pull request's job reads main's signed results and its own.
    @Test func aScopeOfOnesOwnNeedsNoSignature() throws {
        let (common, signed) = try world.publish("common", by: try cache("ci", signer: signer))
        let request = ScopeChain(writing: pull),
            key = try world.publish("x", by: try cache("first", keys: [signer.verifyingKey], scopes: request)).0
        let second = try cache("second", keys: [signer.verifyingKey], scopes: request)
        #expect(try second.result(for: key).get().1 == .shared)
        #expect(try second.result(for: common).get() == (signed, .shared))
        #expect(try cache("ci", signer: signer).result(for: key).isAbsent)
        // What the request plants in main's place counts for neither.
        let (planted, _) = try world.publish("planted", by: try cache("hostile"))
        #expect(
            reason(try cache("third", keys: [signer.verifyingKey], scopes: request).result(for: planted))
                == "it is not signed")
    }

    @Test func entriesSayWhoWroteThem() throws {
        let (key, result) = try world.publish(
            "x", by: try cache("ci", signer: signer, scopes: ScopeChain(writing: pull)))
        let found = try cache(
            "reader", keys: [signer.verifyingKey],
            scopes: #require(ScopeChain(writing: CacheScope("pr-2")!, reading: [pull]))
        ).origins(of: key)
        #expect(found.map(\.place) == [CachePlace(tier: .shared, scope: pull)])
        let origin = try #require(found.first?.origin)
        #expect(
            origin.host == "build_7" && origin.commit == "abc123" && origin.version == "1.0" && origin.scope == pull)
        #expect(origin.time == world.files.now / 1_000_000_000)
        // In no key, and in nothing that decides.
        #expect(try cache("careless", scopes: ScopeChain(writing: pull)).result(for: key).get().0 == result)
    }

    @Test(
        "origins come back, whatever names hosts have",
        arguments: ["", "a", "two words", "ünï\u{1b}[31m", String(repeating: "x", count: 1000)])
    func origins(_ host: String) throws {
        let origin = EntryOrigin(time: 5, scope: .main, host: host, commit: "-", version: host)
        let key = ContentDigest(of: "k"),
            text = try ActionResultFormat.encode(ActionResult(outputs: []), key: key, origin: origin)
        let back = try #require(try ActionResultFormat.decode(text, key: key).origin)
        #expect(back.time == 5 && back.text == origin.text && back.host.utf8.allSatisfy { (0x21...0x7e).contains($0) })
    }

    @Test(
        "lines that no writer writes are malformed",
        arguments: [
            "origin 5 main h c", "origin 5 MAIN h c v", "origin x main h c v", "origin 5 main h c v w",
            "origin 05 main h c v", "signature", "signature x",
        ])
    func malformed(_ line: String) throws {
        let key = ContentDigest(of: "k"),
            text = String(decoding: try ActionResultFormat.encode(ActionResult(outputs: []), key: key), as: UTF8.self)
        let body = text.split(separator: "\n").dropLast().joined(separator: "\n") + "\n\(line)\n"
        #expect(throws: Malformation.self) {
            try ActionResultFormat.decode(Array("\(body)check \(ContentDigest(of: body).hex)\n".utf8), key: key)
        }
    }
}
