import BuildPlanning
import Digests
import Disk
import Synchronization
import Targets

/// What runs of an action were seen to read beyond what it declares, as it is now: system headers, headers found by
/// searching.
struct Readings: Hashable, Sendable {
    struct File: Hashable, Sendable {
        /// Relative to the workspace's root inside it. Outside, absolute, and of what lies near it relative, too: from
        /// another checkout the two may be two files. `OpenRoot.mark` where the root's own path was read.
        var path: String
        var digest: ContentDigest?
    }

    var files: [File]
    var digest: ContentDigest

    init(files: [File]) {
        self.files = files
        var builder = DigestBuilder()
        builder.beginList(count: files.count)
        for file in files {
            builder.append(file.path)
            builder.append(file.digest)
        }
        digest = builder.finish()
    }
}

extension ActionKey {
    /// The key under which the result is kept: this one, and what was read as it is now.
    func reading(_ readings: Readings) -> ActionKey {
        var builder = DigestBuilder()
        builder.append("read")
        builder.append(digest)
        builder.append(readings.digest)
        return ActionKey(digest: builder.finish())
    }
}

/// Names that a run read, as a key of a few hashed words: lists have a thousand names, and most actions have one of
/// few.
struct NameList: Hashable {
    let names: [String]

    func hash(into hasher: inout Hasher) {
        hasher.combine(names.count)
        if let last = names.last { hasher.combine(last) }
        if !names.isEmpty { hasher.combine(names[names.count / 2]) }
    }
}

/// Digests of workspace files and of files of the system, each looked at once a build where many actions read it.
final class ReadableFiles: Sendable {
    private let root: AbsolutePath
    private let files: any FileSystem
    private let workspace: FileDigests
    private let machine: FileDigests
    /// System headers are read by every action: one look a build each. A change during the build is found before
    /// publishing.
    private let seen = Mutex<[String: Look]>([:])
    private let seenSources = Mutex<[Action.Subject: SeenSources]>([:])
    private let lookedAhead = Mutex<Set<Action.Subject>>([])
    private let askingAssemblers = Mutex<[AssemblerReads.Language: [String: Bool]]>([:])
    private let asked = Mutex<[Asking: AskedHeaders]>([:])
    private let clockMacros = Mutex<[AbsolutePath: [ClockMacro]]>([:])
    private let sets = Mutex<[NameList: Readings?]>([:])
    private let emptyPlaces: EmptyPlaces
    let texts: HeaderTexts

    init(root: AbsolutePath, files: any FileSystem, workspace: FileDigests, machine: FileDigests) {
        (self.root, self.files, self.workspace, self.machine) = (root, files, workspace, machine)
        emptyPlaces = EmptyPlaces(files: files)
        texts = HeaderTexts(files: files)
    }

    func absolute(_ path: String) -> AbsolutePath { AbsolutePath(path, in: root) }

    /// Relative to the workspace's root inside it, else absolute.
    func name(_ path: AbsolutePath) -> String { path.isInside(root) ? path.relative(to: root) : path.string }

    /// The name from the root of what lies outside of it, where it shares a folder with it: another checkout that reads
    /// the same texts has what lies there beside it. Nil for all else.
    func nameFromRoot(of name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: "/") else { return nil }
        let shared = root.string.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }, rest = name.utf8.dropFirst()
        guard rest.starts(with: shared), rest.dropFirst(shared.count).first == UInt8(ascii: "/") else { return nil }
        return AbsolutePath(name).relative(to: root)
    }

    /// True for the name of something outside of the workspace.
    func isOutside(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: "/") || name.utf8.starts(with: "../".utf8)
    }

    /// The digest of a file of the workspace, looked at now.
    func digest(_ path: String) throws(FileError) -> ContentDigest {
        try workspace.digest(absolute(path))
    }

    /// The digests of an action's sources, in their order, each looked at once a pass for all actions of `subject` that
    /// read the same ones: the module and the objects of a target are made of the same files.
    ///
    /// A change since then shows: no result is published of a run that read something else, and the next build looks
    /// again.
    func digests(ofSources sources: [String], of subject: Action.Subject) throws(FileError) -> [ContentDigest] {
        if let known = seenSources.withLock({ $0[subject] }), known.paths == sources { return known.digests }
        var digests: [ContentDigest] = []
        digests.reserveCapacity(sources.count)
        for path in sources { digests.append(try digest(path)) }
        seenSources.withLock { $0[subject] = SeenSources(paths: sources, digests: digests) }
        return digests
    }

    private struct SeenSources: Sendable {
        var paths: [String]
        var digests: [ContentDigest]
    }

    /// True for a file of the workspace that has the assembler read other files: no tool gives an account of these, not
    /// even where the preprocessor tells what it read. `language`: of the source that is compiled, `path` may be its
    /// header.
    func mayReadMore(_ path: String, _ language: AssemblerReads.Language) -> Bool {
        if let known = askingAssemblers.withLock({ $0[language]?[path] }) { return known }
        let answer = (try? files.read(absolute(path))).map { AssemblerReads.stand(in: $0, language) } ?? true
        askingAssemblers.withLock { $0[language, default: [:]][path] = answer }
        return answer
    }

    /// What the text of a file asks for by `words`; nil where it cannot be read. Texts of the system are read by every
    /// compile: each is looked through once a build.
    func asked(by path: AbsolutePath, _ words: Set<String> = AskedHeaders.questions) -> AskedHeaders? {
        let question = Asking(path: path, words: words)
        if let known = asked.withLock({ $0[question] }) { return known }
        guard let text = try? files.read(path) else { return nil }
        let answer = AskedHeaders(in: text, words: words)
        asked.withLock { $0[question] = answer }
        return answer
    }

    /// What of a text stands for the time of its compile; each text is looked through once a build.
    func clockMacros(in path: AbsolutePath) -> [ClockMacro] {
        if let known = clockMacros.withLock({ $0[path] }) { return known }
        let found = (try? files.read(path)).map(ClockMacro.uses) ?? []
        clockMacros.withLock { $0[path] = found }
        return found
    }

    private struct Asking: Hashable {
        var path: AbsolutePath
        var words: Set<String>
    }

    func isFolder(_ path: String) -> Bool { files.isFolder(absolute(path)) }

    func isExecutable(_ path: String) -> Bool { files.status(absolute(path))?.isExecutable == true }

    /// The digest now of anything that may be read; nil where nothing is there, where it cannot be read, and where it
    /// is nothing that an action can be said to have read.
    func current(_ path: String) -> ContentDigest? { look(path).digest }

    private enum Look: Sendable {
        /// Nil where nothing is there, or it cannot be read.
        case found(ContentDigest?)
        /// Nothing that an action can be said to have read: whoever writes to a cache may have put any name there.
        case refused

        var digest: ContentDigest? { if case .found(let digest) = self { digest } else { nil } }
    }

    /// Of a folder, its headers count by name. All else that is no file is one thing: that it came to be where nothing
    /// was is seen.
    private func look(_ path: String) -> Look {
        if path == OpenRoot.mark { return .found(ContentDigest(of: root.string)) }
        let isOutside = isOutside(path), place = absolute(path)
        // What the kernel makes up when it is read is another thing each time.
        if isOutside, ReadableFiles.ofKernel.contains(where: place.isInside) { return .refused }
        do throws(FileError) {
            return .found(try (isOutside ? machine : workspace).digest(place, atMost: ReadableFiles.largest))
        } catch {
            // A file of zeros takes no room on a disk.
            if error.code == FileDigests.tooLarge { return .refused }
            if error.isMissing { return .found(nil) }
            switch files.status(place)?.kind {
            case nil, .file: return .found(nil)
            case .folder: return .found(HeaderFolder.digest(of: place, files))
            case .symbolicLink, .other: return .found(ContentDigest(of: "no file"))
            }
        }
    }

    /// False for what no key can hold.
    func isReadable(_ path: String) -> Bool { if case .refused = look(path) { false } else { true } }

    private static let ofKernel = ["/proc", "/sys", "/dev", "/run"].map { AbsolutePath($0) }
    /// In bytes. Static libraries of a few gigabytes exist.
    private static let largest: Int64 = 8 << 30

    /// The digest of a file's content now, read anew: what a look at it shows may not have changed with it.
    func content(_ path: String) throws(FileError) -> ContentDigest { try files.digest(absolute(path)) }

    /// Corrects what is remembered of a file that was found to hold something else than a look at it says.
    func correct(_ path: String, _ digest: ContentDigest) { workspace.record(absolute(path), digest) }

    /// The same of what a word may name, where that is a file: of a pipe nobody may ever read the end.
    func file(_ path: String) -> ContentDigest? { files.isFile(absolute(path)) ? current(path) : nil }

    /// `names` as they are in this build. `names` are sorted. Nil where one of them is nothing that an action can be
    /// said to have read.
    func readings(of names: [String]) -> Readings? {
        let list = NameList(names: names)
        if let known = sets.withLock({ $0[list] }) { return known }
        var found: [Readings.File]? = []
        for name in names {
            guard case .found(let digest) = once(name) else {
                found = nil
                break
            }
            found?.append(Readings.File(path: name, digest: digest))
        }
        let readings = found.map { Readings(files: $0) }
        sets.withLock { $0[list] = .some(readings) }
        return readings
    }

    /// Looks at files that actions of `subject` may read, before the first of them runs: a file that holds something
    /// else after a run than was seen then has changed, even where a look at it does not show that.
    func lookAhead(at paths: [String], for subject: Action.Subject) {
        guard lookedAhead.withLock({ $0.insert(subject).inserted }) else { return }
        for path in paths { _ = once(path) }
    }

    /// False where the file was seen in this build to hold something else than `digest`, or not to be there.
    func agrees(_ digest: ContentDigest?, with path: String) -> Bool {
        guard case .found(let before)? = seen.withLock({ $0[path] }) else { return true }
        return before == digest
    }

    private func once(_ name: String) -> Look {
        let path = name.utf8.first != UInt8(ascii: "/") && isOutside(name) ? absolute(name).string : name
        if let known = seen.withLock({ $0[path] }) { return known }
        let look = emptyPlaces.contains(path) ? .found(nil) : look(path)
        if case .found(nil) = look { emptyPlaces.look(around: path) }
        seen.withLock { $0[path] = look }
        return look
    }
}
