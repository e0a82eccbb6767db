import { test } from "node:test";
import { makeCertificate } from "../support/tls.ts";
import { gatewayCases, origin } from "./cases.ts";
import { fromGuide, missing } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

test("nginx, auth_request, ending TLS", { skip: missing("nginx") }, async (t) => {
  using tls = await makeCertificate(["api.example.com"]);
  await gatewayCases(t, {
    forms: false,
    authority: tls.authority,
    start: ({ port, countersign, api }) =>
      startNginx(
        {
          "nginx.conf": fromGuide("nginx.conf", {
            "127.0.0.1:8081": countersign,
            "127.0.0.1:9000": api,
            "https://api.example.com": origin,
            "/etc/ssl/api.example.com.pem": tls.certificate,
            "/etc/ssl/api.example.com.key": tls.key,
            "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
          }),
          "countersign-protect.conf": fromGuide("countersign-protect.conf", {}),
        },
        port,
      ),
  });
});
