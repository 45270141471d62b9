/// The frame of a page for browsers: one file, which asks no server for anything.
struct WebPage {
    var title: String
    var css: String
    var body: String
    /// JSON that holds no `<`.
    var data: String
    var script: String

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(WebPage.policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title)</title>
        <link rel="icon" href="data:,"><style>\(css)</style></head>
        <body>\(body)
        <script type="application/json" id="data">\(data)</script>
        <script>\(script)</script></body></html>

        """
    }

    private static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
}
