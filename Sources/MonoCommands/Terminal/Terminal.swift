import Glibc
import Synchronization

/// The two streams that mono speaks through. What was asked for (a graph, a path, a list) goes to `output`; everything
/// that is told about the work (progress, summaries, warnings, errors) goes to `errors`, so that the first can be piped
/// on.
struct Terminal: Sendable {
    let output, errors: Channel

    /// The process's own streams.
    static func standard(color: GlobalOptions.Color, _ environment: ProcessEnvironment) -> Terminal {
        Terminal(
            output: Channel(descriptor: STDOUT_FILENO, color: color, environment),
            errors: Channel(descriptor: STDERR_FILENO, color: color, environment))
    }
}

/// Where text goes. May be called from any thread; one call's text is not mixed with another's.
protocol TextSink: AnyObject, Sendable {
    func write(_ text: String)
    /// Why text was lost, as the system's error number; nil while none was, and where nobody reads any more.
    var failure: Int32? { get }
    /// In columns and rows; nil where the text goes to no terminal. Asked again each time: windows change.
    var width: Int? { get }
    var height: Int? { get }
}

/// One stream: where it goes, and how text is set off there.
struct Channel: Sendable {
    let sink: any TextSink
    let style: Style
    /// Text can be drawn over: a terminal that understands control sequences.
    let isInteractive: Bool

    init(sink: any TextSink, style: Style = Style(isColored: false), isInteractive: Bool = false) {
        (self.sink, self.style, self.isInteractive) = (sink, style, isInteractive)
    }

    init(descriptor: Int32, color: GlobalOptions.Color, _ environment: ProcessEnvironment) {
        let isTerminal = isatty(descriptor) == 1
        self.init(
            sink: DescriptorSink(descriptor: descriptor, isTerminal: isTerminal),
            style: Style(isColored: Style.isColored(color, isTerminal: isTerminal, environment)),
            isInteractive: isTerminal && environment["TERM"] != "dumb")
    }

    /// Prints `line` and ends it. Of control characters, only the channel's styles and line feeds get through.
    func print(_ line: String = "") { sink.write(VisibleText.styled(line, in: style) + "\n") }

    /// The columns to set running text in: the terminal's, within what can still be read.
    var textWidth: Int { min(100, max(40, sink.width ?? 80)) }
}

/// Writes to a file descriptor. Once a write fails, the rest is dropped: in silence where nobody reads any more, and as
/// a failure that the command ends with where the text is lost otherwise, as on a full disk.
private final class DescriptorSink: TextSink {
    private let descriptor: Int32
    private let isTerminal: Bool
    /// The error number of the write that failed. The lock also keeps one call's text in one piece.
    private let closed = Mutex<Int32?>(nil)

    init(descriptor: Int32, isTerminal: Bool) { (self.descriptor, self.isTerminal) = (descriptor, isTerminal) }

    func write(_ text: String) {
        var text = text
        closed.withLock { closed in
            guard closed == nil else { return }
            text.withUTF8 { bytes in
                var written = 0
                while written < bytes.count {
                    let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                    if count >= 0 {
                        written += count
                    } else if errno == EAGAIN {
                        // Somebody else made the stream non-blocking: wait until it takes more.
                        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        poll(&wanted, 1, -1)
                    } else if errno != EINTR {
                        closed = errno
                        return
                    }
                }
            }
        }
    }

    var failure: Int32? { closed.withLock { $0 == EPIPE ? nil : $0 } }

    var width: Int? { size.map { Int($0.ws_col) } }
    var height: Int? { size.map { Int($0.ws_row) } }

    private var size: winsize? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return size
    }
}
