import Digests
import Disk
import InterfaceDigests
import Parallelism
import Subprocesses
import Toolchains

/// Asks a compiler whether interface digests are right for it: the edits that facts name, and a sample of all others,
/// each made to a module whose clients are compiled before and after.
///
/// Takes minutes on two processors. What was found out is kept in the folder of `steps` until that is removed, so that
/// a run that was stopped goes on where it was.
public struct DigestQualification: Sendable {
    /// Why a compiler does not qualify.
    public enum Fault: Hashable, Sendable {
        /// A client came out otherwise, and the digest was the same: builds would be wrong.
        case missed(edit: String, difference: String)
        /// So with the parts that the client uses.
        case missedByUsedParts(edit: String, client: String)
        /// Files that a build would not compile again came out otherwise.
        case missedBySurface(edit: String, what: String)
        /// Something that digests rest on is not so.
        case contradiction(String)
        /// Something did not compile or could not be looked at, so nothing is known of it.
        case notAsked(String)
    }

    public struct Outcome: Hashable, Sendable {
        /// How many were made.
        public var edits: Int
        /// All that were to be made. After some faults the rest is left.
        public var isWhole: Bool
        public var facts: Int
        public var faults: [Fault]

        public var passed: Bool { faults.isEmpty && isWhole && edits > 0 }
    }

    private let steps: Steps
    private let program: String
    private let jobs: Int

    /// How many edits of the corpus beside those that facts name.
    private static let sample = 60

    /// Faults after which nothing more is asked.
    private static let enough = 5

    /// `program`: the digest of the program that holds mono's code.
    public init(steps: Steps, program: String, jobs: Int) {
        (self.steps, self.program, self.jobs) = (steps, program, jobs)
    }

    /// The edits to make, by module.
    static func chosen() throws(CorpusFault) -> (bases: [CorpusBase], facts: Facts) {
        var bases = try Corpus.bases()
        let all = bases.flatMap { base in base.edits.map { "\(base.category)/\($0.name)" } }
        let facts = try Facts(edits: Set(all))
        let named = facts.edits, others = all.filter { !named.contains($0) }
        let stride = max(1, others.count / sample)
        let sampled = Set(others.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element))
        for index in bases.indices {
            let category = bases[index].category
            bases[index].edits.removeAll {
                let id = "\(category)/\($0.name)"
                return !named.contains(id) && !sampled.contains(id)
            }
        }
        bases.removeAll(where: \.edits.isEmpty)
        return (bases, facts)
    }

    /// Nil where `steps` was cancelled. `progress` gets the number of edits that were made and of all, on any thread.
    /// Throws where mono's own corpus is not of its format.
    public func run(progress: @escaping @Sendable (Int, Int) -> Void) throws(CorpusFault) -> Outcome? {
        let (bases, facts) = try DigestQualification.chosen()
        let total = bases.reduce(0) { $0 + $1.edits.count }
        let made = Tally(), found = Tally(), column = ABIDigestColumn(steps: steps, program: program)
        let used = UsedColumn(
            requirements: RequirementNames(of: column.toolchain, files: LocalFileSystem()))
        progress(0, total)
        // Each item is one edit; what its module was before is compiled once and looked up by the others.
        // What facts name comes first: a compiler that is otherwise shows it soon.
        let all = bases.flatMap { base in base.edits.map { (base, $0) } }, named = facts.edits
        func isNamed(_ item: (CorpusBase, CorpusEdit)) -> Bool { named.contains("\(item.0.category)/\(item.1.name)") }
        let items = all.filter(isNamed) + all.filter { !isNamed($0) }
        let results: [[Fault]?] = parallelMap(items, width: jobs) { base, edit in
            // The verdict is known.
            if steps.cancellation.isRequested || found.count >= DigestQualification.enough { return nil }
            let faults: [Fault] =
                switch perform(edit, in: base, column, used) {
                case .success(let finding):
                    DigestQualification.faults(in: finding)
                        + facts.contradictions(in: [finding]).map { .contradiction($0) }
                case .failure(let fault): [.notAsked(fault.description)]
                }
            for _ in faults { found.add() }
            progress(made.add(), total)
            return faults
        }
        if steps.cancellation.isRequested { return nil }
        let performed = results.compactMap(\.self)
        return Outcome(
            edits: performed.count, isWhole: performed.count == total, facts: facts.count,
            faults: performed.flatMap(\.self))
    }

    private func perform(
        _ edit: CorpusEdit, in base: CorpusBase, _ column: ABIDigestColumn, _ used: UsedColumn
    ) -> Result<Finding, CorpusFault> {
        do throws(CorpusFault) {
            let experiment = try Experiment(base, Compiler(steps: steps), digests: column, used: used)
            return .success(try experiment.perform(edit))
        } catch { return .failure(error) }
    }

    /// Where builds would be wrong.
    static func faults(in finding: Finding) -> [Fault] {
        var faults: [Fault] = []
        if let difference = finding.difference, !finding.isHeader, finding.digestChanged != true {
            faults.append(.missed(edit: finding.id, difference: difference))
        }
        if let difference = finding.testableDifference, !finding.isHeader, !finding.bytesChanged {
            faults.append(.missed(edit: finding.id, difference: difference))
        }
        for used in finding.used where used.isMissed {
            faults.append(.missedByUsedParts(edit: finding.id, client: used.client))
        }
        if let what = finding.pastSurface { faults.append(.missedBySurface(edit: finding.id, what: what)) }
        return faults
    }
}
