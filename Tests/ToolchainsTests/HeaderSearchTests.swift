import Disk
import Testing

@testable import Toolchains

/// A header that comes to be in a folder that is searched earlier hides the one that was read.
@Suite struct HeaderSearchTests {
    private let search = HeaderSearch(
        c: ["/t/lib/clang/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/include", "/usr/include"],
        cxx: ["/usr/include/c++/13", "/usr/include/x86_64-linux-gnu/c++/13", "/usr/local/include", "/usr/include"])

    private func rivals(_ reads: String..., there: Set<String>) -> [String] {
        search.rivals(of: reads.map { AbsolutePath($0) }) { there.contains($0.string) }.map(\.string).sorted()
    }

    @Test func whatIsNotThereStandsForAllThatCouldBeInIt() {
        let there: Set<String> = [
            "/t/lib/clang/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include",
            "/usr/local/include/sys",
        ]
        #expect(
            rivals("/usr/include/zlib.h", there: there) == [
                "/include", "/t/lib/clang/include/zlib.h", "/usr/include/c++/13",
                "/usr/include/x86_64-linux-gnu/c++/13",
                "/usr/include/x86_64-linux-gnu/zlib.h", "/usr/local/include/zlib.h",
            ])
        let nested = rivals("/usr/include/sys/types.h", "/usr/include/openssl/ssl.h", there: there)
        #expect(nested.contains("/usr/local/include/sys/types.h"))
        #expect(nested.contains("/usr/local/include/openssl"))
    }

    @Test func whatIsFoundFirstHasNone() {
        #expect(rivals("/t/lib/clang/include/stddef.h", there: []) == [])
        #expect(rivals("/opt/somewhere/x.h", there: []) == [], "named by its path, or found by a flag")
    }

    /// `/usr/include/x86_64-linux-gnu/sys/cdefs.h` is `<sys/cdefs.h>`, not `<x86_64-linux-gnu/sys/cdefs.h>`.
    @Test func theInnermostFolderNamesIt() {
        let found = rivals(
            "/usr/include/x86_64-linux-gnu/sys/cdefs.h", there: ["/usr/local/include", "/usr/local/include/sys"])
        #expect(found.contains("/usr/local/include/sys/cdefs.h") && !found.contains { $0.hasSuffix("gnu/sys/cdefs.h") })
    }

    @Test func clangsAnswerIsRead() {
        let answer = """
            clang version 17
             (in-process)
             "/t/bin/clang" "-cc1" "-internal-isystem" "/t/lib/clang/17/include" "-internal-isystem" "/usr/lib/gcc/../../include/c++" \
            "-internal-externc-isystem" "/usr/include" "-internal-isystem" "relative" "-x" "c++" "/dev/null"

            """
        #expect(HeaderSearch.folders(in: answer) == ["/t/lib/clang/17/include", "/usr/include/c++", "/usr/include"])
        #expect(HeaderSearch.folders(in: "") == [] && HeaderSearch.folders(in: "\"x\"") == [])
    }
}
