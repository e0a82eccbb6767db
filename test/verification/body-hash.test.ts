/** The body of a request to an API, compared with the hash that its client signed. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { explained } from "../../src/pages/languages/causes.ts";
import { portal } from "../../src/pages/languages/english.ts";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { decoded, signedIn } from "../support/visitor.ts";
import { secondsOf, startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

const json = '{"amount": 10, "to": "böb"}';
const form = "application/x-www-form-urlencoded";
const names = ["sha1", "sha256", "sha512"] as const;
/** The example of the draft's Appendix A.1. */
const ofHelloWorld = "Lve95gjOVATpfV8EL5X4nxwjKHE=";
const ofNothing = "2jmj7l5rSw0yVb/vlWAYkK/YBwk=";

const digest = (body: string, name: (typeof names)[number] = "sha1") => hash(name, body, "base64");

const verify = async (world: World, verificationRequest: object) =>
  (await ask(world, "/verify", verificationRequest)).json;

/** A PUT, which a bearer token of the application and its own signature may make. */
function hashed(world: World, oauth_body_hash: string, more: object = {}) {
  const { target: _, ...signed } = signedVerification(world, "PUT", "/1/things", {
    oauth: { oauth_body_hash },
  });
  return { ...signed, target: "/1/things", ...wanted, content_type: "application/json", ...more };
}

const wanted = { requires: { access: "read" } };
const required = { requires: { access: "read", body: "hashed" } };

test("200 valid, hashed — the body or its digest, by SHA-1, SHA-256 and SHA-512; also in a batch", async () => {
  await using world = await startWorld(settings);
  assert.equal(digest("Hello World!"), ofHelloWorld);
  assert.equal(digest(""), ofNothing);
  const requests = [];
  for (const body of [json, "Hello World!", ""]) {
    for (const name of names) {
      const all = Object.fromEntries(names.map((one) => [`body_${one}`, digest(body, one)]));
      for (const described of [
        { body },
        { body_base64: Buffer.from(body).toString("base64") },
        { [`body_${name}`]: digest(body, name) },
        all,
      ]) {
        for (const rules of [wanted, required]) {
          const decision = await verify(
            world,
            hashed(world, digest(body, name), { ...described, ...rules }),
          );
          assert.deepEqual([decision.valid, decision.body], [true, "hashed"], JSON.stringify(body));
        }
        requests.push(hashed(world, digest(body, name), described));
      }
    }
  }
  const { decisions } = (await ask(world, "/verify/batch", { requests })).json;
  for (const { body } of decisions) assert.equal(body, "hashed");
});

test("200 invalid (code 32), cause body — another body under a signed hash, and nothing that is no hash", async () => {
  await using world = await startWorld(settings);
  const changed = json.replace("10", "1000");
  const right = Buffer.from(digest(json), "base64");
  const cases: [string, object][] = [
    [digest(json), { body: changed }],
    [digest(json), { body: "" }],
    [digest(json), { body: `${json}\n` }],
    [digest(json), { body_sha1: digest(changed) }],
    [digest(json, "sha256"), { body_sha256: digest(changed, "sha256") }],
    [digest(json, "sha512"), { body: changed }],
    [ofNothing, { body: json }],
  ];
  for (const text of [
    "",
    right.toString("hex"),
    `${digest(json)} `,
    `${digest(json)}\n`,
    right.toString("base64").slice(0, -4),
    Buffer.concat([right, right.subarray(0, 4)]).toString("base64"),
    right.toString("base64url"),
    hash("md5", json, "base64"),
    "é".repeat(28),
  ]) {
    for (const described of [{ body: json }, { body_sha1: digest(json) }, {}]) {
      cases.push([text, described]);
    }
  }
  for (const [text, described] of cases) {
    for (const rules of [wanted, required]) {
      const decision = await verify(world, hashed(world, text, { ...described, ...rules }));
      const { valid, code, cause, message, response } = decision;
      const what = `${text} ${JSON.stringify(described)}`;
      assert.deepEqual([valid, code, cause, response.status], [false, 32, "body", 401], what);
      assert.match(message, /oauth_body_hash doesn't match the body$/);
      assert.match(response.headers["www-authenticate"], /^OAuth realm=/);
    }
    world.clock.now += 60_000;
  }
});

// interface §11.29
test("200 invalid (code 32), cause body — a SHA-1 hash of an application that requires SHA-256, seen or not", async () => {
  await using world = await startWorld(
    { ...settings, SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" },
    { requireSha256: true },
  );
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const sent = (name: (typeof names)[number], more: object) => ({
    ...signedVerification(world, "PUT", "/1/things", {
      ...more,
      oauth: {
        oauth_signature_method: "HMAC-SHA256",
        oauth_body_hash: digest(json, name),
      },
    }),
    ...wanted,
    content_type: "application/json",
  });
  for (const as of [{}, { token }]) {
    for (const described of [{ body: json }, { body_sha1: digest(json) }, {}]) {
      const own = { ...sent("sha1", as), ...described };
      for (const _ of ["the nonce is not used up", "so the cause stays"]) {
        const { valid, code, cause, message } = await verify(world, own);
        assert.deepEqual([valid, code, cause], [false, 32, "body"]);
        assert.match(
          message,
          /oauth_body_hash must be SHA-256 or SHA-512, because the application/,
        );
      }
    }
    for (const name of ["sha256", "sha512"] as const) {
      const { body } = await verify(world, { ...sent(name, as), body: json });
      assert.equal(body, "hashed");
    }
  }
});

test("200 valid — a changed body does not use up the nonce, and a wrong signature is found first", async () => {
  await using world = await startWorld(settings);
  const own = hashed(world, digest(json), { body: json });
  for (const changed of [{ body: "{}" }, { body: "{}", limit: "search" }]) {
    assert.equal((await verify(world, { ...own, ...changed })).cause, "body");
  }
  assert.equal(
    (await verify(world, { ...own, target: "/1/others", body: "{}" })).cause,
    "signature",
  );
  const { valid, rate_limit } = await verify(world, { ...own, limit: "search" });
  assert.deepEqual([valid, rate_limit.remaining], [true, 1]);
  assert.equal((await verify(world, own)).cause, "nonce");
});

test("200 valid, unseen — a hash with nothing to compare it with, unless the API requires more", async () => {
  await using world = await startWorld(settings);
  for (const described of [{}, { body_sha256: digest(json, "sha256") }]) {
    const own = hashed(world, digest(json), described);
    const strict = await verify(world, { ...own, ...required });
    assert.deepEqual([strict.code, strict.cause], [32, "body"]);
    assert.match(strict.message, /the API's server can't check the body$/);
    assert.equal((await verify(world, own)).body, "unseen");
  }
});

test("200 valid, unsigned — a body without a hash, and every body with a bearer token", async () => {
  await using world = await startWorld(settings);
  const bearer = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const token = {
    method: "PUT",
    origin: api,
    target: "/1/things",
    authorization: bearer,
    ...wanted,
  };
  const own = { ...signedVerification(world, "PUT", "/1/things"), ...wanted };
  const get = signedVerification(world, "GET", "/1/things");
  for (const one of [
    { ...own, content_type: "application/json", body: json },
    { ...token, content_type: "application/json", body: json },
    { ...token, content_type: form, body: "a=b" },
    { ...get, body: "" },
  ]) {
    const strict = await verify(world, { ...one, ...required });
    assert.deepEqual([strict.code, strict.cause, strict.response.status], [32, "body", 401]);
    assert.match(strict.message, /sign the hash of the body in oauth_body_hash/);
    assert.match(strict.response.headers["www-authenticate"], /^OAuth realm=/);
    assert.equal((await verify(world, one)).body, "unsigned");
  }
});

test("200 valid, signed — a form that was described, with a right hash too; not one that was not", async () => {
  await using world = await startWorld(settings);
  const fields = [["a", "b c"]] as const;
  const posted = (oauth?: Readonly<Record<string, string>>) => ({
    ...signedVerification(world, "POST", "/1/things", { form: fields, ...(oauth && { oauth }) }),
    ...required,
  });
  const { body } = posted();
  assert.equal((await verify(world, posted())).body, "signed");
  assert.equal(
    (await verify(world, posted({ oauth_body_hash: digest(String(body)) }))).body,
    "signed",
  );
  assert.equal((await verify(world, posted({ oauth_body_hash: ofNothing }))).cause, "body");
  const empty = { ...signedVerification(world, "POST", "/1/things"), content_type: form };
  assert.equal((await verify(world, { ...empty, ...required, body: "" })).body, "signed");
  const undescribed = { ...signedVerification(world, "POST", "/1/things"), content_type: form };
  assert.equal((await verify(world, { ...undescribed, ...required })).cause, "body");
  assert.equal((await verify(world, { ...undescribed, ...wanted })).body, "unseen");
  const byDigest = { content_type: form, body_sha1: digest("a=b"), ...required };
  assert.equal((await verify(world, hashed(world, digest("a=b"), byDigest))).body, "hashed");
  assert.equal((await verify(world, hashed(world, digest("a=c"), byDigest))).cause, "body");
});

test("the parameter: in the header or the query, with its name encoded, and with one value", async () => {
  await using world = await startWorld(settings);
  const target = "/1/things";
  const pairs = (value = digest(json)) =>
    signedPairs("PUT", api + target, world.application, [], {
      oauth_timestamp: secondsOf(world.clock.now),
      oauth_body_hash: value,
    });
  const request = { method: "PUT", origin: api, target, ...wanted, content_type: "text/plain" };
  const inQuery = (value?: string) =>
    pairs(value)
      .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
      .join("&");
  const encoded = (text: string) => text.replace("oauth_body_hash", "oauth%5Fb%6Fdy_hash");
  const described = { body: "{}" };
  for (const one of [
    () => ({ authorization: authorizationHeader(pairs()) }),
    () => ({ authorization: encoded(authorizationHeader(pairs())) }),
    () => ({ target: `${target}?${inQuery()}` }),
    () => ({ target: `${target}?${encoded(inQuery())}` }),
    () => {
      const authorization = authorizationHeader(pairs());
      return {
        authorization,
        target: `${target}?oauth_body_hash=${encodeURIComponent(digest(json))}`,
      };
    },
  ]) {
    assert.equal((await verify(world, { ...request, ...one(), body: json })).body, "hashed");
    assert.equal((await verify(world, { ...request, ...one(), ...described })).cause, "body");
  }
  // Both hashes are right for some body, so neither is believed.
  const twice = {
    authorization: authorizationHeader(pairs()),
    target: `${target}?oauth_body_hash=${encodeURIComponent(digest("{}"))}`,
  };
  for (const body of [json, "{}"]) {
    const decision = await verify(world, { ...request, ...twice, body });
    assert.deepEqual([decision.code, decision.cause], [215, "malformed"]);
  }
  // A hash that is added by another than the client is not part of what was signed.
  const added = {
    ...signedVerification(world, "PUT", target),
    target: `${target}?oauth_body_hash=${encodeURIComponent(digest("{}"))}`,
  };
  assert.equal((await verify(world, { ...request, ...added, body: "{}" })).cause, "signature");
});

test("400 — an invalid digest, a digest beside the body, and another requirement", async () => {
  await using world = await startWorld(settings);
  const own = hashed(world, digest(json));
  for (const [wrong, message] of [
    [{ body_sha1: digest(json, "sha256") }, /body_sha1 of the request is not such a digest/],
    [{ body_sha256: "x" }, /body_sha256 of the request is not such a digest in base64/],
    [{ body_sha512: 5 }, /body_sha512 of the request is not a string/],
    [{ body: json, body_sha1: digest(json) }, /both a body and a digest/],
    [{ requires: { body: "signed" } }, /body must be hashed/],
    [{ body_md5: "x" }, /no member "body_md5"/],
  ] as const) {
    const { status, json: answer } = await ask(world, "/verify", { ...own, ...wrong });
    assert.equal(status, 400);
    assert.match(answer.error, message);
  }
});

test("a repeated request gets its decision with its body only; the usage counts a wrong body", async () => {
  await using world = await startWorld(settings);
  const request_id = "request-id-1";
  const own = hashed(world, digest(json), { request_id });
  const first = await verify(world, { ...own, body: json });
  assert.deepEqual(await verify(world, { ...own, body: json }), first);
  assert.equal(first.body, "hashed");
  for (const other of [{ body: "{}" }, { body_sha1: digest(json) }, {}]) {
    assert.equal((await ask(world, "/verify", { ...own, ...other })).status, 400);
  }
  await verify(world, hashed(world, digest(json), { body: "{}" }));
  const counted = await world.service.dependencies.usage.usageOf(world.application.id, 300, {
    since: 0,
  });
  const sums = Object.fromEntries(counted.map(({ kind, count }) => [kind, count]));
  assert.deepEqual(sums, { verified: 1, "rejected 32": 1 });
});

test("a user's request, whose body is compared as well", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const own = {
    ...signedVerification(world, "POST", "/1/things", {
      token,
      oauth: { oauth_body_hash: digest(json, "sha256") },
    }),
    content_type: "application/json",
  };
  assert.equal((await verify(world, { ...own, body: "{}" })).cause, "body");
  const { caller, body } = await verify(world, { ...own, body: json });
  assert.deepEqual([caller.context, body], ["user", "hashed"]);
});

test("the page of a rejected request explains its body, and has no digest of it", async () => {
  await using world = await startWorld(settings);
  const owner = await signedIn(world.baseUrl, world.alice);
  for (const [own, cause] of [
    [hashed(world, digest(json), { body: "{}" }), "body-hash-other"],
    [hashed(world, digest(json), { body_sha1: digest("{}") }), "body-hash-other"],
    [hashed(world, "not-a-hash", { body: json }), "body-hash-form"],
    [
      { ...signedVerification(world, "PUT", "/1/things"), ...required, body: json },
      "body-hash-missing",
    ],
  ] as const) {
    const { response } = await verify(world, own);
    await world.service.dependencies.rejected.settled();
    const id = response.headers["x-countersign-request"];
    const path = `/portal/applications/${world.application.id}/requests/${id}`;
    const { html } = await owner.get(path);
    const text = decoded(html.replaceAll(/<\/?(?:code|bdi)>/g, ""));
    assert.ok(
      text.includes(explained({ id: cause }, portal.check.causes).what),
      `${cause} ${text}`,
    );
    for (const hidden of [digest(json), digest("{}"), "amount"]) {
      assert.ok(!text.includes(hidden) && !text.includes(encodeURIComponent(hidden)), hidden);
    }
  }
});
