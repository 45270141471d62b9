import Glibc

/// Why nothing can be signed or verified on this machine.
public enum SignatureError: Error, Hashable, Sendable {
    /// None of the names under which systems have OpenSSL's library could be opened; what the system said of the last
    /// one.
    case noLibrary(String)
    /// The library is there and lacks this function.
    case noFunction(String)
    /// The library refused what no library should refuse: the name of the call.
    case refused(String)
}

/// OpenSSL's `libcrypto`, version 1.1.1 or later, opened when it is first needed. Cryptography is nothing to write
/// oneself, and a package would be a dependency of everybody: the library is on every machine that has curl or ssh.
///
/// May be used from any thread. The library stays open as long as the process lives.
struct CryptoLibrary: Sendable {
    typealias NewKey =
        @convention(c) @Sendable (Int32, UnsafeRawPointer?, UnsafePointer<UInt8>?, Int) -> UnsafeMutableRawPointer?
    typealias RawPublicKey =
        @convention(c) @Sendable (UnsafeRawPointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?) -> Int32
    typealias FreeKey = @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
    typealias NewContext = @convention(c) @Sendable () -> UnsafeMutableRawPointer?
    typealias Start =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?,
            UnsafeMutableRawPointer?
        ) -> Int32
    typealias Sign =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?,
            Int
        ) -> Int32
    typealias Verify =
        @convention(c) @Sendable (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int) ->
        Int32

    let newPrivateKey, newPublicKey: NewKey
    let rawPublicKey: RawPublicKey
    let freeKey: FreeKey
    let newContext: NewContext
    let freeContext: FreeKey
    let startSigning, startVerifying: Start
    let sign: Sign
    let verify: Verify

    /// OpenSSL's number for Ed25519 (`NID_ED25519`), the same in all versions that have it.
    static let ed25519: Int32 = 1087
    static let names = ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"]

    /// Opens the first of `names` that the system has.
    init(names: [String] = CryptoLibrary.names) throws(SignatureError) {
        var opened: UnsafeMutableRawPointer?, complaint = ""
        for name in names where opened == nil {
            opened = dlopen(name, RTLD_NOW | RTLD_LOCAL)
            if opened == nil { complaint = dlerror().map { String(cString: $0) } ?? name }
        }
        guard let library = opened else { throw .noLibrary(complaint) }
        func function<Function>(_ name: String, as type: Function.Type) throws(SignatureError) -> Function {
            guard let found = dlsym(library, name) else { throw .noFunction(name) }
            // The types above are those of OpenSSL's headers.
            return unsafeBitCast(found, to: type)
        }
        newPrivateKey = try function("EVP_PKEY_new_raw_private_key", as: NewKey.self)
        newPublicKey = try function("EVP_PKEY_new_raw_public_key", as: NewKey.self)
        rawPublicKey = try function("EVP_PKEY_get_raw_public_key", as: RawPublicKey.self)
        freeKey = try function("EVP_PKEY_free", as: FreeKey.self)
        newContext = try function("EVP_MD_CTX_new", as: NewContext.self)
        freeContext = try function("EVP_MD_CTX_free", as: FreeKey.self)
        startSigning = try function("EVP_DigestSignInit", as: Start.self)
        startVerifying = try function("EVP_DigestVerifyInit", as: Start.self)
        sign = try function("EVP_DigestSign", as: Sign.self)
        verify = try function("EVP_DigestVerify", as: Verify.self)
    }
}
