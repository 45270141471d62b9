import NetworkingInterface

// `NetworkingExample restaurants/bella/menu` shows what the server answers.
let networking = ObjectGraph().networking
for path in CommandLine.arguments.count > 1 ? Array(CommandLine.arguments.dropFirst()) : ["restaurants"] {
    do {
        for record in try networking.get(path) {
            print(record.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "  "))
        }
    } catch {
        print("\(error)")
    }
}
