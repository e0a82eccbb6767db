/**
 * The kit itself: its signer (with the RFC's examples), its config, its behavior towards providers, and what its
 * reports leave out.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { formWith } from "../src/approval/forms.ts";
import { allCases } from "../src/cases.ts";
import { ConfigFault, providerFrom } from "../src/config.ts";
import { exchangeWith, ForeignHost, maxAnswer, NoResponse, Throttled } from "../src/exchange.ts";
import { htmlReport } from "../src/report/html.ts";
import { NotApplicable, World } from "../src/request/world.ts";
import { chosen, fits, redacted } from "../src/run.ts";
import { baseString } from "../src/signing/base-string.ts";
import { encoded } from "../src/signing/percent-encoding.ts";
import { signatureOf } from "../src/signing/signature.ts";

const least = {
  name: "Some provider",
  request_token: { url: "https://provider.example/request_token" },
  client: { key: "key", secret: "a secret of some length" },
};

test("RFC 5849 §3.4.1.1: the base string of the RFC's example", () => {
  const pairs =
    "b5=%3D%253D a3=a c%40= a2=r%20b oauth_consumer_key=9djdj82h48djs9d2 oauth_token=kkk9d7dh3k39sjv7 oauth_signature_method=HMAC-SHA1 oauth_timestamp=137131201 oauth_nonce=7d8f3e4a c2= a3=2%20q";
  const parts = {
    method: "POST",
    url: new URL("http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
    pairs: pairs.split(" ").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  };
  assert.equal(
    baseString(parts),
    "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
  );
});

test("RFC 5849 §1.2: HMAC-SHA1 and PLAINTEXT of the RFC's photos", () => {
  const url = new URL("http://photos.example.net/photos?file=vacation.jpg&size=original");
  const pairs = {
    file: "vacation.jpg",
    size: "original",
    oauth_consumer_key: "dpf43f3p2l4k3l03",
    oauth_token: "nnch734d00sl2jdk",
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: "137131202",
    oauth_nonce: "chapoH",
  };
  const base = baseString({ method: "GET", url, pairs: Object.entries(pairs) });
  const secrets = { consumer: "kd94hf93k423kf44", token: "pfkkdhi9sl3r4s00" };
  assert.equal(signatureOf(base, "HMAC-SHA1", secrets), "MdpQcU8iPSUjWoN/UDMsK2sui9I=");
  assert.equal(signatureOf(base, "PLAINTEXT", { consumer: "a b", token: "c&d" }), "a%20b&c%26d");
});

test("RFC 5849 §3.6: unreserved characters stay, every other byte is encoded", () => {
  assert.equal(encoded("AZaz09-._~"), "AZaz09-._~");
  assert.equal(encoded("!*'()+ é/%"), "%21%2A%27%28%29%2B%20%C3%A9%2F%25");
});

test("a token of digits in other case is the same token: the case does not apply", () => {
  const world = new World(undefined, Date.now);
  const change = { set: "oauth_token", to: { edit: "swapped-case" } } as const;
  assert.deepEqual(world.changed([["oauth_token", "1a"]], change), [["oauth_token", "1A"]]);
  assert.throws(() => world.changed([["oauth_token", "12"]], change), NotApplicable);
});

for (const [what, change, message] of [
  ["no JSON", "{", /is not JSON/],
  ["a member that is not known", { ...least, request_tokn: {} }, /request_tokn/],
  ["a URL that is none", { ...least, request_token: { url: "provider" } }, /request_token\.url/],
  ["a file URL", { ...least, request_token: { url: "file:///etc/passwd" } }, /request_token\.url/],
  [
    "a method that is none",
    { ...least, request_token: { url: "https://a.example", methods: ["PUT"] } },
    /methods/,
  ],
  ["nothing to ask", { ...least, request_token: undefined }, /request_token or resource/],
  [
    "a resource and no token",
    { ...least, resource: { url: "https://a.example" } },
    /needs approval/,
  ],
  ["RSA-SHA1 without a key", { ...least, signature_methods: ["RSA-SHA1"] }, /private_key/],
  [
    "a secret that the environment lacks",
    { ...least, client: { key: "k", secret: { env: "MISSING" } } },
    /client\.secret.*MISSING/,
  ],
  [
    "a secret in a file that is not there",
    { ...least, client: { key: "k", secret: { file: "/nowhere" } } },
    /client\.secret.*\/nowhere/,
  ],
  ["a pace of nothing", { ...least, requests_per_second: 0 }, /requests_per_second/],
] as const) {
  test(`a config with ${what} is rejected by the name of the member`, () => {
    const text = typeof change === "string" ? change : JSON.stringify(change);
    assert.throws(
      () => providerFrom(text, {}),
      (error: Error) => {
        assert.ok(error instanceof ConfigFault);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test("no host is asked that the config does not name", async () => {
  const exchange = exchangeWith(providerFrom(JSON.stringify(least), {}));
  const asked = { method: "GET", origin: "https://other.example", target: "/", headers: [] };
  await assert.rejects(exchange.send(asked), ForeignHost);
  assert.equal(exchange.sent, 0);
});

test("a limit is neither an acceptance nor a rejection: what it asks for is waited, or the case is not tried", async () => {
  let now = 0;
  const answers = [
    { status: 429, headers: { "retry-after": "0" }, body: "" },
    { status: 200, headers: {}, body: "fine" },
    { status: 429, headers: { "retry-after": "3600" }, body: "" },
    { status: 429, headers: {}, body: "" },
  ];
  const transport = async () => answers[now++] ?? assert.fail("asked once more");
  const provider = providerFrom(JSON.stringify({ ...least, requests_per_second: 10_000 }), {});
  const exchange = exchangeWith(provider, { transport });
  const asked = { method: "GET", origin: "https://provider.example", target: "/", headers: [] };
  assert.equal((await exchange.send(asked)).body, "fine");
  await assert.rejects(exchange.send(asked), Throttled);
  await assert.rejects(exchange.send(asked), Throttled);
});

test("a response without end is cut, and one that never comes is given up", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/silent") return;
    response.on("error", () => {});
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { ...least, request_token: { url: `${origin}/endless` }, timeout_seconds: 0.5 };
  const exchange = exchangeWith(providerFrom(JSON.stringify(config), {}));
  const asked = { method: "GET", origin, headers: [] };
  await assert.rejects(exchange.send({ ...asked, target: "/silent" }), NoResponse);
  const { body } = await exchange.send({ ...asked, target: "/endless" }).catch((error: Error) => {
    // A busy machine may not read as much in that time.
    assert.ok(error instanceof NoResponse);
    return { body: "" };
  });
  assert.ok(body.length < maxAnswer + 1_048_576);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("what is secret leaves no text of a report, however it is encoded", () => {
  const text = `key=a%20secret%26more&other=a%2520secret%2526more a secret&more oauth_token_secret=unknownsecret \u001b[2J`;
  assert.equal(
    redacted(text, ["a secret&more"]),
    "key=[secret]&other=[secret] [secret] oauth_token_secret=[secret]  [2J",
  );
});

test("the page of a report runs nothing that a provider said", () => {
  const html = htmlReport({
    provider: "<script>alert(1)</script>",
    began: "2026-01-01T00:00:00.000Z",
    seconds: 1,
    requests: 1,
    stopped: [],
    results: [
      {
        id: "3.4/x",
        section: "3.4",
        severity: "must",
        shows: "It is.",
        outcome: "failed",
        because: '<img src=x onerror="alert(1)">',
      },
    ],
  });
  assert.doesNotMatch(html, /<script|<img/);
  assert.match(html, /default-src 'none'/);
});

test("cases are chosen by the beginning of their id, and by severity", () => {
  const only = (...ids: string[]) =>
    chosen(allCases, { only: ids, severities: ["must", "should", "security"] });
  assert.ok(only("3.3").every(({ id }) => id.startsWith("3.3/")) && only("3.3").length > 50);
  assert.equal(only("2.3/once/at-the-same-time").length, 1);
  assert.deepEqual(only("3.3/nothing"), []);
  assert.ok(fits("3.4.2/key/no-secrets/resource", "3.4.2/key/*") && !fits("3.4.2/x", "3.4"));
  const should = chosen(allCases, { only: [], severities: ["should"] });
  assert.ok(should.length > 20 && should.every(({ severity }) => severity === "should"));
});

test("the form that has the fields is the one that is sent, with what is hidden in it", () => {
  const html = `<form action="/search"><input name=q></form>
    <form method=post action="/go?a=1&amp;b=2"><input type="hidden" name="csrf" value="x&quot;y"><input name='username'><button name="decision" value="allow">`;
  assert.deepEqual(formWith(html, ["username", "decision"]), {
    action: "/go?a=1&b=2",
    method: "POST",
    hidden: [["csrf", 'x"y']],
  });
  assert.equal(formWith(html, ["password"]), undefined);
  // Character references for characters that do not exist, and a tag that is not closed.
  const broken = `<form><input name="a" value="&#${"9".repeat(400)};&#x${"f".repeat(400)};"><input name="b"`;
  assert.equal(formWith(broken, ["a"])?.method, "GET");
  assert.equal(formWith(broken, ["a", "b"]), undefined);
});
