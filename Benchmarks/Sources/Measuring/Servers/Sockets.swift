import Dispatch
import Glibc

/// What of sockets is needed by servers and proxies on loopback.
public enum Sockets {
    /// A queue of its own gets a thread, however many others wait.
    public static func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "sockets").async(execute: work)
    }

    /// A socket that listens, and its port, which the system chooses.
    public static func listen() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = address(0), length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, 256) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw RunError("no port is free: \(errno)") }
        return (listener, UInt16(bigEndian: place.sin_port))
    }

    /// Below 0 where it answers nothing.
    public static func connect(to port: UInt16) -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = address(port)
        let isThere = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isThere { return connection }
        close(connection)
        return -1
    }

    /// Sends all of it; false where the other side is gone.
    public static func send(_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return place
    }
}
