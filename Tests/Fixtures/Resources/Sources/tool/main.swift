import Foundation
import Lib
print(lib())
let own = try String(contentsOf: Bundle.module.bundleURL.appendingPathComponent("own.txt"), encoding: .utf8)
print("tool: \(PackageResources._nd_file_txt), \(own)", terminator: "")
