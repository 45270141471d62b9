/// What of a source can count outside of it, as texts that are compared: what the other files of its module are
/// compiled against, and what the module's file holds.
///
/// Left out is what the compiler keeps with the file alone (`SurfaceReader` says which bodies). Where a text is the
/// same, so is what it stands for; where it differs, nothing is known.
public struct SourceSurface: Hashable, Sendable {
    /// What other files of the module can see, but for what stands in `functions` and `storage`.
    public var inside: [UInt8] = []
    /// What the module's file is made of.
    public var module: [UInt8] = []
    /// Functions, and properties without storage, that another file must look up by name to see anything of them.
    /// Name -> their heads. Nothing else in this file names them, but for bodies that nobody sees.
    public var functions: [String: [UInt8]] = [:]
    /// Those of them that a file may look up without having the name in its text: as witnesses of requirements.
    public var lookedUp: Set<String> = []
    /// Those of them that other files may name.
    public var namable: Set<String> = []
    /// Of tests among them that are members: the types that they belong to. Who names such a type may see them without
    /// naming them.
    public var owners: [String: Set<String>] = [:]
    /// Where the stored properties of each struct stand: who initialises the struct in an extension has the lines in
    /// its debug information. Name -> places.
    public var storage: [String: [UInt8]] = [:]
    /// What extensions that declare initialisers extend, by the last name.
    public var initialised: Set<String> = []
    /// Names that may stand for other types than others of that name -> the words of what they stand for, as far as a
    /// declaration or an import says it.
    public var aliases: [String: Set<String>] = [:]
    /// Those that may stand for a type that none of these words is: a member that something else declares.
    public var openAliases: Set<String> = []
    /// True where macros may write names that do not stand in the text.
    public var mayExpandMacros = false
    /// True where names are taken for macros of swift-testing: another macro of such a name may do anything.
    public var usesTestMacros = false

    /// True where something has a type that its body says: who uses it is compiled in another way where the compiler
    /// has both sources at hand.
    public var hasOpaqueTypes = false

    init() {}

    /// Nil where the text is not understood.
    public init?(_ source: [UInt8]) {
        guard var reader = SurfaceReader(source), let found = reader.read() else { return nil }
        self = found
    }
}
