import AccountInterface
import AccountTesting

// With an address as the argument: somebody who lives there.
let graph = ObjectGraph()
if CommandLine.arguments.count > 1 { graph.makeAccount = { _ in AccountMock(address: CommandLine.arguments[1]) } }
graph.router.run(from: AccountRoute.overview)
