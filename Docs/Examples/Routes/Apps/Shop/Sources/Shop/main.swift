import Foundation
import HomeInterface
import RouterService

let router = RouterService { screen in
    print("── \(screen.title)")
    for line in screen.lines { print(line) }
}
// Written by mono: every handler that the app is linked with, and what their features depend on.
router.registerRoutes()

// Without arguments the first screen; else routes, as texts or URLs:
// 'profile|{"name": "Ada"}', 'app://profile?name=Ada'.
let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty { try router.navigate(toRoute: HomeRoute()) }
for text in arguments {
    if text.contains("://"), let url = URL(string: text) {
        try router.navigate(toRoute: router.route(fromURL: url))
    } else {
        try router.navigate(toRoute: router.route(fromString: text))
    }
}
