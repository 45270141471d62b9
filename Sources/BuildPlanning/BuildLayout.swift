import Disk
import Targets

/// Where a build's files lie, relative to the workspace root. Every path here is a function of names that all machines share.
public struct BuildLayout: Hashable, Sendable {
    public var configuration: BuildConfiguration

    public init(configuration: BuildConfiguration) { self.configuration = configuration }

    /// mono's own folder in a workspace.
    public static let folder = ".mono"

    /// Where intermediate files lie.
    public var build: String { "\(BuildLayout.folder)/build/\(configuration)" }

    /// Where what people asked for is placed.
    public var products: String { "\(BuildLayout.folder)/\(configuration)" }

    /// The clang module cache; no key holds it.
    public var moduleCache: String { "\(build)/ModuleCache" }

    public func folder(of target: TargetID) -> String { "\(build)/\(BuildLayout.slug(target.package))/\(target.name)" }

    /// `.product` keeps a product apart from a target of the same name.
    public func folder(of product: ProductID) -> String {
        "\(build)/\(BuildLayout.slug(product.package))/\(product.name).product"
    }

    /// A package's name as one folder name; different packages have different ones.
    static func slug(_ package: PackageID) -> String {
        if package.isExternal { return package.name }
        if package.name == "." { return "root" }
        var slug = "local+"
        for character in package.name.unicodeScalars {
            switch character {
            case "/": slug += "+"
            case "+": slug += "++"
            default: slug.unicodeScalars.append(character)
            }
        }
        return slug
    }

    /// `path` as seen from `folder`, both relative to the workspace root.
    public static func relative(_ path: String, from folder: String) -> String {
        (AbsolutePath("/") / path).relative(to: AbsolutePath("/") / folder)
    }

    /// `path` below `folder`, both relative to the workspace root, as one path relative to it.
    public static func joined(_ folder: String, _ path: String) -> String {
        folder == "." ? path : folder + "/" + path
    }
}
