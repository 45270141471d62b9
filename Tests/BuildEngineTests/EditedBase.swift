import BuildEngine
import BuildPlanning
import Disk
import Targets
import Testing

/// The target `Base`, compiled alone and edited: what a build writes of it, and what a clean one makes.
extension RealWorkspace {
    private static let place = ".mono/build/debug/local+Packages+Demo/Base"

    /// Its sources, by their names. One that stays as it is is not written.
    func layBase(_ sources: [String: String]) throws {
        for (name, text) in sources {
            try files.writeIfChanged(Array("\(text)\n".utf8), to: root / "Packages/Demo/Sources/Base/\(name)")
        }
    }

    func compileBase(_ precision: ModulePrecision) throws {
        goal = .compiles(of: [TargetID(RealWorkspace.package, "Base")])
        self.precision = precision
        let (summary, seen) = try build()
        #expect(summary.succeeded, "\(seen.record.diagnostics.map(\.text))")
        #expect(summary.unpublished == [])
    }

    /// When a file was written that a build makes of it; nil where there is none.
    func timeOfBase(_ file: String) -> Int64? { files.status(root / "\(RealWorkspace.place)/\(file)")?.modified }

    func expectBase(_ names: [String], asIn clean: RealWorkspace) throws {
        for file in names.map({ "\(RealWorkspace.place)/\($0)" }) {
            #expect(try files.digest(root / file) == clean.files.digest(clean.root / file), "\(file)")
        }
    }
}
