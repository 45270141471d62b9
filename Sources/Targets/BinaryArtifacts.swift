/// What a prebuilt artifact brings: libraries to link with, and programs that plugins start. All paths are relative to
/// the workspace root: what was fetched lies outside of its package.
public struct BinaryArtifacts: Hashable, Sendable {
    public struct Library: Hashable, Sendable {
        /// The archive, whose name begins with `lib`.
        public var path: String
        /// For which platforms it was built.
        public var triples: [String]
        public var headerFolders: [String]
        /// Every file in these; sorted.
        public var headers: [String]
        /// Nil where Swift cannot import it.
        public var moduleMap: String?

        public init(path: String, triples: [String], headerFolders: [String], headers: [String], moduleMap: String?) {
            (self.path, self.triples, self.headerFolders, self.headers, self.moduleMap) = (
                path, triples, headerFolders, headers, moduleMap
            )
        }
    }

    public struct Program: Hashable, Sendable {
        public var name, path: String
        public var triples: [String]
        public init(name: String, path: String, triples: [String]) {
            (self.name, self.path, self.triples) = (name, path, triples)
        }
    }

    /// In the order of their names; of one, several where each is for other platforms.
    public var libraries: [Library]
    public var programs: [Program]
    /// Every file of an artifact that has programs: they may read any of them. Sorted.
    public var files: [String]

    public init(libraries: [Library] = [], programs: [Program] = [], files: [String] = []) {
        (self.libraries, self.programs, self.files) = (libraries, programs, files)
    }
}
