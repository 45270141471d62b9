/// Where a new feature finds the marker protocols of wiring, or those of routes, in a workspace that has them.
public struct FeatureWiring: Hashable, Sendable {
    /// The module with the protocols.
    public let module: String
    /// The product that holds it.
    public let product: String
    /// The name by which manifests know the package: that of its folder.
    public let package: String
    /// The package's folder, relative to that of the feature's package.
    public let folder: String

    public init(module: String, product: String, package: String, folder: String) {
        (self.module, self.product, self.package, self.folder) = (module, product, package, folder)
    }

    /// As a dependency of a target. SwiftPM takes the name alone where product and package share it.
    var dependency: String {
        product == package ? "\"\(product)\"" : ".product(name: \"\(product)\", package: \"\(package)\")"
    }
}
