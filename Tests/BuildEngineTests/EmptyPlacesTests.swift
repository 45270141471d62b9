import Digests
import Disk
import Synchronization
import Testing

@testable import BuildEngine

@Suite struct EmptyPlacesTests {
    private let files = InMemoryFileSystem()

    @Test func aListingAnswersForAllNamesOfItsFolder() throws {
        try files.write("", to: AbsolutePath("/usr/include/here.h"))
        let places = EmptyPlaces(files: files)
        #expect(!places.contains("/usr/include/away.h"), "nobody has looked")
        places.look(around: "/usr/include/away.h")
        #expect(places.contains("/usr/include/away.h") && places.contains("/usr/include/other.h"))
        #expect(!places.contains("/usr/include/here.h"))
        #expect(!places.contains("/usr/include/sys/away.h"), "another folder")
    }

    @Test func aFolderThatCannotBeListedAnswersForNothing() throws {
        let places = EmptyPlaces(files: files)
        places.look(around: "/missing/a.h")
        #expect(!places.contains("/missing/a.h"))
        try files.write("", to: AbsolutePath("/missing/a.h"))
        #expect(!places.contains("/missing/a.h"))
    }

    @Test(arguments: ["", "relative/a.h", "/a.h", "/usr/", "/usr/.", "/usr/.."])
    func noAnswer(_ path: String) {
        let places = EmptyPlaces(files: files)
        places.look(around: path)
        #expect(!places.contains(path))
    }

    /// Compiles of C name each header of the system in each folder that is searched earlier: 750 names for swift-nio,
    /// which cost a quarter of a build that finds nothing to do when each was looked at.
    @Test func fewLooksForManyNames() throws {
        for number in 0..<50 { try files.write("", to: AbsolutePath("/usr/include/h\(number).h")) }
        try files.makeFolder(AbsolutePath("/usr/local/include"))
        let digests = FileDigests(files: files, memory: nil)
        let readable = ReadableFiles(root: AbsolutePath("/w"), files: files, workspace: digests, machine: digests)
        let names = (0..<50).flatMap { ["/usr/include/h\($0).h", "/usr/local/include/h\($0).h"] }.sorted()
        let readings = try #require(readable.readings(of: names))
        #expect(readings.files.count { $0.digest == nil } == 50)
        // What comes to be in the middle of a build is seen by the next one, as with every other file.
        try files.write("", to: AbsolutePath("/usr/local/include/h7.h"))
        #expect(readable.readings(of: names) == readings)
        let next = ReadableFiles(root: AbsolutePath("/w"), files: files, workspace: digests, machine: digests)
        #expect(next.readings(of: names) != readings)
    }
}
