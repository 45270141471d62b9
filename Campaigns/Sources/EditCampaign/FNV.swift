import Foundation

/// A digest to tell contents apart that nobody chose.
enum FNV {
    /// The length and 64 bits.
    static func digest(_ data: Data) -> String {
        let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(data.count)-\(String(hash, radix: 16))"
    }
}
