import JSON

/// How much of each source file ran.
public struct CoverageSummary: Hashable, Sendable {
    public struct Count: Hashable, Sendable {
        public var all, covered: Int
        public init(all: Int = 0, covered: Int = 0) { (self.all, self.covered) = (all, covered) }

        public static func + (a: Self, b: Self) -> Self { Count(all: a.all + b.all, covered: a.covered + b.covered) }

        /// In percent; nil where there is nothing to be covered.
        public var percent: Double? { all == 0 ? nil : Double(covered) / Double(all) * 100 }
    }

    public struct File: Hashable, Sendable {
        /// Relative to the workspace root.
        public var path: String
        public var lines, functions: Count
        public init(path: String, lines: Count, functions: Count) {
            (self.path, self.lines, self.functions) = (path, lines, functions)
        }
    }

    /// Sorted by path.
    public var files: [File]
    public init(files: [File]) { self.files = files }

    /// Reads what `llvm-cov export` prints; nil where it is something else.
    public init?(export bytes: [UInt8]) {
        guard let value = try? JSONParser.parse(bytes), let data = value["data"]?.array else { return nil }
        var files: [File] = []
        for entry in data {
            for file in entry["files"]?.array ?? [] {
                guard let path = file["filename"]?.string, let summary = file["summary"] else { return nil }
                func number(_ name: String, _ key: String) -> Int {
                    min(max(0, summary[name]?[key]?.integer ?? 0), Int(Int32.max))
                }
                func count(_ name: String) -> Count {
                    Count(all: number(name, "count"), covered: number(name, "covered"))
                }
                files.append(File(path: path, lines: count("lines"), functions: count("functions")))
            }
        }
        self.files = files.sorted { $0.path < $1.path }
    }
}
