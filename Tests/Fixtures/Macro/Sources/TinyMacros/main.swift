import Glibc
import Help

/// The compiler's messages: eight bytes that say how long it is, the least first, and JSON.
func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count), filled = 0
    while filled < count {
        let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress! + filled, count - filled) }
        if got <= 0 { return nil }
        filled += got
    }
    return bytes
}

func send(_ text: String) {
    var length = UInt64(text.utf8.count).littleEndian, sent = 0
    let frame = withUnsafeBytes(of: &length) { Array($0) } + Array(text.utf8)
    while sent < frame.count {
        let got = frame.withUnsafeBytes { write(1, $0.baseAddress! + sent, frame.count - sent) }
        if got <= 0 { exit(1) }
        sent += got
    }
}

func answer(to message: String) -> String {
    if message.hasPrefix("{\"getCapability\"") { return "{\"getCapabilityResult\":{\"capability\":{\"protocolVersion\":7}}}" }
    let macro = ["MakeMacro", "OtherMacro"].first(where: message.contains) ?? "AnswerMacro"
    return "{\"expandMacroResult\":{\"expandedSource\":\"\(expansion(of: macro))\",\"diagnostics\":[]}}"
}

while let header = receive(8) {
    let length = header.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    // The compiler's last message is empty.
    guard length > 0, let body = receive(Int(length)) else { break }
    send(answer(to: String(decoding: body, as: UTF8.self)))
}
