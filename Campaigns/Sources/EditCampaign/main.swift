import Measuring
import ProgramOptions

EditOptions.syntax.run { options in
    var campaign = EditCampaign(options)
    let tally = try campaign.run()
    if tally.unfit > 0 { say("\(tally.unfit) modules did not compile to begin with, and were left out") }
    say(tally.line)
    return tally.wrong == 0
}
