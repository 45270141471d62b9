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

    /// All that counts about it, in an order that is always the same: where a line of settings stands does not.
    public var lines: [(what: String, how: String)] {
        var lines = [("app", app), ("markers", markers)]
        for member in members {
            let words = (member.isTesting ? ["mocks"] : []) + (member.sharesPackage ? ["package"] : [])
            lines.append(("module \(member.module)", words.joined(separator: " ")))
        }
        lines += settings.bind.map { ("bind \($0.of.name)\($0.label.map { " \($0)" } ?? "")", $0.type) }.sorted {
            $0 < $1
        }
        // What is given is a parameter of the graph's, in the settings' order.
        lines += settings.given.enumerated().map { ("given \($0.offset)", $0.element.name) }
        lines += settings.ignored.map { ("ignored \($0.name)", "") }.sorted { $0 < $1 }
        if settings.graph == .public { lines.append(("graph", "public")) }
        return lines.map { (what: $0.0, how: $0.1) }
    }
}
