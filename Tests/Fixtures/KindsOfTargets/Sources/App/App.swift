import DepDynamic
import Interop
import Kit

@main
struct App {
    static func main() {
        print("swift: \(everything()), \(packaged())")
        print("interop: \(interop())")
        print("dynamic: \(depDynamic())")
    }
}
