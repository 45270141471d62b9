import Glibc

/// Times, sizes and system errors as people read them.
extension Words {
    /// `12 ms`, `4.2 s`, `1 min 20 s`, `2 h 05 min`.
    static func time(seconds: Double) -> String {
        if seconds < 0.0995 { return "\(decimal(seconds * 1000, 0)) ms" }
        if seconds < 59.95 { return "\(decimal(seconds, 1)) s" }
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60) min \(twoDigits(whole % 60)) s" }
        return "\(whole / 3600) h \(twoDigits(whole / 60 % 60)) min"
    }

    static func time(nanoseconds: UInt64) -> String { time(seconds: Double(nanoseconds) / 1e9) }
    static func time(milliseconds: Int64) -> String { time(seconds: Double(milliseconds) / 1e3) }

    /// `412 bytes`, `3.4 KiB`, `1.0 GiB`.
    static func size(_ bytes: Int64) -> String {
        if bytes < 1024 { return count(Int(bytes), "byte") }
        var value = Double(bytes), unit = 0
        let units = ["KiB", "MiB", "GiB", "TiB"]
        value /= 1024
        while value >= 1023.95, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        return "\(decimal(value, 1)) \(units[unit])"
    }

    /// A number with so many digits behind the point, rounded. `value` is not negative.
    static func decimal(_ value: Double, _ digits: Int) -> String {
        let scale = digits == 0 ? 1 : Int64(pow(10, Double(digits)))
        let scaled = Int64((value * Double(scale)).rounded())
        let rest = String(scaled % scale)
        return digits == 0
            ? "\(scaled)" : "\(scaled / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// What the system says about an error number: `no space left on device`.
    static func systemError(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        let message = String(cString: text)
        return message.prefix(1).lowercased() + message.dropFirst()
    }
}
