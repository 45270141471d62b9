import Disk

/// Asks pkg-config's files how to compile and link with a system library. They are read here, because a program started
/// in each build costs more than all the rest of a load.
struct PkgConfig: Sendable {
    struct Flags: Hashable, Sendable {
        var compile: [String] = []
        var link: [String] = []
    }

    let files: any FileSystem
    /// Absolute folders, in the order in which they are searched.
    let folders: [AbsolutePath]
    let systemRoot: String?

    /// `environment`: the user's. Of it, `PKG_CONFIG_PATH`, `PKG_CONFIG_LIBDIR` and `PKG_CONFIG_SYSROOT_DIR` count.
    init(files: any FileSystem, environment: [String: String]) {
        func folders(_ variable: String) -> [String]? {
            environment[variable].map { $0.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } }
        }
        self.files = files
        systemRoot = environment["PKG_CONFIG_SYSROOT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        let all = (folders("PKG_CONFIG_PATH") ?? []) + (folders("PKG_CONFIG_LIBDIR") ?? PkgConfig.usualFolders)
        self.folders = all.map { AbsolutePath($0) }
    }

    /// Where the systems that Swift runs on keep them.
    private static let usualFolders: [String] = {
        #if arch(arm64)
            let machine = "aarch64-linux-gnu"
        #else
            let machine = "x86_64-linux-gnu"
        #endif
        return [
            "/usr/local/lib/\(machine)", "/usr/local/lib", "/usr/local/share", "/usr/lib/\(machine)", "/usr/lib64",
            "/usr/lib", "/usr/share",
        ]
        .map { $0 + "/pkgconfig" }
    }()

    /// The flags of the libraries in `names`, which blanks separate, and what is wrong with them. A library that is
    /// wrong has no flags: its headers may be found all the same.
    func flags(of names: String) -> (flags: Flags, problems: [PkgConfigProblem]) {
        var flags = Flags(), problems: [PkgConfigProblem] = []
        for name in names.split(separator: " ").map(String.init) {
            do throws(PkgConfigProblem) {
                var stack: [String] = []
                let found = try self.flags(of: name, &stack)
                let compile = PkgConfig.sorted(found.compile, allowed: ["-I", "-F"], usual: "-I/usr/include")
                let link = PkgConfig.sorted(
                    found.link, allowed: ["-L", "-l", "-F", "-framework", "-w"], usual: "-L/usr/lib")
                for flag in compile.kept where !flags.compile.contains(flag) { flags.compile.append(flag) }
                flags.link += link.kept
                if !compile.others.isEmpty || !link.others.isEmpty {
                    problems.append(.unusedFlags(name, compile.others + link.others))
                }
            } catch {
                problems.append(error)
            }
        }
        return (flags, problems)
    }

    /// Of the packages that a manifest names (`apt: libfoo-dev`), those for this system, told by the files by which
    /// SwiftPM tells it; all of them where it is another one.
    func installable(_ providers: [String]) -> [String] {
        let signs = [
            ("apt: ", ["/etc/debian_version"]),
            ("yum: ", ["/etc/redhat-release", "/etc/centos-release", "/etc/fedora-release", "/etc/system-release"]),
        ]
        guard let here = signs.first(where: { $0.1.contains { files.isFile(AbsolutePath($0)) } }) else {
            return providers
        }
        return providers.filter { $0.hasPrefix(here.0) }
    }

    private func flags(of name: String, _ stack: inout [String]) throws(PkgConfigProblem) -> Flags {
        // In a circle, each is told once.
        if stack.contains(name) { return Flags() }
        stack.append(name)
        defer { stack.removeLast() }
        let file = try self.file(of: name)
        var flags = Flags(compile: file.compileFlags, link: file.linkFlags)
        for need in file.requires {
            let found = try self.flags(of: need, &stack)
            flags.compile += found.compile
            flags.link += found.link
        }
        for need in file.requiresPrivately { flags.compile += try self.flags(of: need, &stack).compile }
        return flags
    }

    private func file(of name: String) throws(PkgConfigProblem) -> PkgConfigFile {
        let place =
            name.hasPrefix("/")
            ? AbsolutePath(name) : folders.lazy.map { $0 / (name + ".pc") }.first { files.isFile($0) }
        guard let place, let content = try? files.read(place) else { throw .unknown(name) }
        do {
            return try PkgConfigFile(
                String(decoding: content, as: UTF8.self), folder: place.parent.string, systemRoot: systemRoot)
        } catch { throw .malformed(place, line: error.line) }
    }

    /// Search paths and libraries, which SwiftPM hands on, and the others, which it does not; what compilers do anyway
    /// is left out.
    private static func sorted(_ flags: [String], allowed: [String], usual: String) -> (
        kept: [String], others: [String]
    ) {
        var kept: [String] = [], others: [String] = []
        var words = flags.makeIterator()
        while let word = words.next() {
            guard let prefix = allowed.first(where: word.hasPrefix), prefix != "-w" || word == "-w" else {
                others.append(word)
                continue
            }
            if prefix == "-framework" {
                kept += [word] + (words.next().map { [$0] } ?? [])
                continue
            }
            let flag = word == prefix && word != "-w" ? word + (words.next() ?? "") : word
            if flag != usual { kept.append(flag) }
        }
        return (kept, others)
    }
}

/// What may be wrong with a system library that a manifest names.
public enum PkgConfigProblem: Error, Hashable, Sendable {
    /// pkg-config's files do not name it: it is probably not installed.
    case unknown(String)
    case malformed(AbsolutePath, line: String)
    /// Flags that are handed to no tool, because SwiftPM would not hand them on either.
    case unusedFlags(String, [String])
}
