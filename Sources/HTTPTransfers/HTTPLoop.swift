import CCurl
import Disk
import Glibc

/// Moves the bytes of all requests that are under way. One thread uses it at a time.
final class HTTPLoop {
    let wakeUp: WakeUp
    private let curl: CurlLibrary
    private let multi: UnsafeMutableRawPointer
    private let settings: HTTPClient.Settings
    /// By libcurl's handle.
    private var open: [UnsafeMutableRawPointer: Exchange] = [:]

    init(_ settings: HTTPClient.Settings, _ curl: CurlLibrary) throws(HTTPFault) {
        guard let multi = curl.table.functions.multi_init() else { throw .unusableLibrary("curl_multi_init") }
        (self.settings, self.curl, self.multi) = (settings, curl, multi)
        wakeUp = WakeUp(curl, multi)
        withUnsafePointer(to: curl.table.functions) { mono_curl_set_connections($0, multi, settings.connections) }
    }

    deinit {
        for exchange in open.values { exchange.end(multi) }
        _ = curl.table.functions.multi_cleanup(multi)
    }

    var isBusy: Bool { !open.isEmpty }

    func add(_ transfer: HTTPTransfer) {
        do throws(HTTPFault) {
            let exchange = try Exchange(transfer, settings, curl)
            guard curl.table.functions.multi_add(multi, exchange.easy) == 0 else {
                exchange.end(nil)
                throw HTTPFault.unusableLibrary("curl_multi_add_handle")
            }
            open[exchange.easy] = exchange
        } catch {
            transfer.then(.failure(error))
        }
    }

    func cancel(_ numbers: Set<Int>) {
        if numbers.isEmpty { return }
        for (easy, exchange) in open where numbers.contains(exchange.transfer.number) {
            open[easy] = nil
            exchange.end(multi)
            exchange.transfer.then(.failure(.cancelled))
        }
    }

    /// Moves what can be moved, ends what is done, and waits for more, a second at most.
    func turn() {
        var running: Int32 = 0
        _ = curl.table.functions.multi_perform(multi, &running)
        var hasEnded = false
        while true {
            var code: Int32 = 0
            let easy = withUnsafePointer(to: curl.table.functions) { mono_curl_next_end($0, multi, &code) }
            guard let easy else { break }
            guard let exchange = open.removeValue(forKey: easy) else { continue }
            let result = exchange.result(code)
            exchange.end(multi)
            exchange.transfer.then(result)
            hasEnded = true
        }
        // Who waited may have something new.
        if hasEnded || !isBusy { return }
        var ready: Int32 = 0
        _ = curl.table.functions.multi_poll(multi, nil, 0, 1000, &ready)
    }
}

/// One request with all that belongs to it in libcurl.
private final class Exchange {
    /// Bytes of a page that comes with an error: so many are taken so that the connection can be used again.
    private static let largestPage: Int64 = 64 << 10

    let transfer: HTTPTransfer
    let easy: UnsafeMutableRawPointer
    private let curl: CurlLibrary
    private let bytes: UnsafeMutablePointer<mono_transfer>
    /// What is sent from memory stays where it is.
    private var body: UnsafeMutableRawPointer?
    private var headers: UnsafeMutableRawPointer?

    init(_ transfer: HTTPTransfer, _ settings: HTTPClient.Settings, _ curl: CurlLibrary) throws(HTTPFault) {
        guard let easy = curl.table.functions.easy_init() else { throw .unusableLibrary("curl_easy_init") }
        (self.transfer, self.easy, self.curl) = (transfer, easy, curl)
        bytes = .allocate(capacity: 1)
        bytes.initialize(to: mono_transfer())
        (bytes.pointee.source, bytes.pointee.sink, bytes.pointee.limit) = (-1, -1, transfer.request.limit)
        bytes.pointee.page_limit = Exchange.largestPage
        do throws(HTTPFault) {
            try openFiles()
            try prepare(settings)
        } catch {
            end(nil)
            throw error
        }
    }

    private func openFiles() throws(HTTPFault) {
        if case .put(let content) = transfer.request.method {
            bytes.pointee.size = content.size
            switch content {
            case .bytes(let content):
                let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, content.count), alignment: 1)
                content.withUnsafeBytes {
                    copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
                }
                body = copy
                bytes.pointee.bytes = UnsafeRawPointer(copy)
            case .file(let path, _):
                bytes.pointee.source = Glibc.open(path.string, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
                if bytes.pointee.source < 0 { throw .file(FileError(.read, path, code: errno)) }
            }
        }
        if case .file(let path) = transfer.request.sink {
            bytes.pointee.sink = Glibc.open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if bytes.pointee.sink < 0 { throw .file(FileError(.write, path, code: errno)) }
        }
    }

    private func prepare(_ settings: HTTPClient.Settings) throws(HTTPFault) {
        // No server is asked whether it wants the body: most do not answer that, and each waits a second for it.
        for line in transfer.request.headers + ["Expect:"] {
            headers = curl.table.functions.list_append(headers, line)
        }
        let method =
            switch transfer.request.method {
            case .get: MONO_GET
            case .head: MONO_HEAD
            case .put: MONO_PUT
            }
        let code = settings.withPointers { settings in
            withUnsafePointer(to: curl.table.functions) { functions in
                withUnsafePointer(to: settings) {
                    mono_curl_prepare(
                        functions, easy, transfer.request.url, Int32(method.rawValue), headers, $0, bytes,
                        Int64(transfer.request.timeLimit * 1000))
                }
            }
        }
        if code != 0 { throw .broken(code, curl.words(of: code)) }
    }

    /// `code`: libcurl's.
    func result(_ code: Int32) -> Result<HTTPAnswer, HTTPFault> {
        let found = bytes.pointee
        if found.is_too_large != 0 { return .failure(.tooLarge) }
        if found.failure != 0 { return .failure(.file(failure(found.failure))) }
        // What status it has is known then, and the page says no more.
        guard code == 0 || found.is_cut_short != 0 else { return .failure(HTTPFault(code, curl.words(of: code))) }
        let status = withUnsafePointer(to: curl.table.functions) { mono_curl_status($0, easy) }
        let body = found.received.map {
            Array(UnsafeRawBufferPointer(start: $0, count: Int(found.count)))
        }
        return .success(HTTPAnswer(status: status, body: body ?? [], size: found.count + found.page_count))
    }

    private func failure(_ code: Int32) -> FileError {
        if case .put(.file(let path, _)) = transfer.request.method { return FileError(.read, path, code: code) }
        guard case .file(let path) = transfer.request.sink else {
            return FileError(.write, AbsolutePath("/"), code: code)
        }
        return FileError(.write, path, code: code)
    }

    /// Frees all; to be called once. `multi`: where the handle was added to.
    func end(_ multi: UnsafeMutableRawPointer?) {
        if let multi { _ = curl.table.functions.multi_remove(multi, easy) }
        curl.table.functions.easy_cleanup(easy)
        if let headers { curl.table.functions.list_free(headers) }
        if bytes.pointee.source >= 0 { close(bytes.pointee.source) }
        if bytes.pointee.sink >= 0 { close(bytes.pointee.sink) }
        free(bytes.pointee.received)
        bytes.deallocate()
        body?.deallocate()
    }
}

extension HTTPFault {
    /// `code`: libcurl's.
    fileprivate init(_ code: Int32, _ words: String) {
        switch code {
        // Names and connections; 97 is a proxy's.
        case 5, 6, 7, 97: self = .noConnection(code, words)
        case 28: self = .timedOut
        // TLS: what the handshake and certificates can end with.
        case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .security(code, words)
        default: self = .broken(code, words)
        }
    }
}

extension HTTPClient.Settings {
    /// `body` gets these in libcurl's form, valid while it runs.
    fileprivate func withPointers<Result>(_ body: (mono_curl_settings) -> Result) -> Result {
        var texts = [userAgent, authorities, certificate, key].map { $0.map { strdup($0) } ?? nil }
        defer {
            for index in texts.indices {
                free(texts[index])
                texts[index] = nil
            }
        }
        return body(
            mono_curl_settings(
                user_agent: texts[0], authorities: texts[1], certificate: texts[2], key: texts[3],
                connect_limit: Int(connectLimit * 1000), stall_limit: stallLimit,
                follows_redirects: 1))
    }
}
