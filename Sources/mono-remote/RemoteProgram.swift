#if Remote
    import CallFrames
    import Glibc

    /// Makes the calls of one mono to one server: reads from its standard input which (`CallProgramSettings`), listens
    /// at a socket, and ends when the connection that was there first closes.
    @main
    struct RemoteProgram {
        static func main() async {
            guard let settings = CallProgramSettings(decoding: readInput()) else {
                fail("mono-remote is started by mono, of the same version")
            }
            do {
                try await Serving(settings).run()
            } catch {
                fail("\(error)")
            }
            exit(0)
        }

        private static func readInput() -> [UInt8] {
            var found: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
            while found.count < 1 << 20 {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count <= 0 { break }
                found += buffer.prefix(count)
            }
            return found
        }

        private static func fail(_ words: String) -> Never {
            let line = Array("\(words)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }
#else
    import Glibc

    /// Without the trait nothing of gRPC is here.
    @main
    struct RemoteProgram {
        static func main() {
            let line = Array(
                "this mono-remote knows no gRPC: it is built with 'swift build -c release --traits Remote'\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(78)
        }
    }
#endif
