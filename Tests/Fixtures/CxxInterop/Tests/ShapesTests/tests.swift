import Foundation
import Shapes
import Testing

@Test func boxes() { #expect(describe(2, 3) == "box of 6, C++20, sides [2, 3]") }
