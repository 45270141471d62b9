import Measuring
import ProgramOptions

LayerOptions.syntax.run { options in
    var campaign = try LayerCampaign(options)
    let tally = try campaign.run()
    if tally.unfit > 0 { say("\(tally.unfit) scenes did not compile to begin with, and were left out") }
    say(tally.line)
    return tally.wrong == 0
}
