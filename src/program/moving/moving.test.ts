import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import { hmacSha1, hmacSha256 } from "#oauth1";
import type { ImportOutcome } from "../../domain/imported.ts";
import { linesOf, maxLineBytes } from "./lines.ts";
import { BadRecord } from "./members.ts";
import { openPlanned } from "./planned.ts";
import { readRecord, recordLine } from "./record-line.ts";

const now = Date.parse("2026-05-01T00:00:00Z");
const signatureMethods = [hmacSha1, hmacSha256];
const reading = { now, random: randomBytes, withAdmins: true, signatureMethods };
const read = (record: object) => readRecord(JSON.stringify(record), reading);

const user = {
  type: "user",
  id: "7",
  screen_name: "alice",
  created_at: "2020-01-02T03:04:05.000Z",
};
const application = {
  ...{ type: "application", id: "8", owner_id: "7", owner: "alice", name: "Bot", access: "write" },
  ...{ callbacks: ["https://bot.example/a", "bot://"], confirmed_schemes: ["bot"], networks: [] },
  answers: [],
  ...{ consumer_key: "key-of-the-bot", consumer_secret: "secret-of-the-bot-1" },
  created_at: "2020-01-02T03:04:05.000Z",
};
const access = {
  ...{ type: "access_token", consumer_key: "key-of-the-bot", user_id: "7", screen_name: "alice" },
  ...{ access: "read", token: "7-abcdefgh", secret: "secret-of-the-token" },
  created_at: "2020-01-02T03:04:05.000Z",
};
const bearer = {
  ...{ type: "bearer_token", consumer_key: "key-of-the-bot", token: "AAAAbearer/token+of.bot==" },
  created_at: "2020-01-02T03:04:05.000Z",
};
const times = { created_at: "2020-01-02T03:04:05.000Z" };
const alice = { user_id: "7", screen_name: "alice" };
const identity = { type: "identity", ...alice, issuer: "https://id.x", subject: "a 1", ...times };
const passkey = {
  ...{ type: "passkey", ...alice, id: "AQID-_", name: "Phone", public_key: "pQECAyYgASFY-_8" },
  ...{ sign_count: 0, transports: ["hybrid", "internal"], ...times },
};
const totp = {
  ...{ type: "totp", ...alice, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", last_step: 55_555_555 },
  ...times,
};
const recovery = { type: "recovery_code", ...alice, digest: "a".repeat(43) };
const icon = { type: "icon", consumer_key: "key-of-the-bot", image: "UklGRg==" };
const collaborator = {
  ...{ type: "collaborator", consumer_key: "key-of-the-bot", ...alice, role: "viewer" },
  ...times,
};
const full = [
  user,
  {
    ...{ type: "user", id: "9007199254740991", screen_name: "B_ob", name: "Bob", email: "b@x.y" },
    email_verified: true,
    password: "$2b$10$abcdefghijklmnopqrstuu5s0zPvMGGkXlHM6rXKV5gYe7RvYC7cW",
    admin: true,
    notifications_off: ["limits", "old-secrets"],
    language: "es",
    created_at: "2020-01-02T03:04:05.678Z",
    suspended: "spam",
  },
  identity,
  passkey,
  { ...passkey, last_used_at: "2021-01-02T03:04:05.000Z" },
  totp,
  recovery,
  application,
  {
    ...{ type: "application", id: "10", owner_id: "7", owner: "alice", name: "Other" },
    ...{ description: "Says.", website: "https://o.example", terms_url: "https://o.example/t" },
    ...{ privacy_url: "https://o.example/p", support_url: "https://o.example/s", access: "read" },
    ...{ sign_in: true, request_email: true, callbacks: [], confirmed_schemes: [] },
    ...{ networks: ["203.0.113.0/24"], networks_for_bearer: true },
    ...{ consumer_key: "key-of-other", consumer_secret: "secret-of-the-other" },
    previous_consumer_secret: "older-secret-of-other",
    previous_consumer_secret_until: "2026-05-02T00:00:00.000Z",
    limits: { "oauth/request_token": 7, "api/weather": 1_000_000 },
    ...{ created_at: "2020-01-02T03:04:05.000Z", suspended: "abuse" },
    ...{ purpose: "Weather", expected_users: "Fifty", answers: ["Where?\nHere"] },
    ...{ approval: "asked", approval_text: "Why?", approval_since: "2021-01-02T03:04:05.000Z" },
    ...{ awaited_access: "write", awaited_callbacks: ["https://new.example/"] },
  },
  icon,
  collaborator,
  { ...collaborator, role: "editor", accepted: true },
  access,
  { ...access, email_granted: true, token: "7-ijklmnop" },
  bearer,
];

test("what is written is what was read, member by member", () => {
  for (const record of full) {
    const written = JSON.parse(recordLine(read(record)));
    assert.deepEqual(written, record);
    assert.deepEqual(JSON.parse(recordLine(read(written))), written);
  }
});

test("defaults: created now, no password, schemes confirmed by the administrator who imports, an id from the key", () => {
  const { created_at: _, ...young } = user;
  const found = read(young);
  assert.ok(found.kind === "user" && found.createdAt === now);
  assert.equal(JSON.parse(recordLine(found)).password, undefined);
  const { confirmed_schemes: __, id: ___, ...plain } = application;
  const [one, again] = [read(plain), read(plain)];
  assert.ok(one.kind === "application" && again.kind === "application");
  assert.deepEqual(one.confirmedSchemes, ["bot"]);
  assert.match(one.id, /^\d{16}$/);
  assert.equal(one.id, again.id);
  const ordinary = readRecord(JSON.stringify({ ...user, admin: true }), {
    ...reading,
    withAdmins: false,
  });
  assert.ok(ordinary.kind === "user" && ordinary.isAdmin === undefined);
});

test("a network that isn't in its one spelling is rejected, with that spelling", () => {
  const line = JSON.stringify({ ...application, networks: ["203.0.113.7/24"] });
  assert.throws(() => readRecord(line, reading), /write it as 203\.0\.113\.0\/24/);
});

test("an application that requires SHA-256 is rejected where only HMAC-SHA1 is accepted", () => {
  const line = JSON.stringify({ ...application, require_sha256: true });
  const onlySha1 = { ...reading, signatureMethods: [hmacSha1] };
  assert.throws(() => readRecord(line, onlySha1), /COUNTERSIGN_SIGNATURE_METHODS/);
  assert.equal(read(JSON.parse(line)).kind, "application");
});

test("secrets of a record print as nothing", () => {
  for (const record of full.filter(({ type }) => type !== "user" && type !== "bearer_token")) {
    assert.doesNotMatch(inspect(read(record), { depth: 9 }), /secret-of|JBSWY3DP/);
  }
});

test("what does not fit is rejected with the member and the form that is expected, without its value", () => {
  for (const [record, why] of [
    [[], /"type"/],
    [{ type: "session" }, /"type"/],
    [
      { ...user, moderator: true },
      /unknown member "moderator"; its members are type, id, screen_name, /,
    ],
    [{ ...user, id: 7 }, /"id" is not a string in double quotes/],
    [{ ...user, id: "007" }, /ID is a number/],
    [{ ...user, id: "9007199254740993" }, /ID is a number/],
    [{ ...user, screen_name: "alice in wonderland" }, /screen name/],
    [{ ...user, screen_name: undefined }, /"screen_name" is missing/],
    [{ ...user, email: "nobody" }, /email address/],
    [{ ...user, email_verified: true }, /needs an "email"/],
    [{ ...user, email_verified: "yes" }, /not true or false/],
    [{ ...user, password: "hunter2-secret-of" }, /"password": the hash isn't argon2id/],
    [
      { ...user, created_at: "yesterday" },
      /"created_at" is not a time with a zone, such as 2019-03-01T09:30:00Z$/,
    ],
    [{ ...user, created_at: "2020-02-30T03:04:05Z" }, /"created_at" is not a time .*1970/],
    [{ ...user, created_at: "2027-01-01T00:00:00Z" }, /in the future/],
    [{ ...user, created_at: "1969-01-01T00:00:00Z" }, /not a time/],
    [{ ...user, suspended: "" }, /a reason/],
    [{ ...user, suspended: "a\nb" }, /a reason/],
    [{ ...application, name: "" }, /name/],
    [{ ...application, access: "admin" }, /"access" is not read or write/],
    [
      { ...application, callbacks: ["http://bot.example/"] },
      /callback "http:.*": http is for loopback/,
    ],
    [{ ...application, callbacks: ["javascript://x"] }, /never allowed/],
    [{ ...application, callbacks: ["https://a.b/", "https://a.b/"] }, /duplicate/],
    [{ ...application, callbacks: Array(11).fill("https://a.b/") }, /at most 10/],
    [{ ...application, callbacks: "https://a.b/" }, /not a list/],
    [{ ...application, confirmed_schemes: ["other"] }, /no callback uses/],
    [
      { ...application, consumer_key: "a:b-secret-of" },
      /"consumer_key" is not 4 to 100 characters of A-Z/,
    ],
    [
      { ...application, consumer_secret: "secret-of" },
      /"consumer_secret" is not 16 to 255 printable ASCII/,
    ],
    [{ ...application, previous_consumer_secret: "secret-of-before-it" }, /go together/],
    [{ ...application, owner: "al ice" }, /"owner": a screen name has 1 to 64 letters/],
    [{ ...access, token: "secret-of token" }, /"token" is not 8 to 255 characters of A-Z/],
    [{ ...access, secret: "secret-of\n the line" }, /"secret" is not 16 to 255 printable ASCII/],
    [
      { ...user, notifications_off: ["all"] },
      /"notifications_off" has an unknown kind; expected secrets, /,
    ],
    [{ ...user, language: "Spanish" }, /"language" is not a language tag, such as en/],
    [{ ...user, suspended: "\u{3164}" }, /"suspended": it is a reason/],
    [{ ...application, limits: [] }, /"limits" is not an object/],
    [{ ...application, limits: { "oauth/request_token": 0 } }, /"limits" is not an object/],
    [
      { ...application, limits: { "sign-in": 5 } },
      /"limits" has an unknown name; expected oauth.request_token, .* or api.* and the name/,
    ],
    [
      { ...application, limits: { "api/": 5 } },
      /"limits" has an unknown name; expected oauth.request_token, .* or api.* and the name/,
    ],
    [
      { ...application, limits: { "api/The weather": 5 } },
      /"limits" has an unknown name; expected oauth.request_token, .* or api.* and the name/,
    ],
    [{ ...application, limits: { "oauth/request_token": 1_000_001 } }, /above 1000000/],
    [{ ...identity, subject: "ä" }, /"issuer" has 1 to 500 .* "subject" 1 to 255/],
    [{ ...identity, issuer: "" }, /"issuer" has 1 to 500 .* "subject" 1 to 255/],
    [{ ...passkey, id: "a+b" }, /"id": a credential ID has 1 to 1364 characters of base64url/],
    [{ ...passkey, name: "" }, /"name": it has 1 to 50/],
    [{ ...passkey, public_key: "" }, /"public_key" is missing/],
    [{ ...passkey, public_key: "secret-of!" }, /"public_key" is not base64 or base64url/],
    [{ ...passkey, public_key: "A".repeat(2000) }, /more than 1000 bytes/],
    [{ ...passkey, sign_count: -1 }, /not a whole number/],
    [{ ...passkey, transports: ["pigeon"] }, /"transports" has an unknown value; expected ble, /],
    [{ ...totp, secret: "secret-of" }, /"secret" is not 16 to 128 characters of base32/],
    [{ ...totp, last_step: "1" }, /not a whole number/],
    [{ ...recovery, digest: "secret-of" }, /"digest" is not a SHA-256 digest in base64url, 43/],
    [{ ...icon, image: "" }, /"image" is missing/],
    [{ ...collaborator, role: "owner" }, /"role" is not one of editor, viewer/],
    [{ ...bearer, token: "AAAA%2Bsecret-of%3D" }, /"token" is not 16 to 512 characters of A-Z/],
  ] as const) {
    assert.throws(
      () => read(record),
      (error) =>
        error instanceof BadRecord && why.test(error.message) && !/secret-of/.test(error.message),
      JSON.stringify(record),
    );
  }
  for (const line of ["", "{", "null", "7", `{"type":"user","__proto__":{}}`, "[".repeat(50_000)]) {
    assert.throws(() => readRecord(line, reading), BadRecord, line.slice(0, 20));
  }
  const line = JSON.stringify({ ...user, name: "secret-of" });
  for (const [wrong, message] of [
    [line.replace("{", '{"name":"a",'), 'it has the member "name" twice'],
    [
      line.replace("secret-of", String.raw`\udc00`),
      "it has text that is not Unicode: a surrogate without its other half",
    ],
  ] as const) {
    assert.throws(() => readRecord(wrong, reading), { name: "Error", message });
  }
});

test("a dry run judges each record after those before it, as the import itself would", () => {
  const planned = openPlanned();
  const lacks = (kind: "user" | "application") =>
    ({ is: "rejected", why: "lacks", lacks: kind }) as const;
  const judge = (record: object, outcome: ImportOutcome) => planned.judge(read(record), outcome).is;
  assert.equal(judge(access, lacks("user")), "rejected");
  assert.equal(judge(bearer, lacks("application")), "rejected");
  assert.equal(judge(application, lacks("user")), "rejected");
  assert.equal(judge(user, { is: "new" }), "new");
  assert.equal(judge(user, { is: "new" }), "there");
  assert.equal(judge({ ...user, id: "9" }, { is: "new" }), "conflict");
  assert.equal(judge({ ...user, screen_name: "bob" }, { is: "new" }), "conflict");
  assert.equal(judge({ ...application, owner: "bob" }, lacks("user")), "rejected");
  assert.equal(judge({ ...application, access: "read" }, lacks("user")), "new");
  assert.equal(judge({ ...access, access: "write" }, lacks("user")), "rejected");
  assert.equal(judge(access, lacks("user")), "new");
  assert.equal(judge({ ...access, token: "7-another-one" }, lacks("user")), "new", "a device more");
  assert.equal(judge(bearer, lacks("application")), "new");
  assert.equal(judge(bearer, lacks("application")), "there");
  assert.equal(judge(access, { is: "conflict", why: "x" }), "there", "it stands by then");
  for (const record of [identity, passkey]) {
    assert.equal(judge({ ...record, user_id: "9" }, lacks("user")), "rejected");
    assert.equal(judge(record, lacks("user")), "new");
    assert.equal(judge(record, lacks("user")), "there");
    assert.equal(judge({ ...record, user_id: "9" }, { is: "new" }), "conflict");
  }
  assert.equal(judge(icon, lacks("application")), "new");
  assert.equal(judge({ ...icon, consumer_key: "unknown" }, lacks("application")), "rejected");
  assert.equal(judge(collaborator, lacks("user")), "new");
  assert.equal(judge({ ...collaborator, user_id: "9" }, lacks("user")), "rejected");
  assert.equal(
    judge({ ...access, token: "7-third-one" }, { is: "conflict", why: "x" }),
    "conflict",
  );
});

test("lines: however the bytes come, with either end, and none longer than the bound", async () => {
  const text = `\u{feff}one\r\ntwo é\n\n${"x".repeat(maxLineBytes)}\n${"y".repeat(maxLineBytes + 1)}\nlast`;
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from("\n\xff\n", "latin1")]);
  for (const size of [13, 4096, 65_536, bytes.length]) {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const lines = await Array.fromAsync(linesOf(chunks()));
    assert.deepEqual(
      lines.map((line) => line.text?.slice(0, 10)),
      ["one", "two é", "", "x".repeat(10), undefined, "last", undefined],
    );
    assert.deepEqual(
      lines.map((line) => line.number),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.match(lines[4]?.problem ?? "", /more than 524288 bytes/);
    assert.match(lines[6]?.problem ?? "", /not UTF-8/);
  }
});
