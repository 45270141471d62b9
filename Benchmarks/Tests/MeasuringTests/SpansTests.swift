import Measuring
import Testing

@Test("time in which one of several spans lasts counts once")
func coveredTime() {
    #expect(covered(by: []) == 0)
    #expect(covered(by: [(5, 7), (1, 2)]) == 3)
    #expect(covered(by: [(1, 4), (2, 3), (3, 6)]) == 5)
    #expect(covered(by: [(0, 1), (0, 1), (1, 2)]) == 2)
}
