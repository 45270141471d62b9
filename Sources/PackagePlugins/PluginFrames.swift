/// How messages travel between SwiftPM and plugins: each is JSON behind its length, eight bytes, the least first.
public enum PluginFrames {
    public static func frame(_ message: [UInt8]) -> [UInt8] {
        let count = UInt64(message.count)
        return (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + message
    }

    /// The messages in what a plugin wrote; nil where that does not end with one.
    static func messages(in bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var result: [ArraySlice<UInt8>] = [], rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            var count: UInt64 = 0
            for (index, byte) in rest.prefix(8).enumerated() { count |= UInt64(byte) << (8 * UInt64(index)) }
            rest = rest.dropFirst(8)
            guard count <= UInt64(rest.count) else { return nil }
            result.append(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
        }
        return result
    }
}
