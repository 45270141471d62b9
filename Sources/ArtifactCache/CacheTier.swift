import Disk

/// One of the stores of a cache as one process uses it: which scopes it reads and writes, and whose entries count.
struct TierPart: Sendable {
    let name: CacheTier
    let store: any BackingStore
    /// False where nothing in it is to be written.
    let isOpen: Bool
    /// Set for a store that is far: what is written there is sent beside the work that makes it.
    var outbox: Outbox?
    let scopes: ScopeChain
    let trust: CacheTrust

    /// The scopes that are read, in the order in which they are asked.
    var read: [ActionCache] { scopes.read.map(actions) }

    /// The scope that is written.
    var written: ActionCache { actions(of: scopes.written) }

    /// False for a store that is only read, and for a shared scope in which what this process writes would count for
    /// nobody.
    var isWritable: Bool { isOpen && (name == .local || trust.mayWrite(to: scopes.written)) }

    private func actions(of scope: CacheScope) -> ActionCache {
        ActionCache(store: store, scope: scope, verifier: trust.verifier(of: scope, in: name, writing: scopes.written))
    }
}

/// One scope of one store: what is found there is looked up by what lies there.
public struct CachePlace: Hashable, Sendable {
    public var tier: CacheTier
    public var scope: CacheScope
}

/// Who wrote a result that lies in a place.
public struct KnownOrigin: Hashable, Sendable {
    public var place: CachePlace
    /// Nil where the entry does not say.
    public var origin: EntryOrigin?
    /// Somebody took it back: it is absent for whoever looks it up.
    public var isDisowned: Bool
}
