import Disk
import HTTPTransfers

/// What is sent, part by part. One thread uses it.
final class UploadSource {
    private let bytes: [UInt8]
    private var offset = 0
    private let file: FilePartReader?
    /// Why there are no more parts.
    private(set) var failure: FileError?

    init(_ content: HTTPRequest.Body) throws(FileError) {
        switch content {
        case .bytes(let bytes): (self.bytes, file) = (bytes, nil)
        case .file(let path, _): (bytes, file) = ([], try FilePartReader(path))
        }
    }

    func goToStart() {
        offset = 0
        do throws(FileError) { try file?.goToStart() } catch { failure = error }
    }

    /// At most `count` bytes; none at the end, and after a failure.
    func next(_ count: Int) -> [UInt8] {
        if failure != nil { return [] }
        guard let file else {
            defer { offset = min(bytes.count, offset + count) }
            return Array(bytes[offset..<min(bytes.count, offset + count)])
        }
        do throws(FileError) {
            return try file.next(count)
        } catch {
            failure = error
            return []
        }
    }
}
