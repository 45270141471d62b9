import Testing

@testable import Signatures

@Suite struct Ed25519Tests {
    /// RFC 8032, section 7.1: secret key, public key, message, signature.
    static let published: [(String, String, String, String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
        (
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ]

    @Test("published vectors", arguments: published)
    func vectors(_ vector: (secret: String, open: String, message: String, signature: String)) throws {
        let seed = try #require(SigningSeed("mono-secret-key:\(vector.secret)"))
        let signer = try Signer(seed),
            message = try #require(Hex.bytes(Array(vector.message.utf8), count: vector.message.count / 2))
        #expect(signer.verifyingKey.description == "mono-public-key:\(vector.open)")
        let signature = try signer.sign(message)
        #expect(Hex.text(signature.bytes) == vector.signature)
        let verifier = try Verifier([signer.verifyingKey])
        #expect(verifier.verifies(signature, of: message))
        #expect(!verifier.verifies(signature, of: message + [0]))
        for at in 0..<64 {
            var forged = signature
            forged.bytes[at] ^= 1
            #expect(!verifier.verifies(forged, of: message), "byte \(at)")
        }
    }

    @Test("keys rotate: whoever knows both takes the signatures of both, and of no third")
    func rotation() throws {
        let old = try Signer(.random()), new = try Signer(.random()), other = try Signer(.random())
        let verifier = try Verifier([old.verifyingKey, new.verifyingKey]), text = Array("text".utf8)
        #expect(verifier.verifies(try old.sign(text), of: text))
        #expect(verifier.verifies(try new.sign(text), of: text))
        #expect(!verifier.verifies(try other.sign(text), of: text))
        // One that says it is of a known key.
        #expect(
            !verifier.verifies(Signature(keyName: new.verifyingKey.name, bytes: try other.sign(text).bytes), of: text))
        #expect(try !Verifier([]).verifies(try old.sign(text), of: text))
    }

    @Test("texts of keys and signatures come back, and nothing else is read")
    func texts() throws {
        let signer = try Signer(.random()), seed = SigningSeed.random()
        #expect(VerifyingKey(signer.verifyingKey.description) == signer.verifyingKey)
        #expect(SigningSeed(" \(seed.secretText)\n")?.bytes == seed.bytes)
        let signature = try signer.sign([1, 2, 3])
        #expect(Signature(Array(signature.text.utf8)) == signature)
        for text in [
            "", "mono-public-key:", signer.verifyingKey.description + "0", signer.verifyingKey.description.uppercased(),
            seed.secretText,
        ] {
            #expect(VerifyingKey(text) == nil, "\(text)")
        }
        for text in [
            "", "mono-secret-key:00", "\(seed.secretText) \(seed.secretText)", signer.verifyingKey.description,
        ] {
            #expect(SigningSeed(text) == nil, "\(text)")
        }
        for text in [
            "", signature.text + "0", String(signature.text.dropLast()), signature.text.replacing(":", with: "-"),
        ] {
            #expect(Signature(Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("a machine without the library is told from one that has another")
    func libraries() {
        #expect(throws: SignatureError.self) { try CryptoLibrary(names: ["libno-such-library.so.1"]) }
        do throws(SignatureError) {
            _ = try CryptoLibrary(names: ["libno-such-library.so.1", "libm.so.6"])
            Issue.record("the C library's mathematics has no keys")
        } catch { #expect(error == .noFunction("EVP_PKEY_new_raw_private_key")) }
    }
}
