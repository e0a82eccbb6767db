import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accessRanks,
  covers,
  highestFirst,
  levelOfRank,
  permissions,
  permissionsLeftOut,
} from "./access.ts";
import { apiLimitName, isApiLimitName } from "./api-limits.ts";
import { overlaps } from "./application.ts";
import { auditEvents, eventNamesActor, isAuditEvent, isUserEvent, userEvents } from "./audit.ts";
import { callbackDestination, callbackWith } from "./callback.ts";
import { RequestError, type RequestErrorRow, requestErrors } from "./errors.ts";
import { emptyDraft, problemWithApplication } from "./fields/application.ts";
import { defaultRateLimits, limits, secondsUntilReset } from "./limits.ts";
import { passkeyName } from "./passkey.ts";
import { sessionIsAlive, sessionTouchMs } from "./session.ts";
import { timestampIsInWindow } from "./timestamp.ts";
import { foldScreenName, problemWithUser } from "./user.ts";

test("write covers read, and nothing covers more than itself else", () => {
  assert.ok(covers("write", "read") && covers("write", "write") && covers("read", "read"));
  assert.ok(!covers("read", "write"));
});

test("an overlap lasts as long as it says, and is never longer than a week", () => {
  const hour = 3_600_000;
  assert.deepEqual(overlaps, { "0": 0, "1h": hour, "24h": 24 * hour, "7d": 7 * 24 * hour });
});

test("in a list, what allows more stands first", () => {
  const [read, write] = [{ access: "read" }, { access: "write" }] as const;
  assert.deepEqual([read, write, read].sort(highestFirst), [write, read, read]);
  assert.deepEqual([write, read, write].sort(highestFirst), [write, write, read]);
});

test("a rank is that of one level, and a level that covers another has a higher one", () => {
  for (const [level, rank] of Object.entries(accessRanks)) assert.equal(levelOfRank(rank), level);
  assert.ok(accessRanks.write > accessRanks.read);
  assert.throws(() => levelOfRank(0), RangeError);
});

test("what a grant allows and leaves out are the whole, without overlap", () => {
  for (const access of ["read", "write"] as const) {
    for (const email of [true, false]) {
      const both = [...permissions(access, email), ...permissionsLeftOut(access, email)];
      assert.deepEqual(both.sort(), ["change-account", "read-account", "see-email"]);
    }
  }
});

test("a timestamp is accepted for 300 seconds either way, whole seconds counted", () => {
  const now = 1_000_000_999;
  for (const [away, accepted] of [
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
  ] as const) {
    assert.equal(timestampIsInWindow(1_000_000 + away, now), accepted, `${away}`);
  }
});

test("a session lives 14 days idle and 30 days in all, to the millisecond", () => {
  const day = 86_400_000;
  // The last use is known only this exactly.
  assert.equal(sessionTouchMs, day / 24);
  assert.ok(sessionIsAlive({ signedInAt: 0, lastSeenAt: 0 }, 14 * day - 1));
  assert.ok(!sessionIsAlive({ signedInAt: 0, lastSeenAt: 0 }, 14 * day));
  assert.ok(sessionIsAlive({ signedInAt: 0, lastSeenAt: 29 * day }, 30 * day - 1));
  assert.ok(!sessionIsAlive({ signedInAt: 0, lastSeenAt: 29 * day }, 30 * day));
  // Setting the clock back by less than this signs no one out, and a clock that was ahead signs no one in for longer.
  assert.ok(sessionIsAlive({ signedInAt: 14 * day, lastSeenAt: 14 * day }, 0));
  assert.ok(!sessionIsAlive({ signedInAt: 0, lastSeenAt: 14 * day + 1 }, 0));
  assert.ok(!sessionIsAlive({ signedInAt: 30 * day + 1, lastSeenAt: 0 }, 0));
});

test("screen names: 1 to 64 letters, digits, underscores, dots, hyphens; the same in any case", () => {
  const problem = (screenName: string, name = "", email = "") =>
    problemWithUser({ screenName, name, email });
  const good = ["a", "7", "-", "_", "Alice_99", "al-ice.smith", ".a", "a.", "-a-", "a..b", "..a"];
  for (const name of [...good, "_".repeat(64), `${".".repeat(63)}a`]) {
    assert.equal(problem(name), undefined, name);
  }
  const bad = [
    "",
    "a".repeat(65),
    "al ice",
    "al+ice",
    "a@b",
    "a/b",
    "a%2e",
    "ål",
    "a\n",
    "\u{131}",
  ];
  for (const name of [...bad, ".", "..", "...", ".".repeat(64)]) {
    assert.match(problem(name) ?? "", /screen name/, name);
  }
  assert.match(problem("a", "n".repeat(51)) ?? "", /50/);
  assert.match(problem("a", "bell\u0007") ?? "", /control/);
  const longest = `${"a".repeat(64)}@${"b".repeat(190)}`;
  for (const bad of ["x", "x@", "@x", "a b@c", "a@b@c", `a${longest}`, `${longest}b`, "a@b\u0085"])
    assert.match(problem("a", "", bad) ?? "", /email/);
  assert.equal(problem("a", "", longest), undefined);
  assert.equal(problem("a", "é".repeat(50), "a@b.example"), undefined);
  assert.equal(foldScreenName("ALIce"), "alice");
});

test("applications: a name, a short description, a web address", () => {
  const draft = {
    name: "x",
  } as const;
  const problem = (changed: object) =>
    problemWithApplication({ ...emptyDraft, ...draft, ...changed });
  assert.equal(problem({}), undefined);
  assert.equal(problem({ name: "😀".repeat(50), description: "é".repeat(200) }), undefined);
  for (const name of ["", "  ", "\u{3164}", "\u{2800} \u{202E}"]) {
    assert.match(problem({ name }) ?? "", /name/);
  }
  assert.match(problem({ name: "x".repeat(51) }) ?? "", /50/);
  assert.match(problem({ name: "x\u001b[2J" }) ?? "", /control/);
  assert.match(problem({ description: "x\n" }) ?? "", /control/);
  assert.match(problem({ description: "x".repeat(201) }) ?? "", /200/);
  for (const website of [
    "javascript:alert(1)",
    "x",
    "https://u:p@x/",
    "ftp://x/",
    `https://${"x".repeat(200)}/`,
  ]) {
    assert.match(problem({ website }) ?? "", /website/, website);
  }
  assert.equal(problem({ website: "http://x.example/a?b#c" }), undefined);
  assert.equal(problem({ privacyUrl: "https://x.example" }), undefined);
  for (const link of ["terms", "privacy", "support"]) {
    assert.match(problem({ [`${link}Url`]: "x" }) ?? "", new RegExp(` ${link} `));
  }
});

test("the sentences about users who work on one application say who did it; administrators move it", () => {
  const said = userEvents.filter(eventNamesActor);
  const theirs = userEvents.filter((name) => /^(collaborator|ownership)\./.test(name));
  assert.deepEqual([...said, "ownership.transferred"], theirs);
  assert.equal(eventNamesActor("toString"), false);
});

test("a limit of the administrator's APIs has a name of its own", () => {
  for (const name of ["weather", "a", "2-b_c", "x".repeat(40)]) {
    assert.equal(isApiLimitName(apiLimitName(name)), true, name);
  }
  for (const name of [
    "api/",
    "api/Weather",
    "api/-a",
    "api/a b",
    `api/${"x".repeat(41)}`,
    "weather",
  ]) {
    assert.equal(isApiLimitName(name), false, name);
  }
});

test("a passkey without a name that can be seen has the usual one", () => {
  for (const typed of ["", "  ", "\u{3164}", "\u{2800}\u{34F}"]) {
    assert.equal(passkeyName(typed, "Passkey"), "Passkey");
  }
  assert.equal(passkeyName(" my\u{202E} phone ", "Passkey"), "my phone");
});

test("a callback keeps its own query, byte for byte", () => {
  const added = { oauth_token: "t", x: "a b&c" };
  for (const [callback, whole] of [
    ["https://a/", "https://a/?oauth_token=t&x=a+b%26c"],
    ["https://a/?", "https://a/?oauth_token=t&x=a+b%26c"],
    ["https://a/?k=%20+&", "https://a/?k=%20+&oauth_token=t&x=a+b%26c"],
    ["https://a/?k", "https://a/?k&oauth_token=t&x=a+b%26c"],
    ["app://", "app://?oauth_token=t&x=a+b%26c"],
  ] as const) {
    assert.equal(callbackWith(callback, added), whole);
  }
});

test("what a user learns of a callback", () => {
  assert.deepEqual(callbackDestination("oob"), { kind: "pin" });
  assert.deepEqual(callbackDestination("https://A.example:1/x"), {
    kind: "web",
    host: "a.example:1",
  });
  assert.deepEqual(callbackDestination("myapp://evil.example"), { kind: "app", scheme: "myapp" });
  assert.throws(() => callbackDestination("javascript:x"));
});

test("the tables: every message is plain, every limit has a rejection, every secret-free detail is added", () => {
  for (const row of Object.values(requestErrors) as RequestErrorRow[]) {
    assert.ok(row.status >= 400 && row.status < 600 && Number.isInteger(row.code));
    assert.match(row.message, /^[ -~]+$/);
    assert.doesNotMatch(row.message, /["\\]/, "fit for error_description");
  }
  for (const row of Object.values(limits)) assert.ok(row.limit > 0 && row.beyond in requestErrors);
  assert.deepEqual(Object.keys(defaultRateLimits()), Object.keys(limits));
  assert.equal(new RequestError("invalidToken").message, "Invalid or expired token");
  const detailed = new RequestError("badAuthenticationData", {
    detail: "why",
    reason: "administrator's",
  });
  assert.equal(detailed.message, "Bad Authentication data: why");
});

test("a user's own events are some of all; a name from another version is none of them", () => {
  for (const name of userEvents) assert.ok(isUserEvent(name) && isAuditEvent(name), name);
  const others = auditEvents.filter((name) => !isUserEvent(name));
  assert.equal(others.length, auditEvents.length - userEvents.length);
  for (const name of ["user.deleted", "application.created", "setting.changed", "keys.rotated"]) {
    assert.ok(isAuditEvent(name) && !isUserEvent(name), name);
  }
  for (const name of ["", "user", "user.signed-in.twice"]) {
    assert.ok(!isAuditEvent(name) && !isUserEvent(name), name);
  }
});

test("Retry-After is at least a second", () => {
  const quota = { limit: 1, remaining: 0, resetAt: 100, admitted: false };
  assert.equal(secondsUntilReset(quota, 90_500), 10);
  assert.equal(secondsUntilReset(quota, 100_000), 1);
});
