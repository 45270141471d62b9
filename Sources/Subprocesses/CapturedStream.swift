import Glibc

/// What comes out of a pipe.
struct CapturedStream {
    private let descriptor: Descriptor
    private var ended = false
    /// Of what is kept, half is the beginning and half the end: a program that prints without end must not take all
    /// memory.
    private let limit: Int?
    private var beginning: [UInt8] = []
    private var end: [UInt8] = []
    private var leftOut = 0

    init(_ descriptor: Descriptor, limit: Int? = nil) { (self.descriptor, self.limit) = (descriptor, limit) }

    /// All that came out, or what of it is kept.
    var bytes: [UInt8] {
        if end.isEmpty { return beginning }
        let kept = end.suffix((limit ?? 0) / 2)
        let missing = leftOut + end.count - kept.count
        return missing == 0 ? beginning + end : beginning + Array("\n[\(missing) bytes left out]\n".utf8) + kept
    }

    private mutating func keep(_ taken: UnsafeRawBufferPointer) {
        guard let limit else { return beginning.append(contentsOf: taken) }
        let room = max(0, limit / 2 - beginning.count)
        beginning.append(contentsOf: taken.prefix(room))
        end.append(contentsOf: taken.dropFirst(room))
        // Not at once: each time it moves what is kept.
        if end.count > limit {
            let excess = end.count - limit / 2
            end.removeFirst(excess)
            leftOut += excess
        }
    }

    /// For `poll`, which passes over -1.
    var pollable: Int32 { ended ? -1 : descriptor.number }

    /// Takes in what is there, up to a pipe's fill.
    mutating func takeIn() { _ = takeIn(atMost: 1 << 16) }

    /// Takes in all that is there. Somebody out of reach may go on writing, so there is an end to it.
    mutating func drain() {
        var left = 16 << 20
        while left > 0 {
            let count = takeIn(atMost: 1 << 16)
            if count == 0 { return }
            left -= count
        }
    }

    private mutating func takeIn(atMost count: Int) -> Int {
        if ended { return 0 }
        let taken = withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
            var result: Int
            repeat { result = read(descriptor.number, buffer.baseAddress, count) } while result == -1 && errno == EINTR
            if result > 0 { keep(UnsafeRawBufferPointer(rebasing: buffer[..<result])) }
            if result == 0 || (result == -1 && errno != EAGAIN) { ended = true }
            return result
        }
        return max(0, taken)
    }
}
