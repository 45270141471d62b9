#if Remote
    import CallFrames
    import GRPCCore
    import NIOCore

    /// What mono sends of one call: its head, and its messages up to the `end`. One reader at a time.
    actor Messages {
        /// mono gave the call up.
        struct GivenUp: Error {}

        private var frames: NIOAsyncChannelInboundStream<CallFrame>.AsyncIterator?

        init(_ stream: NIOAsyncChannelInboundStream<CallFrame>) { frames = stream.makeAsyncIterator() }

        func head() async throws -> CallHead? {
            guard case .head(let bytes)? = try await frame() else { return nil }
            return CallHead(decoding: bytes)
        }

        func next() async throws -> [UInt8]? {
            switch try await frame() {
            case .message(let bytes)?: return bytes
            case .end?: return nil
            default: throw GivenUp()
            }
        }

        /// Until the other side closes.
        func readToEnd() async throws { while try await frame() != nil {} }

        /// Read by a task of its own: gRPC cancels who reads when the server has answered, and a connection at which
        /// somebody cancelled is closed, with what was still to be written.
        private func frame() async throws -> CallFrame? {
            try await Task { try await self.readFrame() }.value
        }

        private func readFrame() async throws -> CallFrame? {
            guard var frames else { return nil }
            self.frames = nil
            let frame = try await frames.next(isolation: self)
            self.frames = frames
            return frame
        }
    }

    struct BytesSerializer: MessageSerializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }
    }

    struct BytesDeserializer: MessageDeserializer {
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
            bytes.withUnsafeBytes { [UInt8]($0) }
        }
    }
#endif
