import Foundation
import Measuring

runBenchmark("race-campaign", help: RaceOptions.help) { arguments in
    let options = try RaceOptions(arguments: arguments)
    let campaign = try RaceCampaign(options)
    let tally = try campaign.run()
    say("\n" + tally.lines.joined(separator: "\n"))
    return tally.wrong == 0
}
