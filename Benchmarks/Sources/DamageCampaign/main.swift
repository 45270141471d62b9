import Foundation
import Measuring

runBenchmark("damage-campaign", help: DamageOptions.help) { arguments in
    let options = try DamageOptions(arguments: arguments)
    let tally = try DamageCampaign(options).run()
    say("\n" + tally.lines.joined(separator: "\n"))
    return tally.wrong == 0
}
