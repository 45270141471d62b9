import Digests

/// The form in which pins are remembered.
enum PinCodec {
    static let version = 1

    static func encode(_ pins: [Pin]) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(pins) { writer, pin in
            writer.write(pin.identity)
            writer.write(pin.kind.rawValue)
            writer.write(pin.location)
            writer.write(pin.revision)
            switch pin.state {
            case .version(let version):
                writer.write(0)
                writer.write(version.description)
            case .branch(let branch):
                writer.write(1)
                writer.write(branch)
            case .revision: writer.write(2)
            }
        }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> [Pin] {
        var reader = RecordReader(bytes)
        let pins = try reader.list { (reader) throws(MalformedRecord) in
            let identity = try reader.text()
            guard let kind = Pin.Kind(rawValue: try reader.text()) else { throw MalformedRecord() }
            let location = try reader.text(), revision = try reader.text()
            let state: Pin.State
            switch try reader.number() {
            case 0:
                guard let version = Version(try reader.text()) else { throw MalformedRecord() }
                state = .version(version)
            case 1: state = .branch(try reader.text())
            case 2: state = .revision
            default: throw MalformedRecord()
            }
            return Pin(identity: identity, kind: kind, location: location, revision: revision, state: state)
        }
        try reader.finish()
        return pins
    }
}
