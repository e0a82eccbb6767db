import { test } from "node:test";
import { gatewayCases, origin } from "./cases.ts";
import { fromGuide, missing } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

const module = "/usr/lib/nginx/modules/ngx_http_js_module.so";

test("nginx with njs", { skip: missing("nginx", module) }, (t) =>
  gatewayCases(t, {
    forms: true,
    start: ({ port, countersign, api }) =>
      startNginx(
        {
          "nginx.conf": fromGuide("nginx-njs.conf", {
            "127.0.0.1:8081": countersign,
            "127.0.0.1:9000": api,
            "https://api.example.com": origin,
            "listen 80;": `listen 127.0.0.1:${port};`,
            "/etc/nginx/njs": "{dir}",
          }),
          "countersign.js": fromGuide("countersign.js", {}),
        },
        port,
      ),
  }),
);
