#if Remote
    import CallFrames
    import NIOCore

    /// Frames out of bytes, and bytes out of frames.
    final class FrameDecoder: ByteToMessageDecoder {
        typealias InboundOut = CallFrame

        /// The program at the other end is not mono.
        struct Malformed: Error {}

        func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
            guard let header = buffer.getBytes(at: buffer.readerIndex, length: CallFrame.headerSize) else {
                return .needMoreData
            }
            guard let size = CallFrame.size(header: header) else { throw Malformed() }
            guard buffer.readableBytes >= CallFrame.headerSize + size else { return .needMoreData }
            buffer.moveReaderIndex(forwardBy: CallFrame.headerSize)
            guard let content = buffer.readBytes(length: size), let frame = CallFrame(kind: header[0], content: content)
            else { throw Malformed() }
            context.fireChannelRead(wrapInboundOut(frame))
            return .continue
        }

        func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) -> DecodingState {
            .needMoreData
        }
    }

    final class FrameEncoder: MessageToByteEncoder {
        typealias OutboundIn = CallFrame

        func encode(data: CallFrame, out: inout ByteBuffer) { out.writeBytes(data.encoded) }
    }
#endif
