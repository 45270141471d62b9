import CLinux
import Glibc

/// Where a socket is to lead.
enum SocketAddress: Hashable {
    case file(String)
    /// A name that is no path.
    case name(String)
    /// On this machine.
    case loopback(port: Int)
    case machine(String)
    /// Of the kernel itself, such as the list of the machine's addresses.
    case kernel

    /// Read from the caller's memory; nil where it cannot be.
    init?(at place: UInt64, of process: pid_t) {
        var family: sa_family_t = 0
        guard mono_read_memory(process, place, &family, MemoryLayout<sa_family_t>.size) == 0 else {
            return nil
        }
        switch Int32(family) {
        case AF_UNIX:
            var address = sockaddr_un()
            // It ends where the caller says, or with a zero.
            _ = mono_read_memory(process, place, &address, MemoryLayout<sockaddr_un>.size)
            let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if path.hasPrefix("/") {
                self = .file(path)
            } else if path.isEmpty {
                // What follows the zero is a name of its own.
                let name = withUnsafeBytes(of: address.sun_path) { Array($0.dropFirst()) }
                let end = name.lastIndex { $0 != 0 } ?? -1
                self = .name(String(decoding: name[...end], as: UTF8.self))
            } else {
                guard let folder = AccessedPaths.link("/proc/\(process)/cwd") else { return nil }
                self = .file("\(folder)/\(path)")
            }
        case AF_INET:
            var address = sockaddr_in()
            guard mono_read_memory(process, place, &address, MemoryLayout<sockaddr_in>.size) == 0 else {
                return nil
            }
            self.init(v4: UInt32(bigEndian: address.sin_addr.s_addr), port: Int(UInt16(bigEndian: address.sin_port)))
        case AF_INET6:
            var address = sockaddr_in6()
            guard mono_read_memory(process, place, &address, MemoryLayout<sockaddr_in6>.size) == 0 else {
                return nil
            }
            let bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            let port = Int(UInt16(bigEndian: address.sin6_port))
            if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] < 2 {
                self = .loopback(port: port)
            } else if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
                self.init(v4: bytes[12...].reduce(0) { $0 << 8 | UInt32($1) }, port: port)
            } else {
                self = .machine("another machine")
            }
        case AF_UNSPEC, AF_NETLINK, SocketAddress.cryptography: self = .kernel
        default: self = .machine("a socket of family \(family)")
        }
    }

    /// AF_ALG: the kernel's ciphers.
    private static let cryptography: Int32 = 38

    private init(v4 number: UInt32, port: Int) {
        if number == 0 || number >> 24 == 127 {
            self = .loopback(port: port)
        } else {
            let parts = stride(from: 24, through: 0, by: -8).map { "\(number >> UInt32($0) & 0xff)" }
            self = .machine(parts.joined(separator: "."))
        }
    }
}

/// Tells whether a watched program talks to itself or to others.
struct SocketWatch {
    /// Ports of streams and of datagrams are apart.
    private enum Kind: Hashable {
        case stream, datagram
        /// It could not be found out.
        case unknown

        init(_ socket: mono_socket) {
            switch UInt32(bitPattern: socket.type) {
            case SOCK_STREAM.rawValue: self = .stream
            case SOCK_DGRAM.rawValue: self = .datagram
            default: self = .unknown
            }
        }

        /// Of the kernel, which list them.
        var tables: [String] {
            switch self {
            case .stream: ["tcp", "tcp6"]
            case .datagram: ["udp", "udp6"]
            case .unknown: ["tcp", "tcp6", "udp", "udp6"]
            }
        }
    }

    private struct Port: Hashable {
        var kind: Kind, number: Int
    }

    private let session: pid_t
    /// Ports at which the program itself was found to answer.
    private var own: Set<Port> = []
    /// Sockets that it was about to bind. Their ports are not known before the kernel has done it.
    private var bindings: [(process: pid_t, descriptor: Int32)] = []
    /// Names that it gave to sockets.
    private var names: Set<String> = []

    /// So that a program that binds sockets for ever does not take all memory.
    private static let mostBindings = 64

    init(session: pid_t) { self.session = session }

    mutating func bound(_ address: SocketAddress, by call: mono_call) {
        switch address {
        case .name(let name): names.insert(name)
        case .loopback:
            if bindings.count == SocketWatch.mostBindings { bindings.removeFirst() }
            bindings.append((call.process, call.descriptor))
        default: break
        }
    }

    /// Whether a socket on this machine has that name, which is no path.
    static func isTaken(_ name: String) -> Bool {
        // The table has an `@` for each zero, before the name and behind it.
        let shown = "@" + name.map { $0 == "\0" ? "@" : String($0) }.joined()
        return text(of: "/proc/net/unix").split(separator: "\n").contains { line in
            guard let start = line.firstIndex(of: "@") else { return false }
            var end = line.endIndex
            while end > start, line[line.index(before: end)] == "@" { end = line.index(before: end) }
            return line[start..<end] == shown
        }
    }

    /// Known from here, a port need not be looked for in the kernel's tables, which name all sockets of the machine:
    /// 900 tests of swift-nio read 500 MB of them.
    mutating func listens(_ call: mono_call) {
        let socket = mono_socket_of(call.process, call.descriptor)
        if socket.port > 0 { own.insert(Port(kind: Kind(socket), number: Int(socket.port))) }
    }

    /// A socket for datagrams answers where it is bound. Foundation's `Process` makes two for each program that it
    /// starts, and to look for them in the tables took 4 ms.
    private mutating func learnPortsOfDatagrams() {
        for (process, descriptor) in bindings where getsid(process) == session {
            let socket = mono_socket_of(process, descriptor)
            if socket.port > 0, Kind(socket) == .datagram {
                own.insert(Port(kind: .datagram, number: Int(socket.port)))
            }
        }
        bindings = []
    }

    /// Where somebody else answers, or might; nil where none does.
    mutating func foreignPlace(_ address: SocketAddress, from call: mono_call) -> String? {
        switch address {
        case .kernel, .file: return nil
        case .name(let name): return names.contains(name) ? nil : "socket '\(name)'"
        case .machine(let name): return name
        case .loopback(let number):
            if number == 0 { return nil }
            learnPortsOfDatagrams()
            let port = Port(kind: Kind(mono_socket_of(call.process, call.descriptor)), number: number)
            if own.contains(port) { return nil }
            let sockets = SocketWatch.listening(at: port, asSeenBy: call.process)
            // Nobody listens: at a port that the kernel gives away to whoever asks, nobody is expected to.
            if sockets.isEmpty { return number >= SocketWatch.firstGivenAway ? nil : "port \(number)" }
            guard isOwn(sockets, call.process) else { return "port \(number)" }
            own.insert(port)
            return nil
        }
    }

    /// By default.
    private static let firstGivenAway = 32_768

    /// The sockets' numbers.
    private static func listening(at port: Port, asSeenBy process: pid_t) -> Set<String> {
        var found: Set<String> = []
        for table in port.kind.tables {
            for line in text(of: "/proc/\(process)/net/\(table)").split(separator: "\n").dropFirst() {
                // sl local_address rem_address st tx:rx tr:tm retrnsmt uid timeout inode
                let words = line.split(separator: " ")
                guard words.count > 9, words[3] == (table.hasPrefix("tcp") ? "0A" : "07"),
                    let colon = words[1].lastIndex(of: ":"),
                    Int(words[1][words[1].index(after: colon)...], radix: 16) == port.number
                else { continue }
                found.insert(String(words[9]))
            }
        }
        return found
    }

    private func isOwn(_ sockets: Set<String>, _ process: pid_t) -> Bool {
        let names = Set(sockets.map { "socket:[\($0)]" })
        if SocketWatch.holds(process, names) { return true }
        return SocketWatch.names(in: "/proc").contains { name in
            guard let other = pid_t(name), other != process, getsid(other) == session else { return false }
            return SocketWatch.holds(other, names)
        }
    }

    private static func holds(_ process: pid_t, _ sockets: Set<String>) -> Bool {
        let folder = "/proc/\(process)/fd"
        return names(in: folder).contains { AccessedPaths.link("\(folder)/\($0)").map(sockets.contains) ?? false }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func text(of file: String) -> String {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 24 {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
