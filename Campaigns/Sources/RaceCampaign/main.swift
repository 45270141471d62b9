import Foundation
import Measuring
import ProgramOptions

RaceOptions.syntax.run { options in
    let campaign = try RaceCampaign(options)
    let tally = try campaign.run()
    say("\n" + tally.lines.joined(separator: "\n"))
    return tally.wrong == 0
}
