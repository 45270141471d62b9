import Foundation
import InterfaceDigests

/// mono's own digest.
struct ABIDigestColumn: DigestColumn {
    let steps: Steps

    /// nil as long as there is none.
    static func make(steps: Steps) throws -> ABIDigestColumn? { nil }

    func digest(of index: Int, _ modules: [Module], _ world: World) throws -> ModuleDigest {
        throw CorpusError("not yet")
    }
}
