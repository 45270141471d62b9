import Digests
import Disk
import InterfaceDigests
import Toolchains

/// What this machine remembers of the types of the toolchain's modules, for caches that do not have them: asking the
/// compiler took 4 of 107 s of the processor's in a clean build of swift-nio. A record that is damaged is none, and what
/// cannot be written is found out again. Any thread.
struct TypeMemory: Sendable {
    private let files: any FileSystem
    private let folder: AbsolutePath
    /// The folders of the system's headers, of which some of the modules are made.
    private let headers: [AbsolutePath]

    /// `folder`: that of this machine's user.
    init(files: any FileSystem, folder: AbsolutePath, headers: [AbsolutePath]) {
        (self.files, self.folder, self.headers) = (files, folder, headers)
    }

    /// `key`: holds the toolchain and the module.
    func types(under key: ContentDigest) -> ForeignTypes? {
        guard var reader = MachineMemory.read(place(of: key), files) else { return nil }
        do throws(MalformedRecord) {
            let text = try reader.text()
            try reader.finish()
            return ForeignTypes(text: text)
        } catch { return nil }
    }

    func keep(_ types: ForeignTypes, under key: ContentDigest) {
        var writer = RecordWriter()
        writer.write(types.text)
        try? files.write(writer.sealed(), to: place(of: key))
    }

    /// An update of the system's headers replaces files, and so changes the times of their folders.
    private func place(of key: ContentDigest) -> AbsolutePath {
        var builder = DigestBuilder()
        builder.append("types 1")
        builder.append(key)
        for header in headers {
            let status = files.status(header)
            builder.append([status?.device, status?.inode].map { $0.map(String.init) ?? "" })
            builder.append([status?.modified, status?.changed].map { $0.map(String.init) ?? "" })
        }
        return folder / "types-\(builder.finish().hex)"
    }
}
