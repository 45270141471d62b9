/// What an app's object graph is to be made of.
public struct WiringRequest: Hashable, Sendable {
    /// A module in the app's closure that may provide something.
    public struct Member: Hashable, Sendable {
        public var module: String
        /// It holds mocks: what it provides stands back behind what others do.
        public var isTesting: Bool
        /// `package` declarations are seen.
        public var sharesPackage: Bool

        public init(module: String, isTesting: Bool = false, sharesPackage: Bool = false) {
            (self.module, self.isTesting, self.sharesPackage) = (module, isTesting, sharesPackage)
        }
    }

    /// The target that asks.
    public var app: String
    /// The module with the marker protocols.
    public var markers: String
    public var settings: WiringSettings.App
    /// Sorted by module.
    public var members: [Member]

    public init(app: String, markers: String, settings: WiringSettings.App = .init(), members: [Member]) {
        (self.app, self.markers, self.settings, self.members) = (app, markers, settings, members)
    }

    /// All that counts about it, as text: where a line of settings stands does not.
    public var text: String {
        var lines = ["app \(app)", "markers \(markers)"]
        for member in members {
            lines.append("module \(member.module)\(member.isTesting ? " testing" : "")\(member.sharesPackage ? " package" : "")")
        }
        lines += settings.bind.map { "bind \($0.of.name) \($0.type)" }.sorted()
        lines += settings.given.map { "given \($0.name)" }
        lines += settings.ignored.map { "ignored \($0.name)" }.sorted()
        return lines.joined(separator: "\n") + "\n"
    }
}
