import Testing
import Right
@testable import app
@Test func says() { #expect(line().contains(right())) }
