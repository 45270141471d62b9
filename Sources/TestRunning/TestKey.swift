import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Subprocesses
import Targets
import Toolchains

/// Makes the keys under which a test target's results are kept, in two steps: what the program is, under which the
/// names of what it was seen to ask for are kept; and what these are now.
public struct TestKey: Sendable {
    public static let format = "3"

    let root: AbsolutePath
    let toolchain: Toolchain
    let files: any FileSystem
    /// Of files of the workspace, and of the machine.
    let workspace, machine: FileDigests
    /// Files that the workspace declares, as they were written: relative to the root, or absolute.
    let declared: [String]
    /// Folders in which mono keeps what it makes, and files that it writes for people.
    let excluded: Set<AbsolutePath>
    let scopes: TestScopes
    let states: InputStates

    public init(
        root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, workspace: FileDigests, machine: FileDigests,
        declared: [String], excluded: Set<AbsolutePath>, scopes: TestScopes
    ) {
        (self.root, self.toolchain, self.files, self.scopes) = (root, toolchain, files, scopes)
        (self.workspace, self.machine, self.declared, self.excluded) = (workspace, machine, declared, excluded)
        states = InputStates(
            files: files, workspace: workspace, machine: machine, scopes: scopes, excluded: excluded)
    }

    /// Of the program, what it is asked and what it is given. Nil where a key could not name all that counts.
    func fingerprint(of test: TestTarget, selection: TestSelection) throws(FileError) -> Fingerprint? {
        // What its programs load when they run is on no list.
        if toolchain.sdk != nil { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add(.own("test format"), TestKey.format)
        fingerprint.add(.own("toolchain"), toolchain.identity)
        fingerprint.add(.own("target"), test.id.description)
        // Who may do all is stopped by no permissions.
        fingerprint.add(.own("user"), CurrentUser.mayDoAll ? "root" : "another")
        // What lies beside it counts where it was seen to be read.
        fingerprint.add(.own(TestKey.program), try workspace.digest(test.program.path))
        for text in selection.wanted { fingerprint.add(.own("filter"), text) }
        for text in selection.unwanted { fingerprint.add(.own("skip"), text) }
        // What passes alone may fail beside others.
        if selection.isSerial { fingerprint.add(.own("--no-parallel"), "") }
        for (name, value) in test.environment.counted {
            fingerprint.add(.own("environment \(name)"), value ?? "not set")
        }
        for path in declared { try add(path, to: &fingerprint) }
        return fingerprint
    }

    /// The same with what inputs are now. `names`: `TestInput.names`.
    func fingerprint(_ declared: Fingerprint, reading names: [String]) -> Fingerprint {
        var fingerprint = declared
        for name in names { fingerprint.add(.own(TestKey.input + name), states.state(ofInputNamed: name)) }
        return fingerprint
    }

    func rules(for program: TestProgram) -> ReadRules {
        ReadRules(
            scopes: scopes, files: files, isOfToolchain: toolchain.covers, program: program,
            ofMono: root / BuildLayout.folder, excluded: excluded)
    }

    /// Something that was read, and has changed since `moment`; nil where nothing has.
    func changed(of reads: TestReads, since moment: FileMoment) -> AbsolutePath? {
        var watch = PathWatch(files: files, workspace: root, since: moment)
        for input in reads.inputs {
            // What was not there before, and is not there now: its folder may hold what the tests made for a while.
            guard let path = scopes.path(of: input), let status = files.linkStatus(path) else { continue }
            let isStill =
                status.kind == .folder && input.ways.contains(.listed)
                ? watch.isUntouched(folder: path) : watch.isStill(path)
            if !isStill { return path }
        }
        return nil
    }

    /// What is not as it was in an earlier key: of the program and what it is given, and of what it read then.
    func changes(since last: Fingerprint, _ declared: Fingerprint) -> Set<TestReport.Change> {
        let before = Dictionary(last.components.map { ($0.name.text, $0.value) }) { first, _ in first }
        let now = Dictionary(declared.components.map { ($0.name.text, $0.value) }) { first, _ in first }
        var found: Set<TestReport.Change> = []
        for (name, value) in before {
            if name.hasPrefix(TestKey.input) {
                let input = String(name.dropFirst(TestKey.input.count))
                if states.state(ofInputNamed: input) != value {
                    if let input = TestInput(name: input) { found.insert(.input(input)) }
                }
            } else if now[name] != value {
                found.insert(name == TestKey.program ? .program : .other(name))
            }
        }
        for name in now.keys where before[name] == nil { found.insert(.other(name)) }
        return found
    }

    private static let input = "input ", program = "program"

    /// A file that is declared, or a folder with all it holds.
    private func add(_ declared: String, to fingerprint: inout Fingerprint) throws(FileError) {
        let path = AbsolutePath(declared, in: root)
        guard files.isFolder(path) else { return add(path, "declared \(declared)", to: &fingerprint) }
        // Links are followed wherever they lead, as tests do; of one that leads to half the disk there is no end, and
        // no key.
        let walk = try FolderWalk(of: path, in: files, boundary: AbsolutePath("/"))
        for file in walk.files where file.kind == .file {
            add(path / file.path, "declared file \(declared)/\(file.path)", to: &fingerprint)
        }
        for each in walk.emptyFolders { fingerprint.add(.own("declared folder \(declared)/\(each)"), "") }
        for link in walk.linksNotFollowed {
            fingerprint.add(
                .own("declared link \(declared)/\(link.path)"),
                (try? files.destination(ofLink: path / link.path)) ?? "")
        }
    }

    /// What cannot be read says so in the key: it is not what it would be if it could be.
    private func add(_ file: AbsolutePath, _ name: String, to fingerprint: inout Fingerprint) {
        fingerprint.add(.own(name), try? machine.digest(file))
        // A script that nobody may start any more is another one.
        if files.status(file)?.isExecutable ?? false { fingerprint.add(.own("executable \(name)"), "") }
    }
}
