import InterfaceKitInterface

let presenter = ObjectGraph().screenPresenter
let gallery = GalleryScreen()
while presenter.present(gallery, standing: []) {}
