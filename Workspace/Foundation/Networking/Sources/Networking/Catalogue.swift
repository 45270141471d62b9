import NetworkingInterface

/// What the server has to tell.
enum Catalogue {
    static var tables: [String: [Record]] {
        [
            "restaurants": TableText.records(
                """
                id      | name            | cuisine  | minutes
                bella   | Trattoria Bella | Italian  | 25
                kai     | Sushi Kai       | Japanese | 35
                dosa    | Dosa Corner     | Indian   | 30
                """),
            "restaurants/bella/menu": TableText.records(
                """
                id      | name            | cents
                marg    | Margherita      | 850
                quattro | Quattro Formaggi| 1150
                tira    | Tiramisu        | 520
                """),
            "restaurants/kai/menu": TableText.records(
                """
                id      | name            | cents
                sake    | Sake Nigiri     | 640
                maki    | Kappa Maki      | 480
                ramen   | Miso Ramen      | 1290
                """),
            "restaurants/dosa/menu": TableText.records(
                """
                id      | name            | cents
                masala  | Masala Dosa     | 890
                idli    | Idli Sambar     | 620
                lassi   | Mango Lassi     | 390
                """),
        ]
    }
}
