import BuildPlanning
import Digests
import Disk

/// Which action's result a file in a workspace is, as the last builds there decided it.
public struct Provenance: Sendable {
    public struct Maker: Hashable, Sendable {
        public var action: ActionID
        /// The action's name for the file.
        public var output: String
        public var key: ActionKey
    }

    /// The results that have an output with this content; sorted by action. Empty where no build in this workspace
    /// decided any.
    public static func makers(of content: ContentDigest, in root: AbsolutePath, files: any FileSystem) -> [Maker] {
        let state = root / "\(BuildLayout.folder)/state"
        let memories = ((try? files.list(state)) ?? []).map(\.name).filter { $0.hasPrefix(DecisionMemory.namePrefix) }
        return memories.flatMap { name in
            DecisionMemory.all(at: state / name, files).flatMap { action, entry in
                entry.result.outputs.filter { $0.digest == content }.map {
                    Maker(action: action, output: $0.name, key: entry.key)
                }
            }
        }
    }
}
