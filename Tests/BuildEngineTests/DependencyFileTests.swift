import Testing

@testable import BuildEngine

@Suite struct DependencyFileTests {
    private func names(_ text: String) -> [String] { DependencyFile.prerequisites(in: Array(text.utf8)) }

    @Test(arguments: [
        ("a.o: a.c b.h", ["a.c", "b.h"]),
        // clang: one name a line, joined by backslashes.
        ("dependencies: a.c \\\n  b.h \\\n  c.h\n", ["a.c", "b.h", "c.h"]),
        // swiftc: a blank before the colon, blanks in names escaped.
        ("x/a.o : Sources/two\\ words.swift b.swift\n", ["Sources/two words.swift", "b.swift"]),
        // gold: a rule a line, some without prerequisites.
        ("out: \\\n a.o \\\n b.o\n\na.o:\n\nb.o:\n", ["a.o", "b.o"]),
        ("a.o: a.c b.h a.c", ["a.c", "b.h"]),
        ("a.o: cash$$.h hash\\#.h back\\\\slash.h", ["cash$.h", "hash#.h", "back\\slash.h"]),
        ("a.o: c:\\dir\\x.h", ["c:\\dir\\x.h"]),
        ("a.o: a.c \\\r\n b.h\r\n", ["a.c", "b.h"]),
        ("", []),
        ("no colon at all", []),
        ("a.o:", []),
    ])
    func prerequisites(text: String, expected: [String]) {
        #expect(names(text) == expected)
    }

    @Test(arguments: [
        // gold and bfd.
        (
            "o ut: \\\n  a.o \\\n  V L/libval.a \\\n  /usr/lib/a$b.so\n\na.o:\n\nV L/libval.a:\n",
            ["a.o", "V L/libval.a", "/usr/lib/a$b.so"]
        ),
        // lld.
        (
            "o ut: \\\n a.o \\\n V\\ L/libval.a \\\n /usr/lib/a$$b.so\n\na.o:\n",
            ["a.o", "V L/libval.a", "/usr/lib/a$b.so"]
        ),
        // Nothing that is there: what make would read.
        ("out: a.o b.o \\\n  gone file.o\n", ["a.o", "b.o", "gone", "file.o"]),
        ("out: \\\n  two  blanks.a \\\n  a.o \\\n  a.o\n", ["two  blanks.a", "a.o"]),
        ("out:\n", []), ("", []), ("no colon", []),
    ])
    func linkInputs(text: String, expected: [String]) {
        let files: Set = ["a.o", "V L/libval.a", "/usr/lib/a$b.so", "two  blanks.a"]
        #expect(DependencyFile.linkInputs(in: Array(text.utf8), isFile: files.contains) == expected)
    }
}
