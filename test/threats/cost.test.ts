/**
 * T24, the cost of an anonymous caller's request: limits come before work, and files are compressed once. CPU times
 * are only compared.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { limits, limitWindowMs } from "../../src/domain/limits.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { hashPassword } from "../../src/tools/passwords/passwords.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

keepLedgersOnDisk();

interface Sent {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** Sends over kept connections, because a new connection costs more than most answers. */
function client({ baseUrl }: World) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ method = "GET", path, headers = {}, body = "" }: Sent): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const all = { ...(method === "POST" && form), ...headers };
      request(baseUrl + path, { method, agent, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            encoding: response.headers["content-encoding"],
            body: Buffer.concat(parts),
          }),
        );
      })
        .on("error", reject)
        .end(body);
    });
  return { send, [Symbol.dispose]: () => agent.destroy() };
}

/**
 * CPU milliseconds of one request, client and service: the cheapest of several rounds, because garbage collection makes
 * some dearer.
 */
async function costOf(send: () => Promise<unknown>, times = 20, rounds = 6): Promise<number> {
  let cheapest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await send();
    const { user, system } = process.cpuUsage(before);
    cheapest = Math.min(cheapest, (user + system) / 1000 / times);
  }
  return cheapest;
}

test("T24 — stylesheet, scripts, logo and OpenAPI document: compressed they cost what they cost plain", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-logo-"));
  try {
    const logo = join(directory, "logo.svg");
    const circles = '<circle cx="5" cy="5" r="4"/>'.repeat(2000);
    writeFileSync(logo, `<svg xmlns="http://www.w3.org/2000/svg">${circles}</svg>`);
    await using world = await startWorld({ LOGO: logo });
    using service = client(world);
    const assets = [...world.service.dependencies.assets.keys()];
    assert.ok(assets.some((path) => path.endsWith(".svg")));
    for (const path of [...assets, "/openapi.json"]) {
      const plain = () => service.send({ path });
      const packed = () => service.send({ path, headers: { "accept-encoding": "gzip" } });
      const [one, other] = [await plain(), await packed()];
      assert.deepEqual([one.encoding, other.encoding], [undefined, "gzip"], path);
      assert.deepEqual(gunzipSync(other.body), one.body, path);
      if (one.body.length < 10_000) continue;
      let [asItIs, compressed] = [await costOf(plain), await costOf(packed)];
      for (let tries = 0; tries < 3 && compressed >= 2 * asItIs; tries += 1) {
        [asItIs, compressed] = [await costOf(plain), await costOf(packed)];
      }
      assert.ok(compressed < 2 * asItIs, `${path}: ${compressed} ms, plain ${asItIs} ms`);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

const forAnonymous = endpoints.filter(
  ({ caller }) => caller.scheme === "browser" || caller.scheme === "anonymous",
);
const posted = forAnonymous.filter((one) => one.methods.includes("POST"));

test("T24 — every form that an anonymous caller can send is limited by client address", () => {
  assert.ok(posted.length > 10);
  for (const { name, limit } of posted) {
    assert.ok(limit !== undefined && limits[limit].per === "client address", name);
  }
});

const pathOf = ({ paths: [path] }: Endpoint) => path.replaceAll(/:\w+/g, "1");

// interface §13.11
test("429 — T24 — beyond its limit no form of an anonymous caller is read", async () => {
  const names = new Set(posted.map((one) => `${one.limit}=1`));
  await using world = await startWorld({ RATE_LIMITS: [...names].join() });
  using service = client(world);
  for (const endpoint of posted.filter((one) => one.caller.scheme === "browser")) {
    const path = pathOf(endpoint);
    world.clock.now += limitWindowMs;
    const contradictory = () => service.send({ method: "POST", path, body: "a=1&a=2" });
    assert.equal((await contradictory()).status, 400, path);
    assert.equal((await contradictory()).status, 429, path);
  }
});

const filled = (unit: string, size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
/** Unicode normalization has to move the later marks before the earlier ones, which takes quadratic time. */
const unsortedMarks = `a${"\u0345".repeat(15_000)}${"\u0334".repeat(15_000)}`;
const longTexts = [
  ...["x", "+", "%41", "%0A", "%F0%9F%98%80", "%EF%B7%BA"].map((unit) => filled(unit, 60_000)),
  unsortedMarks,
];

/** Every field of every form that an anonymous caller can send, filled with as much as a body may contain. */
function longFields(
  { csrf, cookie, id }: { readonly csrf: string; readonly cookie: string; readonly id: string },
  texts: readonly string[],
): Sent[] {
  return posted.flatMap((endpoint) => {
    const { fields = [] } = endpoint;
    const names = fields.map(({ name }) => name).filter((name) => name !== "csrf");
    return names.flatMap((long) =>
      texts.map((text): Sent => {
        const others = fields
          .filter(({ name }) => ![long, "csrf", "passkey", "current_passkey"].includes(name))
          .map(({ name, values }) => [
            name,
            values?.[0] ?? (name === "continue" ? "/account" : "x"),
          ])
          .map(([name, value = ""]) => `${name}=${encodeURIComponent(value)}`);
        const body = [`csrf=${encodeURIComponent(csrf)}`, ...others, `${long}=${text}`].join("&");
        const path = endpoint.paths[0].replace(":id", id);
        return { method: "POST", path, body, headers: { cookie } };
      }),
    );
  });
}

/** Half a megabyte in the smallest possible parts, for a form that takes a file. */
function manyParts(): Sent {
  const part = '--b\r\ncontent-disposition: form-data; name="a"; filename=""\r\n\r\n\r\n';
  return {
    method: "POST",
    path: "/portal/applications/1/icon",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: `${part.repeat(7000)}--b--\r\n`,
  };
}
const manyNames = Array.from({ length: 40_000 }, (_, at) => at.toString(36)).join("&");

/** Requests that were expensive once, or might be: as long as possible, by every sign-in method. */
function hostileRequests(): Sent[] {
  const bodies = [manyNames.slice(0, 65_000), filled("&", 65_000), filled("a=%41&", 65_000)];
  const forms = [
    "/sign-in",
    "/sign-up",
    "/reset",
    "/account/applications",
    "/oauth/authorize",
    "/language",
  ];
  const oauth =
    'OAuth oauth_consumer_key="A", oauth_nonce="n", oauth_signature="s", oauth_callback="oob", ' +
    `oauth_signature_method="HMAC-SHA1", oauth_timestamp="${Math.floor(Date.now() / 1000)}"`;
  const authorizations = ["OAuth ", "Basic ", "Bearer "].flatMap((scheme) =>
    [" ", ",", '"', 'a="b",', "%41", "a "].map((unit) => `${scheme}${filled(unit, 15_000)}!`),
  );
  const queries = [manyNames.slice(0, 15_000), filled("a=%41&", 15_000), filled("%", 15_000)];
  return [
    ...[...forms, "/portal/create", "/oauth/request_token", "/oauth2/token"].flatMap((path) =>
      bodies.map((body): Sent => ({ method: "POST", path, body })),
    ),
    manyParts(),
    ...["!", "+", "%41", "%F0%9F%98%80"].map((unit): Sent => {
      const body = `a=${filled(unit, 64_000)}`;
      return {
        method: "POST",
        path: "/oauth/request_token",
        body,
        headers: { authorization: oauth },
      };
    }),
    ...authorizations.flatMap((authorization) =>
      ["/oauth/request_token", "/oauth2/token"].map(
        (path): Sent => ({ method: "POST", path, headers: { authorization } }),
      ),
    ),
    ...["/sign-in", "/account", "/oauth/authenticate", "/1.1/oauth/invalidate_token"].flatMap(
      (path) => queries.map((query): Sent => ({ path: `${path}?${query}` })),
    ),
    ...["cookie", "accept-language", "x-forwarded-for"].flatMap((name) =>
      ["a=b; ", ",", "en,", "127.0.0.1,"].map(
        (unit): Sent => ({ path: "/sign-in", headers: { [name]: filled(unit, 15_000) } }),
      ),
    ),
  ];
}

test("T24 — no request of an anonymous caller costs half as much as looking at a password, which sign-in does besides", async () => {
  await using world = await startWorld({ SIGN_UP: "open", TRUSTED_PROXIES: "127.0.0.1" });
  using service = client(world);
  const password = await costOf(() => hashPassword("a long enough password"), 4, 4);
  const dear: string[] = [];
  const look = async (requests: readonly Sent[], most: (sent: Sent) => number) => {
    for (const sent of requests) {
      const isDear = async (rounds: number) =>
        (await costOf(() => service.send(sent), 2, rounds)) > most(sent);
      // Other work at the same time can make rounds dearer, but never cheaper.
      if ((await isDear(1)) && (await isDear(8))) dear.push(JSON.stringify(sent).slice(0, 160));
    }
  };
  await look(hostileRequests(), () => password / 2);
  const anonymous = new Visitor(world.baseUrl);
  const csrf = await anonymous.csrf("/sign-in");
  const { id } = world.application;
  const cookie = `session=${anonymous.cookies.get("session")}`;
  const signsIn = ({ path }: Sent) => path === "/sign-in";
  await look(longFields({ csrf, cookie, id }, longTexts), (sent) =>
    signsIn(sent) ? 1.5 * password : password / 2,
  );
  // Anyone can sign up.
  const alice = await signedIn(world.baseUrl, world.alice);
  const cookies = [...alice.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const own = longFields({ csrf: await alice.csrf(), cookie: cookies, id }, [unsortedMarks]);
  const leaves = ({ path }: Sent) => path === "/sign-out" || path === "/account/delete";
  await look(
    own.filter((sent) => !leaves(sent)),
    () => 1.5 * password,
  );
  assert.deepEqual(dear, [], `a password costs ${password} ms`);
});
