import ArchitectureRules
import Targets
import Testing

@Suite struct FeatureMatrixTests {
    private func cell(_ from: Int, _ to: Int, foundation: [String] = [], _ lines: String) throws -> String {
        var world = FeatureWorld(lines)
        world.settings.layers = [.foundation: foundation]
        let graph = try world.graph()
        let matrix = FeatureMatrix(graph, FeatureMap(graph, world.settings), world.settings)
        let cell = matrix.cell(from: from, to: to)
        return "\(cell.may) \(cell.does) \(cell.broken)"
    }

    private let both = "LogInterface\nLog: LogInterface\nMenuInterface\nMenu: MenuInterface\nMenuTests: Menu"

    @Test("what a feature may depend on")
    func may() throws {
        #expect(try cell(1, 0, both) == "interface nothing 0")
        #expect(try cell(1, 0, foundation: ["Log"], both) == "source nothing 0")
        #expect(try cell(1, 1, both) == "nothing nothing 0")
    }

    @Test("what it does depend on, and against which rules")
    func does() throws {
        let onInterface = both.replacing("Menu: ", with: "Menu: LogInterface ")
        #expect(try cell(1, 0, onInterface) == "interface interface 0")
        let onSource = both.replacing("Menu: ", with: "Menu: Log ")
        #expect(try cell(1, 0, onSource) == "interface source 1")
        #expect(try cell(1, 0, foundation: ["Log"], onSource) == "source source 0")
        let inTests = both.replacing("MenuTests: ", with: "MenuTests: LogInterface ")
        #expect(try cell(1, 0, inTests) == "interface tests 0")
        #expect(try cell(0, 1, onSource) == "interface nothing 0")
    }
}
