import Foundation
import Measuring

/// The figures in `Benchmarks/Digests.md`, between marks.
enum Page {
    enum Section {
        case figures, rounds

        fileprivate var place: PageSection {
            switch self {
            case .figures: PageSection("figures", by: "mutation-corpus")
            case .rounds: PageSection("rounds", by: "mutation-corpus --random")
            }
        }
    }

    static func record(_ lines: [String], in section: Section) throws {
        let place = Options.repository + "/Benchmarks/Digests.md"
        let page = try String(contentsOfFile: place, encoding: .utf8)
        let version = try Run.compilerVersion().split(separator: "\n").first.map(String.init) ?? ""
        let text = ([version + ".", ""] + lines).joined(separator: "\n")
        try section.place.entered(text, into: page).write(toFile: place, atomically: true, encoding: .utf8)
        print("\nrecorded in \(place)")
    }
}
