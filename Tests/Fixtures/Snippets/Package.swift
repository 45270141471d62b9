// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "snippets",
    products: [.library(name: "Offered", targets: ["Offered"]), .library(name: "AlsoOffered", type: .dynamic, targets: ["AlsoOffered"])],
    targets: [.target(name: "Offered", dependencies: ["Hidden"]), .target(name: "AlsoOffered"), .target(name: "Hidden"), .target(name: "NotOffered")])
