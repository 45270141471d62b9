import Glibc

/// As whom this process, and what it starts, runs.
public enum CurrentUser {
    /// It is root, whom permissions of files do not stop.
    public static var mayDoAll: Bool { geteuid() == 0 }
}
