import Glibc

/// A point in time as people give it: a date, or so long ago.
enum Moment: Hashable, Sendable {
    /// In seconds since 1970.
    case at(Int64)
    /// In seconds.
    case ago(Int64)

    func seconds(before now: Int64) -> Int64 {
        switch self {
        case .at(let time): time
        case .ago(let span): now.subtractingReportingOverflow(span).overflow ? 0 : max(0, now - span)
        }
    }
}

extension ValueReader where Value == Moment {
    /// `2026-03-14`, `2026-03-14T09:30`, `2026-03-14T09:30:05Z`, all in UTC; or an age.
    static var moment: ValueReader {
        ValueReader(description: ValueDescription(name: "TIME")) { text throws(ValueError) in
            if let age = try? ValueReader<Int64>.age.read(text) { return .ago(age) }
            guard let time = date(text) else { throw .notAMoment }
            return .at(time)
        }
    }

    /// The date or time that `text` is, in seconds since 1970; nil where it is none.
    private static func date(_ text: String) -> Int64? {
        let pattern = /(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?Z?)?/
        guard let found = try? pattern.wholeMatch(in: text), let year = Int32(found.1), let month = Int32(found.2),
            let day = Int32(found.3)
        else {
            return nil
        }
        let hour = found.4.flatMap { Int32($0) } ?? 0, minute = found.5.flatMap { Int32($0) } ?? 0,
            second = found.6.flatMap { Int32($0) } ?? 0
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        let time = timegm(&parts)
        // The system takes the 31st of June for the 1st of July.
        guard parts.tm_mon == month - 1, parts.tm_mday == day, parts.tm_hour == hour, parts.tm_min == minute, time >= 0
        else { return nil }
        return Int64(time)
    }
}

extension Words {
    /// A time in UTC, to the second.
    static func time(_ seconds: Int64) -> String {
        var time = time_t(seconds), parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return "\(seconds)" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            """
            \(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \
            \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC
            """
    }
}
