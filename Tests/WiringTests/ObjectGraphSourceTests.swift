import Testing

@testable import Wiring

@Suite struct ObjectGraphSourceTests {
    @Test func writesPlainSwift() throws {
        let interfaces = SpecimenModule("API").adding(protocol: "Net", "Provided").adding(
            protocol: "URLStore", "Provided"
        ).adding(protocol: "Tool", "Collected")
            .adding(protocol: "Terminal", "Provided")
        let parts = SpecimenModule("Parts").adding(
            type: "HTTP", "API.Net", "Provided", inits: [.taking(.late("store", "API.URLStore"))]
        )
        .adding(
            type: "Disk.Store", "API.URLStore", "Provided", "Shared",
            inits: [.taking(.one(nil, "API.Net"), .all("in", "API.Tool"), .optional("screen", "API.Terminal"))]
        )
        .adding(type: "Saw", "API.Tool", "Collected")
        var settings = WiringSettings.App()
        settings.given = [.init("API.Terminal")]
        let text = ObjectGraphSource.text(of: try resolve([interfaces, parts], settings: settings).get())
        #expect(
            text == """
                // Written by mono: the object graph of App, as its parts ask for each other in their initialisers.

                import API
                import Parts

                /// Makes what the app is made of. Nothing is made before it is asked for. To be used by one thread, or
                /// one actor, at a time.
                final class ObjectGraph {
                    let terminal: any API.Terminal

                    init(terminal: any API.Terminal) {
                        self.terminal = terminal
                    }

                    /// Parts.HTTP, a new one each time
                    var net: any API.Net { makeNet(self) }
                    /// Tests and examples may put another one in its place, before the first use.
                    var makeNet: (ObjectGraph) -> any API.Net = { $0.Parts_HTTP }

                    /// Parts.Saw
                    var tools: [any API.Tool] { makeTools(self) }
                    /// Tests and examples may put another one in its place, before the first use.
                    var makeTools: (ObjectGraph) -> [any API.Tool] = { graph in [graph.Parts_Saw] }

                    /// Parts.Disk.Store, one for the whole graph
                    var urlStore: any API.URLStore { makeUrlStore(self) }
                    /// Tests and examples may put another one in its place, before the first use.
                    var makeUrlStore: (ObjectGraph) -> any API.URLStore = { $0.Parts_Disk_Store }

                    private var the_Parts_Disk_Store: Parts.Disk.Store?
                    fileprivate var Parts_Disk_Store: Parts.Disk.Store {
                        if let the_Parts_Disk_Store { return the_Parts_Disk_Store }
                        let made = Parts.Disk.Store(net, `in`: tools, screen: terminal)
                        the_Parts_Disk_Store = made
                        return made
                    }

                    fileprivate var Parts_HTTP: Parts.HTTP { Parts.HTTP(store: { self.urlStore }) }

                    fileprivate var Parts_Saw: Parts.Saw { Parts.Saw() }
                }

                """)
    }

    @Test func namesThatSeveralShare() throws {
        let one = SpecimenModule("One").adding(protocol: "Net", "Provided").adding(type: "A", "One.Net", "Provided")
        var two = SpecimenModule("Two").adding(protocol: "Net", "Provided").adding(type: "Two", "Two.Net", "Provided")
        two.provisions.names = ["Net", "Two"]
        let text = ObjectGraphSource.text(of: try resolve([one, two]).get())
        #expect(text.contains("var oneNet: any One.Net") && text.contains("var twoNet: any Two__Net {"))
        #expect(text.contains("fileprivate var Two_Two: Two__Two { Two__Two() }"))
        #expect(
            text.contains(
                """
                #if compiler(>=6.3)
                typealias Two__Net = Two::Net
                typealias Two__Two = Two::Two
                #else
                typealias Two__Net = Net
                typealias Two__Two = Two
                #endif
                """))
    }

    @Test func otherModulesSeeAPublicGraph() throws {
        let interfaces = SpecimenModule("API").adding(protocol: "Net", "Provided").adding(
            protocol: "Terminal", "Provided")
        var parts = SpecimenModule("Parts").adding(
            type: "HTTP", "API.Net", "Provided", "Shared", inits: [.taking(.one(nil, "API.Terminal"))])
        parts.provisions.names = ["Parts"]
        var settings = WiringSettings.App()
        settings.given = [.init("API.Terminal")]
        let hidden = ObjectGraphSource.text(of: try resolve([interfaces, parts], settings: settings).get())
        #expect(!hidden.contains("public"))
        settings.graph = .public
        let text = ObjectGraphSource.text(of: try resolve([interfaces, parts], settings: settings).get())
        // The compiler warns of a public import that only private members need.
        #expect(text.contains("\npublic import API\nimport Parts\n"))
        #expect(text.contains("\ntypealias Parts__HTTP = Parts::HTTP\n"))
        #expect(text.contains("\npublic final class ObjectGraph {\n    public let terminal: any API.Terminal\n"))
        #expect(text.contains("\n    public init(terminal: any API.Terminal) {\n"))
        #expect(text.contains("\n    public var net: any API.Net { makeNet(self) }\n"))
        #expect(text.contains("\n    public var makeNet: (ObjectGraph) -> any API.Net = { $0.Parts_HTTP }\n"))
        #expect(text.contains("\n    fileprivate var Parts_HTTP: Parts__HTTP {\n"))
    }

    @Test(arguments: [
        ("Net", "net"), ("URLStore", "urlStore"), ("HTTP", "http"), ("iPhone", "iPhone"), ("X", "x"), ("", ""),
    ])
    func uncapitalises(_ name: String, _ expected: String) {
        #expect(ObjectGraphNames.uncapitalised(name) == expected)
    }
}
