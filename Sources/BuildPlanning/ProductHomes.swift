import Targets

/// Where the products of a graph and what lies beside them may lie, whatever of it is asked for. What a build placed
/// elsewhere was placed for another graph. Paths are relative to the workspace root.
public struct ProductHomes: Hashable, Sendable {
    /// The folder of all of them.
    public let folder: String
    private let products: Set<String>
    /// Those in which products lie.
    private let folders: Set<String>
    private let testFolders: Set<String>
    /// What may lie beside test programs.
    private let names: Set<String>
    private let bundles: Set<String>

    init(folder: String, products: Set<String>, testFolders: Set<String>, names: Set<String>, bundles: Set<String>) {
        (self.folder, self.products, self.testFolders) = (folder, products, testFolders)
        (self.names, self.bundles) = (names, bundles)
        folders = Set(products.map { ProductHomes.split($0).folder })
    }

    /// False for a place where no build of the graph puts anything.
    public func mayHold(_ path: String) -> Bool {
        let (folder, name) = ProductHomes.split(path)
        if testFolders.contains(folder) { return names.contains(name) || bundles.contains(name) }
        return products.contains(path) || folders.contains(folder) && bundles.contains(name)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
