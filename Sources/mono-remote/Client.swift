#if Remote
    import CallFrames
    import GRPCCore
    import GRPCNIOTransportHTTP2
    import NIOCore

    /// The server's end: one connection, over which all calls go.
    struct Client: Sendable {
        typealias Writer = NIOAsyncChannelOutboundWriter<CallFrame>

        private let client: GRPCClient<HTTP2ClientTransport.Posix>

        init(_ settings: CallProgramSettings) throws {
            var config = HTTP2ClientTransport.Posix.Config.defaults
            // A server that went away is tried again soon; mono counts how often.
            config.backoff.initial = .milliseconds(50)
            config.backoff.max = .seconds(1)
            // A connection that is dead and does not say so is found out.
            config.connection.keepalive = .init(time: .seconds(10), timeout: .seconds(10), allowWithoutCalls: false)
            config.connection.maxIdleTime = nil
            let transport = try HTTP2ClientTransport.Posix(
                target: Client.target(settings), transportSecurity: Client.security(settings), config: config)
            client = GRPCClient(transport: transport)
        }

        private static func target(_ settings: CallProgramSettings) -> any ResolvableTarget {
            if settings.host.contains(":") { return .ipv6(address: settings.host, port: settings.port) }
            let isNumber = settings.host.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber }
            if isNumber { return .ipv4(address: settings.host, port: settings.port) }
            return .dns(host: settings.host, port: settings.port)
        }

        private static func security(
            _ settings: CallProgramSettings
        ) -> HTTP2ClientTransport.Posix.TransportSecurity {
            guard settings.isSecure else { return .plaintext }
            return .tls { tls in
                if let authorities = settings.authorities {
                    tls.trustRoots = .certificates([.file(path: authorities, format: .pem)])
                }
                if let certificate = settings.certificate {
                    tls.certificateChain = [.file(path: certificate, format: .pem)]
                    tls.privateKey = .file(path: settings.key ?? certificate, format: .pem)
                }
            }
        }

        /// Keeps the connection, until the task is cancelled.
        func run() async throws { try await client.runConnections() }

        /// Makes a call, and passes its answers on. Returns how it ended.
        func call(_ head: CallHead, arriving: Messages, leaving: Writer) async -> CallStatus {
            let parts = head.method.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return CallStatus(code: 12, message: "no method '\(head.method)'") }
            var options = CallOptions.defaults
            options.timeout = .milliseconds(Int64(head.timeLimit))
            options.waitForReady = false
            options.maxRequestMessageBytes = CallFrame.largest
            options.maxResponseMessageBytes = CallFrame.largest
            do {
                try await client.bidirectionalStreaming(
                    request: StreamingClientRequest(metadata: metadata(head.headers)) { writer in
                        while let message = try await arriving.next() { try await writer.write(message) }
                    },
                    descriptor: MethodDescriptor(
                        service: ServiceDescriptor(fullyQualifiedService: parts[0]), method: parts[1]),
                    serializer: BytesSerializer(), deserializer: BytesDeserializer(), options: options
                ) { response in
                    for try await message in response.messages { try await leaving.write(.message(message)) }
                }
                return CallStatus(code: 0)
            } catch let error as RPCError {
                return CallStatus(code: UInt32(error.code.rawValue), message: words(error))
            } catch {
                return CallStatus(code: 2, message: "\(error)")
            }
        }

        private func metadata(_ headers: [String]) -> Metadata {
            var metadata = Metadata()
            for header in headers {
                guard let colon = header.firstIndex(of: ":") else { continue }
                let value = header[header.index(after: colon)...].drop { $0 == " " }
                metadata.addString(String(value), forKey: header[..<colon].lowercased())
            }
            return metadata
        }

        /// With what lies below, which says why there is no connection.
        private func words(_ error: RPCError) -> String {
            guard let cause = error.cause else { return error.message }
            return "\(error.message) \(cause)"
        }
    }
#endif
