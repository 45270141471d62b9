import Glibc

/// Reads a regular file part by part. One thread uses it.
public final class FilePartReader {
    private let path: AbsolutePath
    private let file: OpenFile

    /// Throws as `FileSystem.read` does; a link at the end of the path is not followed.
    public init(_ path: AbsolutePath) throws(FileError) {
        let result = path.systemCall { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        if result.failed { throw FileError(.read, path, code: result.code) }
        self.path = path
        file = OpenFile(descriptor: result.value)
    }

    /// The next bytes, `count` of them but at the end of the file.
    public func next(_ count: Int) throws(FileError) -> [UInt8] {
        var failure: ErrorNumber?
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(ErrorNumber) {
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    let found = try file.read(into: rest)
                    if found == 0 { break }
                    filled += found
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw FileError(.read, path, code: failure.code) }
        return part
    }

    public func goToStart() throws(FileError) {
        let result = systemCall { lseek(file.descriptor, 0, SEEK_SET) }
        if result.failed { throw FileError(.read, path, code: result.code) }
    }
}

/// Writes a file part by part. One thread uses it.
public final class FilePartWriter {
    private let path: AbsolutePath
    private let file: OpenFile
    /// Bytes since the start.
    public private(set) var count: Int64 = 0

    /// Makes or empties the file, 0600; a link at the end of the path is not followed.
    public init(_ path: AbsolutePath) throws(FileError) {
        let result = path.systemCall { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        if result.failed { throw FileError(.write, path, code: result.code) }
        self.path = path
        file = OpenFile(descriptor: result.value)
    }

    public func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
        let failure = bytes.withUnsafeBytes { bytes -> ErrorNumber? in
            do throws(ErrorNumber) {
                try file.write(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw FileError(.write, path, code: failure.code) }
        count += Int64(bytes.count)
    }

    /// Empties it.
    public func restart() throws(FileError) {
        let result = systemCall { ftruncate(file.descriptor, 0) }
        let moved = systemCall { lseek(file.descriptor, 0, SEEK_SET) }
        if result.failed || moved.failed { throw FileError(.write, path, code: max(result.code, moved.code)) }
        count = 0
    }
}
