import Foundation
import Glibc
import Measuring

/// nginx on loopback, with a folder of its own. Whoever started it stops it.
struct WebServer {
    let folder: String
    let port: UInt16

    var data: String { folder + "/data" }

    init(in folder: String) throws {
        self.folder = folder
        let (socket, port) = try Sockets.listen()
        close(socket)
        self.port = port
        try Folders.make(folder + "/data/.tmp")
        try Folders.write(
            """
            \(getuid() == 0 ? "user root;" : "")
            daemon on; pid \(folder)/nginx.pid; error_log \(folder)/error.log warn;
            events {}
            http {
                access_log off; client_max_body_size 0;
                client_body_temp_path \(folder)/data/.tmp;
                proxy_temp_path \(folder)/t1; fastcgi_temp_path \(folder)/t2;
                uwsgi_temp_path \(folder)/t3; scgi_temp_path \(folder)/t4;
                server {
                    listen 127.0.0.1:\(port); root \(folder)/data;
                    location ~ "^/(ac|cas)/[0-9a-f]{64}$" {
                        dav_methods PUT; create_full_put_path on;
                    }
                }
            }
            """, to: folder + "/nginx.conf")
        _ = try Program(
            "/bin/sh", ["-c", "PATH=$PATH:/usr/sbin exec nginx -p \"$0\" -c nginx.conf", folder], in: folder
        )
        .run()
    }

    func stop() {
        guard let text = try? Folders.text(folder + "/nginx.pid"),
            let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        kill(process, SIGTERM)
    }
}
