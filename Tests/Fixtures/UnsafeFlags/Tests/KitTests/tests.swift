import Kit
import XCTest

final class KitTests: XCTestCase {
    func testTheModuleHasNoOtherFlags() { XCTAssertTrue(["marked", "plain"].contains(mark)) }
}
