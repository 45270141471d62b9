import Toolchains

extension Action {
    /// A run of a program that is none of the toolchain's. In its texts the workspace root is left open (`OpenRoot`).
    public struct ProgramRun: Hashable, Sendable {
        /// Of what a run makes of its outputs. Raised when results mean something else; it stands in every key. 2: they
        /// may be executable.
        public static let format = "2"

        public enum Purpose: Hashable, Sendable {
            /// Each output may turn out to be a folder, or a program: nobody knows before.
            case command([Argument], outputs: [Output])
            /// The answer is the only output.
            case question(Question, answer: Output)
        }

        public var purpose: Purpose
        public var path: String
        public var variables: [String: String]
        /// Resources that it finds beside itself: of the action's sources, and of what it consumes.
        public var bundles: [BuildPlan.Bundle]
        /// Actions whose outputs it reads: the bytes count.
        public var consumed: [ActionID]

        public init(
            _ purpose: Purpose, path: String, variables: [String: String] = [:], bundles: [BuildPlan.Bundle] = [],
            consumed: [ActionID] = []
        ) {
            (self.purpose, self.path, self.variables, self.bundles, self.consumed) = (
                purpose, path, variables, bundles, consumed
            )
        }

        /// Set where the program is asked something.
        public var question: Question? { if case .question(let question, _) = purpose { question } else { nil } }

        var kind: Kind {
            switch purpose {
            case .command: .generate
            case .question: .askPlugin
            }
        }

        var arguments: [Argument] { if case .command(let arguments, _) = purpose { arguments } else { [] } }

        var outputs: [Output] {
            switch purpose {
            case .command(_, let outputs): outputs
            case .question(_, let answer): [answer]
            }
        }
    }
}
