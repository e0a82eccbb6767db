/** nginx and Caddy in front of the service itself, configured with the text of docs/guide/tls.md. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestErrorOf } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { makeCertificate, type TestCertificate } from "../support/tls.ts";
import { openClient, signed } from "./client.ts";
import { type Gateway, missing, startGateway } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

type Start = (port: number, service: string, tls: TestCertificate) => Promise<Gateway>;

const proxies: Readonly<Record<string, Start>> = {
  nginx: (port, service, tls) =>
    startNginx(
      {
        "nginx.conf": guideBlock("tls", "nginx.conf", {
          "    upstream": "    gzip on;\n    upstream",
          "127.0.0.1:8080": service,
          "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
          "id.example.com;": "api.example.com;",
          "/etc/ssl/id.example.com.pem": tls.certificate,
          "/etc/ssl/id.example.com.key": tls.key,
        }),
      },
      port,
    ),
  caddy: (port, service, tls) =>
    startGateway(
      "caddy",
      ["run", "--config", "{dir}/Caddyfile", "--adapter", "caddyfile"],
      {
        Caddyfile: guideBlock("tls", "Caddyfile", {
          "admin off": "admin off\n\tauto_https disable_redirects",
          "https://id.example.com {": `https://api.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${tls.certificate} ${tls.key}`,
          "127.0.0.1:8080": service,
        }),
      },
      port,
    ),
};

for (const [name, start] of Object.entries(proxies)) {
  test(`${name}: what is signed passes as it is, over https alone, and no one invents an address`, {
    skip: missing(name),
  }, async () => {
    const port = await freePort();
    const origin = `https://api.example.com:${port}`;
    using tls = await makeCertificate(["api.example.com"]);
    const settings = { BASE_URL: origin, TRUSTED_PROXIES: "127.0.0.1" };
    await using service = await startTestService({
      ...settings,
      RATE_LIMITS: "failed-credentials=2",
    });
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice, { access: "write" });
    const { token, secret: tokenSecret } = await makeAccessToken(ledger, application, alice);
    const own = `127.0.0.1:${service.port}`;
    await using _proxy = await start(port, own, tls);
    using client = openClient(port, tls.authority);
    const host = new URL(origin).host;
    const credentials = { ...application, token, tokenSecret };

    const path = "/1.1/account/verify_credentials.json";
    for (const target of [path, `${path}?a=%7e%2Fb&b=+%20&empty=&a=x`, `${path}?q=%C3%A9'()*!`]) {
      const authorization = signed(credentials, "GET", origin, target);
      const response = await client.send("GET", target, { headers: { host, authorization } });
      assert.equal(response.status, 200, `${target}: ${response.body}`);
    }

    const encodings = { "accept-encoding": "gzip, br, zstd" };
    const page = await client.send("GET", "/sign-in", { headers: { host, ...encodings } });
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("content-encoding"), null);
    assert.match(page.headers.get("set-cookie") ?? "", /^__Host-.*; Secure/);
    assert.match(page.headers.get("strict-transport-security") ?? "", /max-age/);

    // Not through the proxy, so nothing says that the request came over https.
    assert.equal(await requestErrorOf(await fetch(`http://${own}${path}`)), "403 (code 92)");

    // A client that claims an address is counted by its real address.
    const statuses = [];
    for (const forged of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      const headers = { host, "x-forwarded-for": forged, authorization: "Bearer unknown" };
      const target = "/1.1/application/rate_limit_status.json";
      statuses.push((await client.send("GET", target, { headers })).status);
    }
    assert.deepEqual(statuses, [401, 401, 429]);
  });
}
