/** What `preflight=pass` lets through each gateway of the guide, and what a page can read of rejections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { sendText } from "../support/raw-http.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { startWorld } from "../support/world.ts";
import { origin, settings } from "./cases.ts";
import { openClient, signed } from "./client.ts";
import { caddy, haproxy, kong, nginx, njs, tyk } from "./configured.ts";
import { callGateway, dialects } from "./dialects.ts";
import { type Echo, startApi } from "./gateway.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const preflight = {
  origin: "https://app.example.com",
  "access-control-request-method": "PUT",
  "access-control-request-headers": "authorization",
};

const spoofed = {
  "X-Countersign-User-Id": "1",
  X_Countersign_User_Id: "2",
  "X-Countersign_Screen-Name": "bob",
  "x-countersign-context": "user",
  "X-COUNTERSIGN-ACCESS": "read-write",
  "X-Countersign-Decision": "made-up",
  // The client cannot describe another request than its own.
  "X-Countersign-Method": "OPTIONS",
  "X-Countersign-Target": "/1/other",
  "X-Forwarded-Method": "OPTIONS",
  Connection: "keep-alive, X-Countersign-User-Id, X-Countersign-Method, Authorization",
};

for (const [name, setup] of Object.entries({ nginx, njs, caddy, haproxy, kong, tyk })) {
  test(`200 — ${name}: a preflight reaches the API without identity; T67: nothing else does`, {
    skip: setup.skip,
  }, async (t) => {
    await using world = await startWorld(settings);
    await using api = await startApi();
    const countersign = new URL(world.service.internalUrl ?? "").host;
    const port = await freePort();
    const requires = "preflight=pass";
    await using _gateway = await setup.start(
      { port, countersign, api: api.address, requires },
      undefined,
    );
    using client = openClient(port);
    const bearer = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const { origin: from, "access-control-request-method": wanted, ...rest } = preflight;
    const { consumerKey, consumerSecret } = world.application;
    const signature = signed({ consumerKey, consumerSecret }, "OPTIONS", origin, "/1/things");
    // The browser sends the preflight to the URL of the request, which may be signed in its query.
    const query = signature.slice("OAuth ".length).replaceAll(", ", "&").replaceAll('"', "");

    for (const target of ["/1/things", "/1/things?access_token=x", `/1/things?${query}`]) {
      for (const more of [{}, spoofed]) {
        const { status, headers, body } = await client.send("OPTIONS", target, {
          headers: { ...preflight, ...more },
        });
        assert.equal(status, 200, body);
        const echo: Echo = JSON.parse(body);
        assert.deepEqual([echo.method, echo.target], ["OPTIONS", target]);
        assert.deepEqual(identityOf(echo), []);
        for (const [header, value] of Object.entries(preflight)) {
          const found = echo.headers.find(([each]) => each.toLowerCase() === header);
          assert.equal(found?.[1], value, header);
        }
        // They are the API's to choose.
        assert.equal(headers.get("access-control-allow-origin"), null);
      }
    }

    const before = api.calls();
    const rejected = async (
      method: string,
      target: string,
      headers: Record<string, string | string[]>,
    ) => {
      const response = await client.send(method, target, { headers });
      const what = `${method} ${target} ${JSON.stringify(headers)} ${response.body}`;
      assert.ok([400, 401].includes(response.status), `${response.status} ${what}`);
      return response.headers;
    };
    const all = [
      await rejected("OPTIONS", "/1/things", {}),
      await rejected("OPTIONS", "/1/things", { origin: from, ...rest }),
      await rejected("OPTIONS", "/1/things", { "access-control-request-method": wanted, ...rest }),
      await rejected("OPTIONS", "/1/things", {
        ...preflight,
        ...spoofed,
        authorization: "Bearer x",
      }),
      await rejected("OPTIONS", "/1/things", { ...preflight, AUTHORIZATION: "Basic YTpi" }),
      await rejected("OPTIONS", "/1/things", { ...preflight, authorization: "" }),
      await rejected("OPTIONS", "/1/other", { ...preflight, authorization: signature }),
      await rejected("OPTIONS", "/1/things", { ...preflight, "content-type": "text/plain" }),
      await rejected("OPTIONS", "/1/things", { ...preflight, "X-HTTP-Method-Override": "DELETE" }),
      await rejected("OPTIONS", "/1/things", { ...preflight, "x-http-method": "DELETE" }),
      await rejected("OPTIONS", "/1/things", { ...preflight, "X-METHOD-OVERRIDE": "DELETE" }),
    ];
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]) {
      const override = { "x-http-method-override": "OPTIONS", "x-http-method": "OPTIONS" };
      all.push(await rejected(method, "/1/things", { ...preflight, ...spoofed, ...override }));
    }
    for (const headers of all) {
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.match(headers.get("access-control-expose-headers") ?? "", /WWW-Authenticate, Retry-/);
    }
    for (const target of [
      "/1/timeline",
      "/1/timeline?preflight=pass",
      "/1/timeline?&preflight=pass",
    ]) {
      const found = await rejected("OPTIONS", target, preflight);
      assert.equal(found.get("access-control-allow-origin"), null, "without preflight=pass");
    }
    const lines = Object.entries({ host: "api.example.com", connection: "close", ...preflight });
    for (const start of [
      "OPTIONS *",
      "options /1/things",
      "Options /1/things",
      "OPTIONS 1/things",
    ]) {
      const head = [`${start} HTTP/1.1`, ...lines.map(([header, value]) => `${header}: ${value}`)];
      await sendText(`http://127.0.0.1:${port}`, `${head.join("\r\n")}\r\n\r\n`);
      assert.equal(api.calls(), before, start);
    }
    // It is verified where the API would read it as the header without underscores; nginx drops it.
    const underscores = { ...preflight, X_HTTP_Method_Override: "DELETE" };
    const { status, body } = await client.send("OPTIONS", "/1/things", { headers: underscores });
    assert.ok(status === 401 || !/override/i.test(body), body);

    await t.test("an OPTIONS request with a valid Authorization has its identity", async () => {
      const headers = { ...preflight, ...spoofed, authorization: bearer };
      const access = await client.send("OPTIONS", "/1/things", { headers });
      assert.equal(access.status, 403, "the application may only read");
      const application = await client.send("GET", "/1/things", { headers });
      const found = identityOf(JSON.parse(application.body));
      assert.ok(found.includes("x-countersign-context: application"), found.join());
      assert.ok(!/made-up|user-id/.test(found.join()), found.join());
    });
  });
}

test("400 — T66: Traefik passes on any host that a client names, and a preflight needs a configured one too", async () => {
  await using world = await startWorld(settings);
  const { lines } = dialects["traefik"]?.("OPTIONS", "/1/things") ?? { lines: [] };
  const headers = Object.entries(preflight).map(([header, value]) => `${header}: ${value}`);
  const elsewhere = lines.map((line) => line.replace("api.example.com", "evil.example"));
  const call = (sent: readonly string[]) =>
    callGateway(world, "GET /gateway/traefik?preflight=pass", [...sent, ...headers]);
  assert.equal((await call(lines)).status, 200);
  assert.equal((await call(elsewhere)).status, 400);
});

test("200, 401 — Traefik, Envoy, APISIX: what the guide has them pass on is enough for a preflight", async () => {
  await using world = await startWorld(settings);
  const apisix = JSON.parse(guideBlock("gateways/apisix", "apisix.json")).plugins["forward-auth"];
  const traefik = parse(guideBlock("gateways/traefik", "traefik.yml")).http.middlewares.countersign
    .forwardAuth;
  const [envoy] = parse(guideBlock("gateways/envoy", "envoy.yml")).http_filters;
  const { patterns } = envoy.typed_config.http_service.authorization_request.allowed_headers;
  const passed = {
    traefik: isIn(traefik.authRequestHeaders),
    envoy: (header: string) =>
      patterns.some(
        ({ exact, contains }: { exact?: string; contains?: string }) =>
          exact === header || (contains !== undefined && header.includes(contains)),
      ),
    apisix: isIn(apisix.request_headers),
  };
  const { nginx_config: nginxOfApisix } = parse(guideBlock("gateways/apisix", "config.yaml"));
  const manager = parse(guideBlock("gateways/envoy", "envoy-connection-manager.yml"));
  const dropsUnderscores: Readonly<Record<string, boolean>> = {
    envoy: manager.common_http_protocol_options.headers_with_underscores_action === "DROP_HEADER",
    apisix: nginxOfApisix.http.underscores_in_headers === "off",
  };
  for (const [name, passes] of Object.entries(passed)) {
    const call = (sent: Readonly<Record<string, string>>) => {
      const { line, lines } = dialects[name]?.("OPTIONS", "/1/things") ?? { line: "", lines: [] };
      const through = Object.entries(sent).filter(([header]) => passes(header));
      const headers = through.map(([header, value]) => `${header}: ${value}`);
      const query = line.includes("?")
        ? line.replace("?", "?preflight=pass&")
        : `${line}?preflight=pass`;
      return callGateway(world, query, [...lines, ...headers]);
    };
    assert.equal((await call(preflight)).status, 200, name);
    const rejected = await call({ ...preflight, authorization: "Bearer x" });
    assert.equal(rejected.status, 401, name);
    assert.equal(rejected.header("access-control-allow-origin"), "*");
    for (const dashed of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      assert.equal((await call({ ...preflight, [dashed]: "DELETE" })).status, 401, dashed);
      if (dropsUnderscores[name]) continue;
      const override = dashed.replaceAll("-", "_");
      assert.equal((await call({ ...preflight, [override]: "DELETE" })).status, 401, override);
    }
    const asked = dialects[name]?.("OPTIONS", "/1/things?preflight=pass&target=/&preflight=pass");
    const lines = Object.entries(preflight).map(([header, value]) => `${header}: ${value}`);
    const own = await callGateway(world, asked?.line ?? "", [...(asked?.lines ?? []), ...lines]);
    assert.equal(own.status, 401, "the client cannot choose the parameter");
    // Traefik and Envoy pass on every header of a rejection.
    const { client_headers } = apisix;
    for (const header of ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"]) {
      assert.ok(client_headers.includes(header), header);
    }
  }
});

function isIn(listed: readonly string[]) {
  const names = new Set(listed.map((each) => each.toLowerCase()));
  return (header: string) => names.has(header);
}

/** The headers with a value that some framework could read as identity. */
function identityOf({ headers }: Echo): string[] {
  return headers
    .map(([name, value]) => `${name.toLowerCase().replaceAll("_", "-")}: ${value}`)
    .filter((line) =>
      /^x-countersign-(context|.*-id|.*-name|.*-key|access|body|decision): ./.test(line),
    );
}
