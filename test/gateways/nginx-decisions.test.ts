import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { secret } from "./cases.ts";
import { openClient, signed } from "./client.ts";
import { missing, startApi } from "./gateway.ts";
import { startGuideNginx } from "./nginx.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const origin = "https://api.example.com";
/** This number takes a few seconds. CI runs 20,000. */
const requests = Number(process.env["GENERATED_REQUESTS"] ?? 1500);

test(`${requests} generated requests through nginx: no decision differs from /verify`, {
  skip: missing("nginx"),
}, async () => {
  const settings = { INTERNAL_SECRET: secret, API_ORIGINS: origin };
  await using service = await startTestService(settings);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, { access: "write" });
  const tokens = [
    await makeAccessToken(ledger, application, alice, "write"),
    await makeAccessToken(ledger, application, await makeUser(ledger, "bob"), "read"),
  ].map(({ token, secret: tokenSecret }) => ({ ...application, token, tokenSecret }));
  const bearer = `Bearer ${await bearerFor(service.baseUrl, application)}`;
  await using api = await startApi();
  await using nginx = await startGuideNginx(service, api);

  const seen = new Map<number, number>();
  let next = 0;
  let unasked = 0;
  const worker = async () => {
    using client = openClient(nginx.port);
    while (next < requests) {
      next += 1;
      const { method, target, sign, spoil } = generated(next);
      // Signed twice, because the first question uses up the nonce; everything else is the same.
      const [one, two] = [0, 1].map(() =>
        spoil(sign === 2 ? bearer : signed(tokens[sign] ?? tokenless, method, origin, target)),
      );
      const answer = await client.send(method, target, {
        headers: one === undefined ? {} : { authorization: one },
      });
      // nginx itself rejects some paths before it asks: a zero byte, and dots that lead out of the root.
      if (answer.status === 400 && answer.headers.get("content-type") === "text/html") {
        assert.match(target, /%00|\.|%2e/i);
        unasked += 1;
        continue;
      }
      const response = await fetch(`${service.internalUrl}/verify`, {
        method: "POST",
        headers: { "x-countersign-secret": secret },
        body: JSON.stringify({ method, origin, target, authorization: two }),
      });
      const decision = (await response.json()) as {
        valid: boolean;
        response?: { status: number; body: string };
      };
      const what = `${method} ${target} ${one}`;
      assert.equal(answer.status, decision.valid ? 200 : decision.response?.status, what);
      if (!decision.valid && method !== "HEAD") {
        assert.equal(answer.body, decision.response?.body, what);
      }
      if (decision.valid && method !== "HEAD") assert.equal(JSON.parse(answer.body).target, target);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  assert.ok(unasked < requests / 10, String(unasked));
  // Both sides of the comparison have occurred often enough.
  assert.ok((seen.get(200) ?? 0) > requests / 4, JSON.stringify([...seen]));
  for (const status of [400, 401, 403]) assert.ok((seen.get(status) ?? 0) > 10, `${status}`);
});

const tokenless = { consumerKey: "nobody", consumerSecret: "nothing" };

const pieces = [
  ..."abcXYZ019-._~!$'()*,;:@",
  ...["%20", "%2F", "%2f", "%25", "%C3%A9", "%e2%98%83", "%00", "%41", "%7E", "//", "..", "%2e%2e"],
];
const names = ["a", "b", "%61", "oauth", "q", "", "%C3%A9", "a%5B%5D", "x-y"];

/** The request with this number. The number determines everything in it, so a failure can be repeated. */
function generated(number: number) {
  const bytes = createHash("sha512").update(`request ${number}`).digest();
  let at = 0;
  const pick = (below: number) => {
    at += 1;
    return bytes.readUInt8(at) % below;
  };
  const text = (most: number) =>
    Array.from({ length: pick(most) }, () => pieces[pick(pieces.length)]).join("");
  const method = ["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"][pick(7)] ?? "GET";
  const path = `/1/${text(5)}${["", "/", `/${text(4)}`][pick(3)]}`;
  const pairs = Array.from({ length: pick(4) }, () => {
    const name = names[pick(names.length)];
    return [name, `${name}=`, `${name}=${text(4).replaceAll("%00", "+")}`][pick(3)];
  });
  const target = `${path}${pairs.length > 0 || pick(8) === 0 ? "?" : ""}${pairs.join("&")}`;
  const sign = [0, 0, 0, 0, 0, 1, 1, 2, 2, 3][pick(10)] ?? 0;
  const spoilt = pick(24);
  return { method, target, sign, spoil: spoils[spoilt] ?? ((header: string) => header) };
}

const spoils: readonly ((header: string) => string | undefined)[] = [
  () => undefined,
  (header) =>
    header.replace("oauth_signature=", "oauth_signature_=").replace("Bearer ", "bearer  "),
  (header) => header.replace(/oauth_signature="...../, 'oauth_signature="AAAAA'),
  (header) => header.replace("OAuth ", "oauth   ").replace("Bearer", "BEARER"),
  (header) => header.replace("HMAC-SHA1", "PLAINTEXT"),
  (header) => `${header}, oauth_nonce="again"`,
];
