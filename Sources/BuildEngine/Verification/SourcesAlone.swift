import BuildPlanning
import Digests
import Disk
import Parallelism
import Subprocesses
import Toolchains

extension ResultVerifier {
    /// True where the compiler makes each object that differs from the cached one in `made`, what the whole compile
    /// left, of its source alone, as builds make objects after an edit. What it made lies in `scratch` afterwards.
    ///
    /// swift-nio's `FileSystem.swift` has a value of the C type `stat`. One frontend that also compiles a source which
    /// imports `CNIOLinux` says that this module holds the type, and one that does not says `SwiftGlibc`. So with
    /// Swift 6.3.1 the driver's own object differs between `-j2` and `-j3`.
    func makesAlone(
        _ item: Item, otherThan made: Made, in scratch: ScratchWorkspace, jobs: Int, _ cpu: inout Double
    ) throws -> Bool {
        let action = item.action
        guard case .outputs(let digests) = made, let objects = action.inPlace?.objects,
            action.outputs.count == action.dependencyFiles.count
        else { return false }
        let sources = objects.reduce(into: [:]) { $0[$1.value] = $1.key }
        let others = action.outputs.indices.filter { digests[$0] != item.decided.result.outputs[$0].digest }
        guard others.allSatisfy({ sources[action.outputs[$0].path] != nil }),
            let known = try self.jobs(of: action, in: scratch, &cpu)
        else { return false }
        var alone: [SourceJobs.Job] = []
        for index in others {
            let object = action.outputs[index].path
            guard let source = sources[object],
                let job = known.job(
                    for: scratch.path(source), object: scratch.path(object),
                    dependencies: scratch.path(action.dependencyFiles[index]), in: scratch.path(action.folder))
            else { return false }
            try files.remove(scratch.path(object))
            alone.append(job)
        }
        let results = try parallelMap(alone, width: jobs) { job in
            try start(.frontend, job.arguments, in: action.folder, scratch)
        }
        cpu += results.reduce(0) { $0 + $1.cpu }
        return results.allSatisfy(\.succeeded)
            && others.allSatisfy { index in
                let digest = try? files.digest(scratch.path(action.outputs[index].path))
                return digest == item.decided.result.outputs[index].digest
            }
    }

    /// What the driver would start for each source; nil where the action is no compile of that kind.
    private func jobs(of action: Action, in scratch: ScratchWorkspace, _ cpu: inout Double) throws -> SourceJobs? {
        guard let tool = action.tool, let question = SourceJobs.question(spelled(action.arguments, scratch, jobs: 1))
        else { return nil }
        let answer = try start(tool, question, in: action.folder, scratch)
        cpu += answer.cpu
        guard answer.succeeded else { return nil }
        return SourceJobs(
            answer: String(decoding: answer.output, as: UTF8.self), frontend: toolchain.path(of: .frontend))
    }
}
