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

    public init(folder: AbsolutePath, mode: Mode) { (self.folder, self.mode) = (folder, mode) }
}
