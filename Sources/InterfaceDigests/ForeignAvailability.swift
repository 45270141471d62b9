import SwiftText

/// Availability on platforms other than the one that a module is built for, which says nothing on this one:
/// `@available(macOS 13, iOS 16, *)`.
enum ForeignAvailability {
    /// As a compiler names them that has none of Linux. Of other words nothing is known.
    private static let platforms: Set<String> = {
        let apple = ["macOS", "OSX", "iOS", "tvOS", "watchOS", "visionOS", "macCatalyst"]
        return Set(apple + apple.map { $0 + "ApplicationExtension" } + ["Android", "FreeBSD", "OpenBSD", "Windows"])
    }()

    /// `text` without these attributes, as a compiler prints the same declaration without them. `platform`: as
    /// `os(Linux)` asks for it; for all others the text stays as it is.
    static func removed(from text: String, platform: String?) -> String {
        guard platform == "Linux", text.holds("@available(") else { return text }
        let source = SwiftTokens(text)
        var kept: [UInt8] = [], from = 0, at = 0
        while at < source.tokens.count {
            let token = source.tokens[at]
            if token.kind == .attribute, source.text(token) == "@available", let end = end(of: at, in: source) {
                kept += source.bytes[from..<token.start]
                at = end
                from = at < source.tokens.count ? source.tokens[at].start : source.bytes.count
            } else {
                at += 1
            }
        }
        return from == 0 ? text : String(decoding: kept + source.bytes[from...], as: UTF8.self)
    }

    /// The place behind an attribute that is about other platforms alone; nil for any other one.
    private static func end(of attribute: Int, in source: SwiftTokens) -> Int? {
        guard source.isSign("(", at: attribute + 1), let first = source.word(at: attribute + 2),
            platforms.contains(first), let close = close(of: attribute + 1, in: source)
        else { return nil }
        // `@available(macOS, unavailable, message: "…")` is about one, `@available(macOS 13, iOS 16, *)` about several.
        if source.isSign(",", at: attribute + 3) { return close + 1 }
        let isShort = source.isSign("*", at: close - 1) && source.isSign(",", at: close - 2)
        let words = (attribute + 2..<close).compactMap { source.word(at: $0) }
        return isShort && words.allSatisfy(platforms.contains) ? close + 1 : nil
    }

    private static func close(of open: Int, in source: SwiftTokens) -> Int? {
        var depth = 0
        for at in open..<source.tokens.count {
            if source.tokens[at].is("(") { depth += 1 }
            if source.tokens[at].is(")") { depth -= 1 }
            if depth == 0 { return at }
        }
        return nil
    }
}
