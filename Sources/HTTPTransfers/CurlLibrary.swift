import CCurl

/// libcurl, opened when it is first needed. May be used from any thread; it stays open as long as the process lives.
struct CurlLibrary: Sendable {
    /// Sendable because it is written before anybody else sees it, and never again: a table of functions.
    final class Table: @unchecked Sendable {
        fileprivate(set) var functions = mono_curl()
    }

    let table: Table

    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]

    /// Opens the first of `names` that the system has.
    init(names: [String] = CurlLibrary.names) throws(HTTPFault) {
        let table = Table()
        var complaint = ""
        for name in names {
            var said: UnsafePointer<CChar>?
            let opening = mono_curl_open(&table.functions, name, &said)
            let text = said.map { String(cString: $0) } ?? name
            switch Int(opening) {
            case Int(MONO_CURL_OPENED.rawValue):
                self.table = table
                return
            case Int(MONO_CURL_NO_LIBRARY.rawValue): complaint = text
            default: throw .unusableLibrary(text)
            }
        }
        throw .noLibrary(complaint)
    }

    /// libcurl's own words for a code.
    func words(of code: Int32) -> String {
        table.functions.easy_strerror(code).map { String(cString: $0) } ?? "code \(code)"
    }
}
