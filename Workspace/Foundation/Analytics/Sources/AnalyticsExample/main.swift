import AnalyticsInterface

// Each argument is an event.
let analytics = ObjectGraph().analytics
for argument in CommandLine.arguments.dropFirst() { analytics.record(AnalyticsEvent("argument", argument)) }
analytics.record(AnalyticsEvent("end"))
for event in analytics.events { print(event.detail.isEmpty ? event.name : "\(event.name): \(event.detail)") }
