import BuildPlanning
import Digests
import Disk
import RemoteCaches
import Toolchains

/// A tool's run as it is described to another machine: the same relative paths, with a mark wherever the workspace's
/// own path would stand, and a script around it that puts the worker's path there.
struct AwayCommand {
    /// Stands for the workspace's own path.
    static let mark = "/@mono-workspace@"
    /// What the script says of the worker: its path of the workspace, then the hash of each file of its system that the
    /// tool read, then the size of each program of its toolchain.
    static let report = "mono-report"

    /// `$1`… are the mark, files that hold it, files with rules in make's format, the working folder, the report, the
    /// toolchain's folder, programs; then the command line.
    private static let script = """
        mark=$1 marked=$2 rules=$3 folder=$4 report=$5 toolchain=$6 programs=$7
        shift 7
        root=$(pwd -P)
        for file in $marked; do sed "s#$mark#$root#g" "$file.in" > "$file" || exit 125; done
        count=$#
        while [ $count -gt 0 ]; do
            word=$1
            shift
            while :; do
                case $word in
                *"$mark"*) word=${word%%"$mark"*}$root${word#*"$mark"} ;;
                *) break ;;
                esac
            done
            set -- "$@" "$word"
            count=$((count - 1))
        done
        for file in $MONO_WRITES; do mkdir -p "$(dirname "$file")" || exit 125; done
        mkdir -p "$folder" && cd "$folder" || exit 125
        "$@" || exit $?
        cd "$root"
        {
            echo "$root"
            if [ -n "$rules" ]; then
                cat $rules | tr ' \\\\' '\\n\\n' | grep '^/' | grep -v -e "^$root/" -e "^$toolchain/" | sort -u |
                    xargs -r sha256sum
            fi
            for program in $programs; do echo "size $(stat -L -c %s "$program") $program"; done
        } > "$report" 2> /dev/null
        exit 0
        """

    private(set) var inputs: [String: RemoteAction.Input] = [:]
    /// Files that hold the mark.
    private var marked: [String] = []
    private let root: AbsolutePath

    init(root: AbsolutePath) { self.root = root }

    /// True for a path that leads to no place out of the workspace.
    static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }

    /// The same, for one that a shell takes for one word.
    static func isPlain(_ path: String) -> Bool {
        isInside(path)
            && path.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "/._+-@=,~%".utf8.contains(byte)
                }
            }
    }

    /// A text with the mark for the workspace's own path.
    func marking(_ text: String) -> String { MovedPaths.moved(text, from: root.string, to: AwayCommand.mark) }

    mutating func add(_ path: String, _ digest: ContentDigest, isExecutable: Bool) {
        inputs[path] = RemoteAction.Input(
            path: path, digest: digest, isExecutable: isExecutable, content: .file(AbsolutePath(path, in: root)))
    }

    mutating func add(_ file: Action.GeneratedFile) {
        let text = marking(file.content), holdsMark = text.contains(AwayCommand.mark)
        let path = holdsMark ? file.path + ".in" : file.path, bytes = Array(text.utf8)
        if holdsMark, inputs[path] == nil { marked.append(file.path) }
        inputs[path] = RemoteAction.Input(path: path, digest: ContentDigest(of: bytes), content: .bytes(bytes))
    }

    /// - Parameters:
    ///   - words: the tool's command line, with the mark.
    ///   - programs: of the toolchain; their sizes are said.
    func action(
        _ words: [String], in folder: String, environment: [String: String], writes: [String], rules: [String],
        toolchain: AbsolutePath, programs: [AbsolutePath]
    ) -> RemoteAction {
        var variables = environment
        variables["MONO_WRITES"] = writes.joined(separator: " ")
        // A folder of this machine's need not be there.
        variables["TMPDIR"] = nil
        let parameters = [
            AwayCommand.mark, marked.joined(separator: " "), rules.joined(separator: " "), folder, AwayCommand.report,
            toolchain.string, programs.map(\.string).joined(separator: " "),
        ]
        return RemoteAction(
            arguments: ["/bin/sh", "-c", AwayCommand.script, "sh"] + parameters + words, variables: variables,
            inputs: inputs.values.sorted { $0.path < $1.path }, outputs: writes + [AwayCommand.report])
    }
}

/// What the script said of the worker.
struct WorkerReport {
    /// The workspace's path there.
    let root: String
    /// By path: hashes of files that were read, sizes of programs.
    private(set) var hashes: [String: String] = [:]
    private(set) var sizes: [String: Int64] = [:]

    /// Nil for what the script did not write.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, first.hasPrefix("/"), first.count > 1 else { return nil }
        root = String(first)
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            if parts.count == 3, parts[0] == "size" {
                sizes[String(parts[2])] = Int64(parts[1])
            } else if parts.count == 2, parts[0].count == 64 {
                hashes[String(parts[1])] = String(parts[0])
            }
        }
    }
}
