import Foundation
import Measuring

/// The figures in `Campaigns/Digests.md`, between marks.
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
        let version = try Run.compilerVersion().split(separator: "\n").first.map(String.init) ?? ""
        let text = ([version + ".", ""] + lines).joined(separator: "\n")
        try section.place.record(text, in: "Campaigns/Digests.md")
    }
}
