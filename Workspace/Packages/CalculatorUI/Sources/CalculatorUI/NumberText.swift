import CNumberText

/// A number as people read it: `0.1`, `42`, `1e+21`.
func numberText(_ value: Double) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
        let length = number_text(value, buffer.baseAddress, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(length))).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
