import Disk
import Targets
import Toolchains

/// Where a build's files lie, relative to the workspace root. Every path here is a function of names that all machines
/// share.
public struct BuildLayout: Hashable, Sendable {
    public var configuration: BuildConfiguration
    /// What is built for another platform than this machine's lies in folders of that platform's name.
    public var platform: String?

    public init(configuration: BuildConfiguration, platform: String? = nil) {
        (self.configuration, self.platform) = (configuration, platform)
    }

    /// mono's own folder in a workspace.
    public static let folder = ".mono"

    private var inPlatform: String { (platform.map { "\(BuildLayout.plain($0))/" } ?? "") + "\(configuration)" }

    /// True for what in mono's folder holds the products for another platform.
    public static func isFolderOfPlatform(_ name: String) -> Bool { SwiftSDK.isLinux(name) }

    /// Where intermediate files lie.
    public var build: String { "\(BuildLayout.intermediates)/\(inPlatform)" }

    /// Where those lie that are the same for every platform.
    private var anyBuild: String { "\(BuildLayout.intermediates)/\(configuration)" }

    private static let intermediates = "\(folder)/build"

    /// True for an intermediate file of any build: nothing but an action makes it.
    public static func isIntermediate(_ path: String) -> Bool {
        path != intermediates && PackagePath.isInside(path, intermediates)
    }

    /// Where what people asked for is placed.
    public var products: String { "\(BuildLayout.folder)/\(inPlatform)" }

    /// What mono keeps beside products.
    static let namesBesideProducts: Set<String> = ["tests", "coverage"]

    /// The folder below `products` for those of a package that cannot lie in `products` themselves.
    static func folderOfProducts(_ package: PackageID) -> String {
        let slug = slug(package)
        // No slug has this beginning.
        return namesBesideProducts.contains(slug) ? "external+" + slug : slug
    }

    /// Where the test programs of a package are placed, with all that their tests look for beside them.
    public func tests(of package: PackageID) -> String { "\(products)/tests/\(BuildLayout.slug(package))" }

    /// The clang module cache; no key holds it.
    public var moduleCache: String { "\(anyBuild)/ModuleCache" }

    /// What an editor's server keeps: its index, and a clang module cache of its own. One that was copied with a
    /// checkout would end sourcekitd.
    public static let editor = "\(folder)/editor"

    /// Where an editor's server keeps its index, and what the index is made of.
    public static let index = "\(editor)/index"
    public static let indexStore = "\(index)/store"

    /// Where a file lies that editors get in the place of an intermediate one.
    public static func editorFile(for path: String) -> String {
        "\(editor)/files/\(path.hasPrefix(intermediates + "/") ? String(path.dropFirst(intermediates.count + 1)) : path)"
    }

    /// What `mono test --enable-code-coverage` leaves.
    public var coverage: String { "\(products)/coverage" }

    /// Where a plugin's commands for a target are told to write.
    func workFolder(of plugin: TargetID, for target: TargetID) -> String {
        "\(anyBuild)/plugins/\(BuildLayout.slug(target.package))/\(BuildLayout.plain(target.name))/\(BuildLayout.plain(plugin.name))"
    }

    /// Where a plugin's answer is placed.
    func answer(of plugin: TargetID, about target: TargetID) -> String {
        "\(anyBuild)/answers/\(BuildLayout.slug(target.package))/\(BuildLayout.plain(target.name))/\(BuildLayout.plain(plugin.name)).json"
    }

    /// The other way round: `nameOfGenerated`.
    func pathOfGenerated(_ name: String) -> String { "\(anyBuild)/plugins/\(name)" }

    /// What a plugin's command makes, by a name that is the same on every machine.
    func nameOfGenerated(_ path: String) -> String {
        let folder = "\(anyBuild)/plugins/"
        return BuildLayout.plain(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
    }

    /// A target's full name as that of a file.
    public static func fileName(of target: TargetID) -> String {
        "\(slug(target.package))+\(plain(target.name))".split(separator: "/").joined(separator: "+")
    }

    public func folder(of target: TargetID) -> String {
        let name = BuildLayout.plain(target.name), ending = ".product"
        // Otherwise a dot is never written so: no product's folder is called that.
        return
            "\(build)/\(BuildLayout.slug(target.package))/\(name.hasSuffix(ending) ? name.dropLast(ending.count) + "%2eproduct" : name)"
    }

    /// `.product` keeps a product apart from a target of the same name.
    public func folder(of product: ProductID) -> String {
        "\(build)/\(BuildLayout.slug(product.package))/\(BuildLayout.plain(product.name)).product"
    }

    /// A package's name as one folder name; different packages have different ones.
    static func slug(_ package: PackageID) -> String {
        if package.isExternal { return plain(package.name) }
        return package.name == "."
            ? "root" : "local+" + plain(package.name).split(separator: "/").joined(separator: "+")
    }

    /// A path without characters that some tool does not escape where it must: the gold linker writes blanks in names
    /// into its dependency file as they are. What is left as it is covers nearly all names; `%` stands for itself
    /// nowhere.
    static func plain(_ path: String) -> String {
        if path.utf8.allSatisfy(isPlain) { return path }
        var result = ""
        for byte in path.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16)
                result += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return result
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// `path` as seen from `folder`, both relative to the workspace root.
    public static func relative(_ path: String, from folder: String) -> String {
        let path = AbsolutePath("/") / path
        // Asked for every object of every link.
        if folder == "." {
            return path.string == "/"
                ? "." : String(path.string[path.string.utf8.index(after: path.string.startIndex)...])
        }
        return path.relative(to: AbsolutePath("/") / folder)
    }

    /// `path` below `folder`, both relative to the workspace root, as one path relative to it.
    public static func joined(_ folder: String, _ path: String) -> String {
        folder == "." ? path : folder + "/" + path
    }
}
