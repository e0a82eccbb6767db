/** docs/guide/gateways/kubernetes.md: the manifests' schemas, and what Countersign decides on what they send it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { bearerFor } from "../support/flow.ts";
import { guideBlock, guideText } from "../support/guide-block.ts";
import { type Manifest, problemsOf } from "../support/kubernetes-schemas.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { startWorld } from "../support/world.ts";
import { secret, settings } from "./cases.ts";
import { callGateway } from "./dialects.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const page = "gateways/kubernetes";
const manifests = {
  envoy: manifestsIn("envoy-gateway.yaml"),
  istio: manifestsIn("istio.yaml"),
  traefik: manifestsIn("traefik.yaml"),
};
const mesh = parse(guideBlock(page, "istio-mesh-config.yaml")).meshConfig;
const [provider] = mesh.extensionProviders;

function manifestsIn(block: string): Manifest[] {
  return parseAllDocuments(guideBlock(page, block)).map((document) => {
    assert.deepEqual(document.errors, [], block);
    return document.toJS();
  });
}

function only(all: readonly Manifest[], kind: string, name?: string): Manifest {
  const [manifest, ...more] = all.filter(
    (one) => one.kind === kind && (name === undefined || one.metadata?.name === name),
  );
  assert.ok(manifest !== undefined && more.length === 0, `one ${kind}`);
  return manifest;
}

test("every manifest is valid by its schema", async () => {
  assert.deepEqual(await problemsOf(Object.values(manifests).flat()), "");
});

test("the check finds an unknown member and a wrong value in each manifest of a controller", async () => {
  for (const [of, kind, from, to] of [
    ["envoy", "SecurityPolicy", '"failOpen"', '"failsOpen"'],
    ["envoy", "SecurityPolicy", "65536", '"64k"'],
    ["envoy", "ClientTrafficPolicy", "DropHeader", "Drop"],
    ["istio", "AuthorizationPolicy", "CUSTOM", "custom"],
    ["istio", "EnvoyFilter", "NETWORK_FILTER", "NETWORK"],
    ["traefik", "Middleware", '"forwardBody"', '"forwardsBody"'],
  ] as const) {
    const found =
      kind === "Middleware" ? only(manifests[of], kind, "countersign") : only(manifests[of], kind);
    const text = JSON.stringify(found);
    assert.ok(text.includes(from), from);
    assert.notEqual(await problemsOf([JSON.parse(text.replace(from, to))]), "", `${kind} ${to}`);
  }
});

const identity = [
  "x-countersign-context",
  "x-countersign-user-id",
  "x-countersign-screen-name",
  "x-countersign-app-id",
  "x-countersign-consumer-key",
  "x-countersign-access",
  "x-countersign-body",
  "x-countersign-decision",
];

/** The header lines of a gateway that adds `added`, and passes on what it is told to. */
function sent(added: Readonly<Record<string, string>>, passes: readonly string[]) {
  assert.equal(added["x-countersign-secret"], secret);
  return (client: Readonly<Record<string, string>>) =>
    Object.entries({ ...client, ...added })
      .filter(([name]) => name !== "x-countersign-secret" && passes.includes(name))
      .map(([name, value]) => `${name}: ${value.replace(operator, "203.0.113.9")}`);
}

const operator = "%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%";

test("200, 401 — Envoy Gateway, Istio: Countersign decides on what the manifests send it", async () => {
  const { headers } = only(manifests.envoy, "ClientTrafficPolicy")["spec"];
  const { extAuth } = only(manifests.envoy, "SecurityPolicy")["spec"];
  const set: { name: string; value: string }[] = headers.earlyRequestHeaders.set;
  const istio = provider.envoyExtAuthzHttp;
  const gateways = {
    "Envoy Gateway": {
      path: extAuth.http.path,
      lines: sent(
        Object.fromEntries(set.map(({ name, value }) => [name, value])),
        extAuth.headersToExtAuth,
      ),
    },
    Istio: {
      path: istio.pathPrefix,
      lines: sent(istio.includeAdditionalHeadersInCheck, [
        ...istio.includeRequestHeadersInCheck,
        ...Object.keys(istio.includeAdditionalHeadersInCheck),
      ]),
    },
  };
  assert.deepEqual([extAuth.failOpen, istio.failOpen], [false, false]);
  assert.equal(istio.includeRequestBodyInCheck.allowPartialMessage, false);
  assert.deepEqual(extAuth.http.headersToBackend, identity);
  assert.deepEqual(istio.headersToUpstreamOnAllow, identity);
  const [{ requestHeaderModifier }] = only(manifests.envoy, "HTTPRoute")["spec"].rules[0].filters;
  assert.deepEqual(
    requestHeaderModifier.remove,
    set.map(({ name }) => name),
  );

  await using world = await startWorld({ ...settings, API_ORIGINS: "https://api.example.com" });
  const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const preflight = { origin: "https://app.example.com", "access-control-request-method": "PUT" };
  for (const [name, { path, lines }] of Object.entries(gateways)) {
    const call = (method: string, client: Readonly<Record<string, string>>, query = path) =>
      callGateway(world, `${method} ${query}/1/things?x=y`, lines(client));
    const allowed = await call("GET", { authorization });
    assert.equal(allowed.status, 200, `${name} ${allowed.text}`);
    assert.equal(allowed.header("x-countersign-context"), "application");
    assert.equal((await call("GET", { authorization: "Bearer x" })).status, 401);
    assert.equal((await call("OPTIONS", preflight)).status, 401);
    const [, withPreflight = ""] =
      /`(\/gateway\/envoy\?\S*preflight=pass\S*)`/.exec(guideText(page)) ?? [];
    assert.equal(withPreflight, path.replace("context=any", "context=any&preflight=pass"));
    assert.equal((await call("OPTIONS", preflight, withPreflight)).status, 200);
    assert.equal((await call("GET", preflight, withPreflight)).status, 401);
  }
});

test("Traefik's objects are the file configuration of the guide, in its order", () => {
  const file = parse(guideBlock("gateways/traefik", "traefik.yml")).http;
  const address = "http://127.0.0.1:8081/";
  const [{ filters }] = only(manifests.traefik, "HTTPRoute")["spec"].rules;
  const names = filters.map(
    ({ extensionRef }: { extensionRef: { name: string } }) => extensionRef.name,
  );
  assert.deepEqual(names, file.routers.api.middlewares);
  for (const [name, middleware] of Object.entries(file.middlewares)) {
    const text = JSON.stringify(only(manifests.traefik, "Middleware", name)["spec"]);
    const here = text.replace("http://countersign-internal.countersign:8081/", address);
    assert.deepEqual(JSON.parse(here), middleware, name);
  }
});

test("names that refer to one another are the same, and the internal Service is that of ops/kubernetes", () => {
  const services = parseAllDocuments(readFileSync("ops/kubernetes/services.yaml", "utf8"));
  const { metadata, spec } = services
    .map((one) => one.toJS())
    .find((one) => /internal/.test(one.metadata.name));
  const internal = { name: metadata.name, namespace: "countersign", port: spec.ports[0].port };
  assert.deepEqual(only(manifests.envoy, "SecurityPolicy")["spec"].extAuth.http.backendRefs, [
    internal,
  ]);
  const { service, port } = provider.envoyExtAuthzHttp;
  const { name, namespace } = internal;
  assert.deepEqual([service, port], [`${name}.${namespace}.svc.cluster.local`, internal.port]);
  const grant = only(manifests.envoy, "ReferenceGrant");
  assert.deepEqual([grant["metadata"], grant["spec"].to[0].name], [{ name, namespace }, name]);
  const policy = only(manifests.istio, "AuthorizationPolicy")["spec"];
  assert.deepEqual(
    [policy.provider.name, policy.action, policy.rules],
    [provider.name, "CUSTOM", [{}]],
  );
  for (const all of Object.values(manifests)) {
    const { parentRefs, hostnames } = only(all, "HTTPRoute")["spec"];
    assert.deepEqual([parentRefs[0].name, hostnames], ["public", ["api.example.com"]]);
  }
  const text = guideText(page);
  assert.ok(text.includes("label namespace envoy-gateway-system countersign-internal=allowed"));
  assert.match(
    readFileSync("ops/kubernetes/network-policy.yaml", "utf8"),
    /countersign-internal: allowed/,
  );
});
