import Disk

/// Which of the machine's SDKs to build with.
struct SwiftSDKChoice: Hashable, Sendable {
    /// Its name, or its platform's.
    var selector: String
    /// Where SDKs are.
    var folder: AbsolutePath

    /// Nil where all is built for this machine.
    init?(_ options: BuildOptions, in session: Session) throws {
        guard let selector = options.swiftSDK else {
            if options.swiftSDKFolder == nil { return nil }
            throw ErrorReport(code: .usage, what: "'--swift-sdks-path' says where '--swift-sdk' looks", hint: "add '--swift-sdk ID'")
        }
        self.selector = selector
        // Where SwiftPM has them.
        let places = [
            options.swiftSDKFolder.map(session.path), session.environment["XDG_CONFIG_HOME"].map { session.path($0) / "swiftpm/swift-sdks" },
            session.home.map { $0 / ".swiftpm/swift-sdks" },
        ]
        guard let folder = places.compactMap({ $0 }).first else {
            throw ErrorReport(code: .usage, what: "where are Swift SDKs? HOME is not set", hint: "say it with '--swift-sdks-path'")
        }
        self.folder = folder
    }
}
