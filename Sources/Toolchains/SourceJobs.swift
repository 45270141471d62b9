import Disk

/// The frontend's own command lines for the sources of a compile, one a source, as the driver tells them.
///
/// The driver makes one object a source in any of its modes: a job for one source alone compiles that, and nothing
/// else. Two things in an object are known to depend on which other sources its frontend compiled (Swift 6.3.1): what
/// stands behind opaque types, and, in debug information, which of several C modules holds a type.
public struct SourceJobs: Hashable, Sendable {
    public struct Job: Hashable, Sendable {
        /// For `swift-frontend`.
        public var arguments: [String]
        /// As on the command line of the compile.
        public var source, object: String
        public var dependencies: String?

        /// The same, which also writes down what the compile looks up. `path`: absolute.
        public func recording(to path: String) -> Job {
            var job = self
            job.arguments += ["-emit-reference-dependencies-path", path]
            return job
        }
    }

    /// By source.
    public let jobs: [String: Job]

    /// What has the driver tell the jobs of a compile with these words (`SwiftCompilation.compileIncrementally`), and
    /// start nothing; nil for the words of another compile.
    public static func question(_ words: [String]) -> [String]? {
        guard words.starts(with: SwiftCompilation.incrementalWords) else { return nil }
        return ["-c", "-disable-batch-mode", "-driver-print-jobs"]
            + words.dropFirst(SwiftCompilation.incrementalWords.count)
    }

    /// Reads the driver's answer. A line that is not understood is no job. `frontend`: the only program that one may
    /// start.
    public init(answer: String, frontend: AbsolutePath) {
        var jobs: [String: Job] = [:]
        for line in answer.split(separator: "\n") {
            guard let words = SourceJobs.words(line), words.first == frontend.string,
                let job = SourceJobs.job(Array(words.dropFirst()))
            else { continue }
            jobs[job.source] = job
        }
        self.jobs = jobs
    }

    /// The job that makes `object` of `source`, and says in `dependencies` what it reads; nil where the driver names
    /// none. `folder`: in which jobs run.
    public func job(
        for source: AbsolutePath, object: AbsolutePath, dependencies: AbsolutePath, in folder: AbsolutePath
    ) -> Job? {
        guard let job = jobs.values.first(where: { AbsolutePath($0.source, in: folder) == source }),
            AbsolutePath(job.object, in: folder) == object,
            job.dependencies.map({ AbsolutePath($0, in: folder) }) == dependencies
        else { return nil }
        return job
    }

    private static func job(_ words: [String]) -> Job? {
        func values(_ option: String) -> [String] {
            words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
        }
        // Words that stand in a file could say anything.
        guard words.starts(with: ["-frontend", "-c"]), !words.contains(where: { $0.hasPrefix("@") }),
            !words.contains("-filelist"), !words.contains("-primary-filelist"),
            !words.contains("-supplementary-output-file-map"), values("-primary-file").count == 1,
            values("-o").count == 1, values("-emit-dependencies-path").count < 2,
            values("-emit-reference-dependencies-path").isEmpty
        else { return nil }
        return Job(
            arguments: words, source: values("-primary-file")[0], object: values("-o")[0],
            dependencies: values("-emit-dependencies-path").first)
    }

    /// Words as a shell reads them; nil where it would do more than take quotes away.
    private static func words(_ line: Substring) -> [String]? {
        var words: [String] = [], word: [UInt8]?, isQuoted = false, isEscaped = false
        for byte in line.utf8 {
            if isEscaped {
                word = (word ?? []) + [byte]
                isEscaped = false
            } else if byte == UInt8(ascii: "'") {
                isQuoted.toggle()
                word = word ?? []
            } else if isQuoted {
                word?.append(byte)
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: " ") {
                if let word { words.append(String(decoding: word, as: UTF8.self)) }
                word = nil
            } else if "\"$`;|&<>()*?".utf8.contains(byte) {
                return nil
            } else if word == nil {
                word = [byte]
            } else {
                word?.append(byte)
            }
        }
        guard !isQuoted, !isEscaped else { return nil }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}
