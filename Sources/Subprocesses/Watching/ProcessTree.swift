import CLinux
import Glibc

/// Processes and those that they started, as the system lists them now.
struct ProcessTree {
    /// One process: a number alone may belong to another one later.
    struct Member: Hashable, Sendable {
        var process: pid_t
        /// In the system's ticks since its start.
        var start: UInt64

        init(process: pid_t, start: UInt64) { (self.process, self.start) = (process, start) }

        /// The process of that number now; nil where there is none.
        init?(_ process: pid_t) {
            guard let state = ProcessTree.state(of: process) else { return nil }
            self.init(process: process, start: state.start)
        }

        /// Kills all in the session that it made. While one is in it, its number belongs to no other process.
        func killSession() {
            if let now = ProcessTree.state(of: process), now.start != start { return }
            _ = mono_signal_session(process, SIGKILL)
        }

        /// Kills it, if it is still the same.
        func kill() {
            if ProcessTree.state(of: process)?.start == start { Glibc.kill(process, SIGKILL) }
        }
    }

    /// All that `process` has started, and what they have started, without itself. One whose parent has ended is not
    /// found.
    static func descendants(of process: pid_t) -> [Member] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var children: [pid_t: [Member]] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = pid_t(name), let state = state(of: number) else { continue }
            children[state.parent, default: []].append(Member(process: number, start: state.start))
        }
        var found: [Member] = [], open = [process]
        while let next = open.popLast() {
            let new = children.removeValue(forKey: next) ?? []
            found += new
            open += new.map(\.process)
        }
        return found
    }

    private static func state(of process: pid_t) -> (parent: pid_t, start: UInt64)? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &bytes, bytes.count)
        // The name stands in parentheses, and may hold any character.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: bytes[(end + 1)..<count], as: UTF8.self).split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), let start = UInt64(fields[19]) else { return nil }
        return (parent, start)
    }
}
