import Disk

/// A cache folder that several people or machines have in common.
public struct SharedTier: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable {
        /// Nothing in the folder is written, moved or touched.
        case readOnly
        case readWrite
    }

    public var folder: AbsolutePath
    public var mode: Mode
    /// False where it is no problem that the folder, or the one that it would be made in, is not there.
    public var isExpected: Bool

    public init(folder: AbsolutePath, mode: Mode, isExpected: Bool = true) {
        (self.folder, self.mode, self.isExpected) = (folder, mode, isExpected)
    }
}
