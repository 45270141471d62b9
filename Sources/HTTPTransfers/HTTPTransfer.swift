/// A request on its way, and who waits for it.
struct HTTPTransfer: Sendable {
    var number: Int
    var request: HTTPRequest
    var then: @Sendable (Result<HTTPAnswer, HTTPFault>) -> Void
}
