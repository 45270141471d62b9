import BuildEngine
import BuildPlanning
import Disk
import PackageManifests
import Subprocesses

/// What somebody asks for who may be told that nothing has changed.
public struct UpToDateRequest: Hashable, Sendable {
    /// All that decides what is built and what is told of it, and that neither the workspace's settings nor these say:
    /// a command line.
    public var words: [String]
    public var settings: BuildSettings

    public init(words: [String], settings: BuildSettings) { (self.words, self.settings) = (words, settings) }
}

/// A request, and what its front end said of the workspace before it was built.
public struct UpToDateWords: Hashable, Sendable {
    public var request: UpToDateRequest
    public var said: [String]

    public init(_ request: UpToDateRequest, said: [String]) { (self.request, self.said) = (request, said) }
}

/// All is as the last build of the same request left it: planning and deciding it again would run nothing and place
/// nothing.
public struct UpToDate: Sendable {
    /// What that build would tell.
    public var result: NothingToDo
    /// What the front end said before the build.
    public var said: [String]
}

extension Workspace {
    public enum Opening: Sendable {
        case upToDate(UpToDate)
        case open(OpenWorkspace)
    }

    /// Opens the workspace, unless a look at everything that the last such build looked at shows that all of it is as
    /// it was then: files, folders, names at which nothing was, tools, and what was placed. That takes as long as the
    /// looks do; nothing is read, planned or decided. It is as right as a build, and in doubt the workspace is opened.
    ///
    /// A build of what is returned then notes what it looks at, where `PlannedBuild.build` is told the same request. No
    /// note is made of a build that asks plugins, and of one for which programs other than its actions' were run.
    ///
    /// `always`: the workspace is opened whatever a look would show, and the note is made all the same. Throws as
    /// `open` does.
    public func open(
        unless request: UpToDateRequest, always: Bool = false, _ cancellation: Cancellation = Cancellation(),
        progress: @escaping WorkspaceProgress = { _ in }
    ) throws -> Opening {
        let lock = try lock(cancellation, progress)
        let cache = try settings.caches.cache(for: root, files, commands, settings.environment)
        let record = UpToDateRecord(of: configuration, settings, files, cache, request)
        let known = always ? nil : record?.read()
        if case .same(let known)? = known { return .upToDate(known) }
        let log = record.map { _ in LookLog(leavingOut: UpToDateRecord.leftOut(of: root)) }
        var workspace = try open(lock, log: log, cancellation, progress)
        workspace.noting = record.map { record in
            if case .edited(let edited)? = known { return Noting(request: request, record: record, edited: edited) }
            return Noting(request: request, record: record)
        }
        return .open(workspace)
    }
}

extension OpenWorkspace {
    /// Notes what the build looked at. Failing to is no error: the next one looks at everything itself.
    func note(_ words: UpToDateWords, _ settings: BuildSettings, _ summary: BuildSummary) {
        guard let log, let noting, let next = summary.next, words.request == noting.request,
            words.request.settings == settings,
            loaded.variables.isDisjoint(with: UpToDateRecord.unheeded),
            loaded.notes.allSatisfy(\.isToldEachTime)
        else { return }
        let amendment = summary.isOfPart ? noting.edited?.amendment(by: summary.placed, in: root) : nil
        if summary.isOfPart, amendment == nil { return }
        noting.record.write(
            UpToDate(result: next, said: words.said), summary.outline, log, amendment,
            listings: noting.edited?.listings)
    }
}

extension WorkspaceNote {
    /// False for what only this load has to say, and for what no look tells.
    fileprivate var isToldEachTime: Bool {
        switch self {
        case .lockWritten, .rememberedVersions, .manifestNotRemembered: false
        case .emptyTarget, .unhandledFiles, .systemLibrary, .patternWithoutPackages: true
        }
    }
    /// True where what is said of it does not depend on what is planned.
    var isOfNoPlan: Bool { if case .systemLibrary = self { false } else { isToldEachTime } }
}
