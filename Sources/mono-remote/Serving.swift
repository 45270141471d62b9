#if Remote
    import CallFrames
    import GRPCCore
    import Glibc
    import NIOCore
    import NIOPosix

    /// Listens for calls at a socket, and makes them.
    struct Serving {
        private let settings: CallProgramSettings
        private typealias Connection = NIOAsyncChannel<CallFrame, CallFrame>

        init(_ settings: CallProgramSettings) { self.settings = settings }

        /// Returns when the first connection closes.
        func run() async throws {
            let client = try Client(settings)
            let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.backlog, value: 256)
                .bind(unixDomainSocketPath: settings.socket) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(ByteToMessageHandler(FrameDecoder()))
                        try pipeline.addHandler(MessageToByteHandler(FrameEncoder()))
                        return try Connection(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(inboundType: CallFrame.self, outboundType: CallFrame.self))
                    }
                }
            try await withThrowingDiscardingTaskGroup { tasks in
                tasks.addTask { try await client.run() }
                try await listener.executeThenClose { connections in
                    var isFirst = true
                    for try await connection in connections {
                        if isFirst {
                            tasks.addTask {
                                await serve(connection, client)
                                // Nobody wants anything any more.
                                remove(settings.socket)
                                exit(0)
                            }
                        } else {
                            tasks.addTask { await serve(connection, client) }
                        }
                        isFirst = false
                    }
                }
            }
        }

        /// The socket and its folder.
        private func remove(_ socket: String) {
            unlink(socket)
            if let end = socket.lastIndex(of: "/") { rmdir(String(socket[..<end])) }
        }

        /// One call. Whatever goes wrong with the connection ends it.
        private func serve(_ connection: Connection, _ client: Client) async {
            try? await connection.executeThenClose { arriving, leaving in
                let messages = Messages(arriving)
                guard let head = try await messages.head() else { return }
                let status = await client.call(head, arriving: messages, leaving: leaving)
                try await leaving.write(.status(status.encoded))
                // What is written is on its way then, and a connection that is closed here loses the rest of it: the
                // other side closes when it has all.
                try await messages.readToEnd()
            }
        }
    }
#endif
