import Foundation
import Measuring
import ProgramOptions

DamageOptions.syntax.run { options in
    let tally = try DamageCampaign(options).run()
    say("\n" + tally.lines.joined(separator: "\n"))
    return tally.wrong == 0
}
