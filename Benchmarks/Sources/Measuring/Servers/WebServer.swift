import Foundation
import Glibc

/// nginx on loopback as a cache, with a folder of its own. Its owner stops it.
public struct WebServer: Sendable {
    public let folder: String
    public let port: UInt16
    public let isSecure: Bool

    /// What it keeps.
    public var data: String { folder + "/data" }
    public var address: String { "\(isSecure ? "https" : "http")://127.0.0.1:\(port)" }
    /// A file in PEM with the certificate that it shows, where it is secure; it wants `ci` and `secret` then.
    public var authority: String { folder + "/cert.pem" }

    /// Starts it. `isSecure`: with TLS, and for those alone who know the password.
    public init(in folder: String, isSecure: Bool = false) throws {
        (self.folder, self.isSecure) = (folder, isSecure)
        let (socket, port) = try Sockets.listen()
        close(socket)
        self.port = port
        try Folders.make(folder + "/data/.tmp")
        if isSecure { try WebServer.makeSecrets(in: folder) }
        let security = """
            ssl_certificate cert.pem; ssl_certificate_key key.pem; auth_basic cache; auth_basic_user_file users;
            """
        try Folders.write(
            """
            \(getuid() == 0 ? "user root;" : "")
            daemon on; pid \(folder)/nginx.pid; error_log \(folder)/error.log warn; worker_processes 2;
            events {}
            http {
                access_log off; client_max_body_size 0; keepalive_requests 1000000;
                client_body_temp_path \(folder)/data/.tmp;
                proxy_temp_path \(folder)/t1; fastcgi_temp_path \(folder)/t2;
                uwsgi_temp_path \(folder)/t3; scgi_temp_path \(folder)/t4;
                server {
                    listen 127.0.0.1:\(port)\(isSecure ? " ssl" : ""); root \(folder)/data;
                    \(isSecure ? security : "")
                    location ~ "^/(ac|cas)/[0-9a-f]{64}$" {
                        dav_methods PUT; create_full_put_path on;
                    }
                }
            }
            """, to: folder + "/nginx.conf")
        _ = try Program(
            "/bin/sh", ["-c", "PATH=$PATH:/usr/sbin exec nginx -p \"$0\" -c \"$0/nginx.conf\"", folder], in: folder
        ).run()
    }

    private static func makeSecrets(in folder: String) throws {
        _ = try Program(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem",
            ], in: folder
        ).run()
        let hash = try Program("openssl", ["passwd", "-apr1", "secret"], in: folder).run().output
        try Folders.write("ci:\(hash)", to: folder + "/users")
    }

    public func stop() {
        guard let text = try? Folders.text(folder + "/nginx.pid"),
            let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        kill(process, SIGTERM)
    }
}
