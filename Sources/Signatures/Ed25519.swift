/// A signature and the key that it says it is of.
public struct Signature: Hashable, Sendable {
    /// `VerifyingKey.name`.
    public var keyName: String
    /// 64 bytes.
    public var bytes: [UInt8]

    /// The key's name, a colon, and 128 hexadecimal digits.
    public var text: String { "\(keyName):\(Hex.text(bytes))" }

    init(keyName: String, bytes: [UInt8]) { (self.keyName, self.bytes) = (keyName, bytes) }

    /// Reads what `text` writes; nil for anything else.
    public init?(_ text: [UInt8]) {
        guard text.count == 8 + 1 + 128, text[8] == UInt8(ascii: ":"), Hex.bytes(Array(text[..<8]), count: 4) != nil,
            let bytes = Hex.bytes(Array(text[9...]), count: 64)
        else { return nil }
        (keyName, self.bytes) = (String(decoding: text[..<8], as: UTF8.self), bytes)
    }
}

/// Signs texts (Ed25519, RFC 8032). Two signatures of one text are the same bytes. May be used from any thread.
public struct Signer: Sendable {
    public let verifyingKey: VerifyingKey
    private let key: LibraryKey

    /// Throws where the machine has no library for it.
    public init(_ seed: SigningSeed) throws(SignatureError) {
        key = try LibraryKey(seed: seed, try CryptoLibrary())
        verifyingKey = try key.verifyingKey()
    }

    public func sign(_ text: [UInt8]) throws(SignatureError) -> Signature {
        Signature(keyName: verifyingKey.name, bytes: try key.sign(text))
    }
}

/// Knows the keys whose signatures count. May be used from any thread.
public struct Verifier: Sendable {
    /// Sorted, each once.
    public let keys: [VerifyingKey]
    private let known: [(name: String, key: LibraryKey)]

    /// Throws where the machine has no library for it, and where a key is no point of the curve.
    public init(_ keys: [VerifyingKey]) throws(SignatureError) {
        self.keys = Set(keys).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let library = try CryptoLibrary()
        var known: [(name: String, key: LibraryKey)] = []
        for key in self.keys { known.append((key.name, try LibraryKey(key, library))) }
        self.known = known
    }

    /// True where one of the keys signed that text.
    public func verifies(_ signature: Signature, of text: [UInt8]) -> Bool {
        // Names are short: two keys may share one.
        known.contains { $0.name == signature.keyName && $0.key.verifies(signature.bytes, of: text) }
    }
}

/// A key inside the library.
///
/// `@unchecked Sendable`: `pointer` is set once and freed when nobody holds this any more; in between it is only handed
/// to functions that read the key, which OpenSSL's documentation (`openssl-threads`) allows from several threads at
/// once.
private final class LibraryKey: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer
    private let library: CryptoLibrary

    init(seed: SigningSeed, _ library: CryptoLibrary) throws(SignatureError) {
        guard let pointer = library.newPrivateKey(CryptoLibrary.ed25519, nil, seed.bytes, seed.bytes.count) else {
            throw .refused("private key")
        }
        (self.pointer, self.library) = (pointer, library)
    }

    init(_ key: VerifyingKey, _ library: CryptoLibrary) throws(SignatureError) {
        guard let pointer = library.newPublicKey(CryptoLibrary.ed25519, nil, key.bytes, key.bytes.count) else {
            throw .refused("public key")
        }
        (self.pointer, self.library) = (pointer, library)
    }

    deinit { library.freeKey(pointer) }

    func verifyingKey() throws(SignatureError) -> VerifyingKey {
        var bytes = [UInt8](repeating: 0, count: 32), count = bytes.count
        guard library.rawPublicKey(pointer, &bytes, &count) == 1, count == 32 else { throw .refused("public half") }
        return VerifyingKey(bytes: bytes)
    }

    func sign(_ text: [UInt8]) throws(SignatureError) -> [UInt8] {
        guard let context = library.newContext() else { throw .refused("context") }
        defer { library.freeContext(context) }
        var signature = [UInt8](repeating: 0, count: 64), count = signature.count
        guard library.startSigning(context, nil, nil, nil, pointer) == 1,
            library.sign(context, &signature, &count, text, text.count) == 1,
            count == 64
        else { throw .refused("signature") }
        return signature
    }

    func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
        guard let context = library.newContext() else { return false }
        defer { library.freeContext(context) }
        return library.startVerifying(context, nil, nil, nil, pointer) == 1
            && library.verify(context, signature, signature.count, text, text.count) == 1
    }
}
