import Measuring
import ProgramOptions

FaultOptions.syntax.run { options in
    let campaign = FaultCampaign(options), tally = try campaign.run()
    say("\n" + tally.lines.joined(separator: "\n"))
    if options.records {
        try PageSection(options.calls ? "faults over gRPC" : "faults", by: "fault-campaign").record(
            tally.page(options, try MonoProgram.version(of: options.mono)), in: "Campaigns/Remote.md")
    }
    return tally.wrong == 0
}
