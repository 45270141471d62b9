import Glibc

/// The names under which files are written before they get their own: hidden, short enough for any file system, and
/// never the same twice, in any process on any host that shares the folder. A process that is killed leaves such a file
/// behind; whoever tidies a folder may remove those that are older than any write takes.
public enum TemporaryName {
    private static let start = ".mono-", end = ".tmp"

    /// A new name.
    public static func make() -> String {
        // The process number is for people who wonder whose it is; the random number alone makes the name unique.
        start + String(getpid()) + "-" + String(UInt64.random(in: .min ... .max), radix: 16) + end
    }

    /// True for the names that `make` gives.
    public static func matches(_ name: String) -> Bool {
        name.utf8.starts(with: start.utf8) && name.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
}
