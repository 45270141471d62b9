import Disk
import Targets

/// What the unsafe flags of a target name. Only the tools know what they mean: what may be a path counts as one.
struct FlagPaths {
    /// Each may be a file or a folder, or not be there.
    let places: Set<AbsolutePath>
    /// There are other words than those that are known to name no file: tools may read any file because of them.
    let isCurious: Bool
    /// They are handed to compilers, not only to the linker.
    let isForCompilers: Bool

    /// `package`: the folder of the target's package, in which its C sources are compiled; everything else runs in the
    /// root.
    init(of target: Target, root: AbsolutePath, package: AbsolutePath) {
        var places: Set<AbsolutePath> = [], isCurious = false, isForCompilers = false
        for setting in target.settings {
            guard let words = setting.value.unsafeFlags else { continue }
            var last = ""
            for word in words {
                for path in FlagPaths.takingNames.contains(last) ? [] : FlagWord.paths(in: word) {
                    places.formUnion([AbsolutePath(path, in: package), AbsolutePath(path, in: root)])
                }
                if !FlagPaths.isPure(word, after: last) {
                    isCurious = true
                    if !setting.value.isForLinker { isForCompilers = true }
                }
                last = word
            }
        }
        (self.places, self.isCurious, self.isForCompilers) = (places, isCurious, isForCompilers)
    }

    /// True for words that name no file, whatever lies where.
    static func isPure(_ word: String, after last: String) -> Bool {
        if takingNames.contains(last) || switches.contains(word) || takingNames.contains(word) { return true }
        if word.hasPrefix("-Wl,") || word.hasPrefix("-Wa,") || word.hasPrefix("-Wp,") { return false }
        if pureWithValue.contains(where: word.hasPrefix) { return true }
        // It has a file of a name that nobody gives.
        if word.hasPrefix("-fprofile") || word.hasPrefix("-l:") { return false }
        return !word.contains("=") && pureBeginnings.contains(where: word.hasPrefix)
    }

    private static let takingNames: Set = [
        "-D", "-U", "-enable-experimental-feature", "-enable-upcoming-feature", "-swift-version", "-Wwarning",
        "-Werror",
    ]
    private static let switches: Set = [
        "-Xfrontend", "-Xcc", "-Xlinker", "-Xllvm", "-Xclang", "-Xclang-linker", "-w", "-c", "-v", "-pthread",
        "-suppress-warnings", "-parse-as-library",
        "-whole-module-optimization", "-no-whole-module-optimization", "-cross-module-optimization",
        "-application-extension",
        "-require-explicit-availability", "-require-explicit-sendable", "-package-description-version",
        "-static-stdlib", "-ObjC",
    ]
    private static let pureBeginnings = [
        "-O", "-l", "-f", "-g", "-m", "-pedantic", "-warn", "-no-warn", "-enable-", "-disable-", "-strict-",
        "-suppress-",
    ]
    private static let pureWithValue = [
        "-D", "-U", "-W", "-std=", "-fuse-ld=", "-fsanitize=", "-fvisibility=", "-march=", "-mtune=", "-mcpu=",
        "-mfpu=", "-mabi=", "-warn-", "-strict-concurrency=",
        "-enable-actor-data-race-checks", "-solver-",
    ]
}

extension Setting {
    fileprivate var unsafeFlags: [String]? {
        switch self {
        case .swift(.unsafeFlags(let words)), .clangUnsafeFlags(_, let words), .linkerUnsafeFlags(let words): words
        default: nil
        }
    }

    fileprivate var isForLinker: Bool { if case .linkerUnsafeFlags = self { true } else { false } }
}

extension Target {
    var hasUnsafeFlags: Bool { settings.contains { $0.value.unsafeFlags != nil } }
}
