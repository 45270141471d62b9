import Digests
import Disk

/// What a build for another platform than this machine's is made with: the system and the Swift libraries of that
/// platform, and the words that its maker has for compilers and linkers.
public struct SwiftSDK: Hashable, Sendable {
    /// By which it is asked for, as `swift sdk list` names it.
    public let id: String
    /// The platform, as the compiler names it: `x86_64-swift-linux-musl`.
    public let triple: String
    /// Digest of all that compilers and linkers are given of it.
    public let identity: ContentDigest
    /// The same, with the linker where that is none of the toolchain's.
    public let identityForLinks: ContentDigest
    /// The bundle: where it lies on this machine, no key holds.
    let folder: AbsolutePath
    let description: SwiftSDKDescription
    /// Folders whose contents `identity` holds, without links on the way to them.
    let covered: [AbsolutePath]

    init(
        id: String, triple: String, identity: ContentDigest, identityForLinks: ContentDigest, folder: AbsolutePath,
        description: SwiftSDKDescription,
        covered: [AbsolutePath]
    ) {
        (self.id, self.triple, self.identity, self.identityForLinks) = (id, triple, identity, identityForLinks)
        (self.folder, self.description, self.covered) = (folder, description, covered)
    }

    /// True for a file that `identity` holds: an action may read it without naming it. What links lead to elsewhere is
    /// no such file.
    public func covers(_ path: AbsolutePath, files: any FileSystem) -> Bool {
        guard let end = files.resolve(path) else { return false }
        return covered.contains { end.isInside($0) }
    }

    /// True for a platform that mono plans for.
    public static func isLinux(_ triple: String) -> Bool {
        let parts = triple.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count >= 3 && parts.allSatisfy { !$0.isEmpty } && parts.dropFirst().contains("linux")
            && !parts.contains { $0.hasPrefix("android") }
            && triple.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Where the Swift libraries are; nil where the toolchain's own are meant.
    func resources(isStatic: Bool) -> AbsolutePath? { isStatic ? description.staticResources : description.resources }

    /// A file of the dynamic Swift libraries, for a command line.
    func resource(_ file: String) -> Argument? { description.resources.map { placed($0 / file) } }

    // MARK: Words, as SwiftPM 6.3 gives them

    /// For the driver, where it compiles.
    func wordsForSwift(isStatic: Bool) -> [Argument] {
        wordsOfDriver { placed($0) } + wordsForReaders(isStatic: isStatic) + ["-debug-prefix-map", forgotten("")]
    }

    /// For all who read modules, drivers or not.
    func wordsForReaders(isStatic: Bool) -> [Argument] {
        let clang = wordsForC + ["-g", "-fno-omit-frame-pointer", forgotten("-ffile-prefix-map=")]
        return (resources(isStatic: isStatic).map { ["-resource-dir", placed($0)] } ?? [])
            + (description.sysroot.map { ["-sdk", placed($0)] } ?? []) + clang.flatMap { ["-Xcc", $0] }
            + wordsForIncludes
    }

    func wordsForClang(isCxx: Bool) -> [Argument] {
        wordsForC + (isCxx ? description.cxx.map(Argument.text) : []) + [
            "-g", "-fno-omit-frame-pointer", forgotten("-ffile-prefix-map="),
        ]
            + wordsForIncludes
    }

    func wordsForLinks(isStatic: Bool) -> [Argument] {
        // The driver writes the folder of dynamic libraries into what it links.
        let hidesPlaces =
            isStatic || description.swift.contains("-static-executable") || description.swift.contains("-static-stdlib")
        func spelled(_ path: AbsolutePath) -> Argument { hidesPlaces ? placed(path) : .text(path.string) }
        var arguments: [Argument] = []
        if let folder = resources(isStatic: isStatic) { arguments += ["-resource-dir", spelled(folder)] }
        // Clang's are beside the dynamic libraries, whatever is linked.
        if let folder = description.resources {
            arguments += ["-Xclang-linker", "-resource-dir", "-Xclang-linker", spelled(folder / "clang")]
        }
        arguments += wordsOfDriver(spelled) + (description.sysroot.map { ["-sdk", spelled($0)] } ?? [])
        for word in description.linker { arguments.addForLinker(word) }
        // SwiftPM 6.3 takes the folders of headers for those of libraries, and never looks at the latter.
        for folder in description.includes + description.libraries { arguments += ["-L", spelled(folder)] }
        return arguments
    }

    private func wordsOfDriver(_ spelled: (AbsolutePath) -> Argument) -> [Argument] {
        (description.linkerProgram.map { [.placed("-ld-path=\($0)", keyed: "-ld-path=\(name(of: $0))")] } ?? [])
            + description.swift.map(Argument.text) + description.tools.flatMap { ["-tools-directory", spelled($0)] }
    }

    private var wordsForC: [Argument] {
        (description.sysroot.map { ["--sysroot", placed($0)] } ?? []) + description.c.map(Argument.text)
    }

    private var wordsForIncludes: [Argument] { description.includes.flatMap { ["-I", placed($0)] } }

    private func placed(_ path: AbsolutePath) -> Argument { .placed(path.string, keyed: name(of: path)) }

    /// What makes tools write the bundle's name on all machines for where it lies on this one.
    private func forgotten(_ option: String) -> Argument {
        .placed("\(option)\(folder)=/\(SwiftSDK.anywhere)", keyed: "\(option)/\(SwiftSDK.anywhere)")
    }

    private static let anywhere = "swift-sdk"

    private func name(of path: AbsolutePath) -> String {
        path.isInside(folder) ? "\(SwiftSDK.anywhere):\(path.relative(to: folder))" : path.string
    }
}
