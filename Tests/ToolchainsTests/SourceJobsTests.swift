import Disk
import Testing
import Toolchains

/// Reading what the driver says that it would start.
@Suite struct SourceJobsTests {
    private let frontend = AbsolutePath("/t/usr/bin/swift-frontend")

    private func jobs(_ lines: String...) -> [String: SourceJobs.Job] {
        SourceJobs(answer: lines.joined(separator: "\n"), frontend: frontend).jobs
    }

    @Test func theQuestionIsTheCompilesOwnWords() {
        let words = [
            "-c", "-incremental", "-enable-batch-mode", "-j2", "-module-name", "M",
        ]
        #expect(
            SourceJobs.question(words)
                == ["-c", "-disable-batch-mode", "-driver-print-jobs", "-j2", "-module-name", "M"])
        #expect(SourceJobs.question(["-c", "-whole-module-optimization"]) == nil)
    }

    @Test func eachSourceHasItsJob() {
        let found = jobs(
            "\(frontend) -frontend -c -primary-file a.swift 'b c.swift' -emit-dependencies-path a.d -o a.o",
            "\(frontend) -frontend -c a.swift -primary-file 'b c.swift' 'it'\\''s' '' -o 'b c.o'")
        #expect(found["a.swift"]?.dependencies == "a.d")
        #expect(found["a.swift"]?.object == "a.o")
        #expect(
            found["b c.swift"]?.arguments
                == ["-frontend", "-c", "a.swift", "-primary-file", "b c.swift", "it's", "", "-o", "b c.o"])
    }

    @Test(arguments: [
        "/bin/sh -frontend -c -primary-file a.swift -o a.o", "FRONTEND -frontend -c a.swift -o a.o",
        "FRONTEND -frontend -c -primary-file a.swift -primary-file b.swift -o a.o -o b.o",
        "FRONTEND -frontend -c @words -primary-file a.swift -o a.o",
        "FRONTEND -frontend -c -filelist x -primary-file a.swift -o a.o",
        "FRONTEND -frontend -emit-module -primary-file a.swift -o a.o",
        "FRONTEND -frontend -c -primary-file a.swift -o a.o; rm x",
        "FRONTEND -frontend -c -primary-file \"a.swift\" -o a.o", "FRONTEND -frontend -c -primary-file 'a.swift -o a.o",
        "FRONTEND -frontend -c -primary-file a.swift", "",
    ]) func whatIsNotUnderstoodIsNoJob(line: String) {
        #expect(jobs(line.replacing("FRONTEND", with: frontend.string)) == [:])
    }
}
