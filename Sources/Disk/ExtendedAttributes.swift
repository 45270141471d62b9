import CLinux

extension LocalFileSystem {
    public func attributes(_ path: AbsolutePath) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in LocalFileSystem.names(path) {
            let size = mono_attribute(path.string, name, nil, 0)
            guard size >= 0 else { continue }
            let value = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = max(0, mono_attribute(path.string, name, buffer.baseAddress, size))
            }
            found[name] = value
        }
        return found
    }

    /// Each ends with a zero in what the kernel gives.
    private static func names(_ path: AbsolutePath) -> [String] {
        let size = mono_list_attributes(path.string, nil, 0)
        guard size > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(
                0, buffer.withMemoryRebound(to: CChar.self) { mono_list_attributes(path.string, $0.baseAddress, size) })
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
