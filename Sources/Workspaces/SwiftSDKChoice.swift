import Disk

/// Which of the machine's SDKs to build with.
public struct SwiftSDKChoice: Hashable, Sendable {
    /// Its name, or its platform's.
    public var selector: String
    /// Where SDKs are.
    public var folder: AbsolutePath

    public init(selector: String, folder: AbsolutePath) { (self.selector, self.folder) = (selector, folder) }
}
