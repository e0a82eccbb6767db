/** Someone has to prove again who they are; each response leads to something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionEnded, StoreFailure } from "../../domain/errors.ts";
import { authenticatePassword, reauthenticate } from "./reauthenticate.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

const now = 1_000_000;
const password = "the right one";
const recoveryCode = "0123-4567-89ab-cdef";

function called({
  hasSecondFactor = false,
  signedInRecently = false,
  authenticatesBy = "password",
  holder = "1",
  isBusy = false,
  isOverLimit = false,
  reauthenticate = "authenticated",
}: {
  readonly hasSecondFactor?: boolean;
  readonly signedInRecently?: boolean;
  readonly authenticatesBy?: "password" | "provider";
  readonly holder?: string;
  readonly isBusy?: boolean;
  readonly isOverLimit?: boolean;
  readonly reauthenticate?: "authenticated" | "spent" | "gone";
} = {}) {
  const did: unknown[] = [];
  const session = { userId: "1", screenName: "alice", hasSecondFactor };
  const quota = { admitted: !isOverLimit, limit: 5, remaining: 4, resetAt: now / 1000 + 61 };
  const dependencies = {
    config: { passkeyDomain: undefined },
    identityProviders: { all: [] },
    origins: ["http://127.0.0.1:8080"],
    ledger: {
      passwordOf: async () => ({
        user: { id: holder, screenName: "alice" },
        passwordHash: "$argon2id$",
      }),
      recordRarely: async () => {},
      async reauthenticate(of: unknown, authEvent: { kind: string; at: number }) {
        assert.equal(of, session);
        did.push(`${authEvent.kind} at ${authEvent.at}`);
        return reauthenticate;
      },
    },
    passwords: {
      async verify(input: string) {
        did.push("verified");
        if (isBusy) throw new StoreFailure("busy");
        return input === password;
      },
    },
    rateLimiter: {
      hit: async () => quota,
      quota: async () => undefined,
      forgive: async () => {},
    },
    usage: { count() {} },
    background: { begin() {} },
    clock: () => now,
  };
  const call = {
    session,
    dependencies,
    viewer: { signedInRecently, authenticatesBy },
    incoming: { address: "203.0.113.1", headers: {}, rawHeaders: [] },
    caller: { kind: "browser", sessionId: "s" },
    now,
  } as unknown as ViewerCall;
  return { call, did };
}

const form = (fields: Readonly<Record<string, string>>) =>
  new Map(Object.entries(fields)) as unknown as Form;

const reauthentication = { minutes: 0, status: 422, headers: {} };

for (const [title, options, fields, problem] of [
  ["nothing input", {}, {}, "missing"],
  ["a wrong password", {}, { current_password: "x" }, "wrong"],
  ["a passkey where there is none", {}, { current_passkey: "x" }, "missing"],
  ["a password of another user", { holder: "2" }, { current_password: password }, "wrong"],
  [
    "a provider, and a password",
    { authenticatesBy: "provider" },
    { current_password: password },
    "missing-provider",
  ],
  ["a second factor, and nothing", { hasSecondFactor: true }, {}, "missing-code"],
  [
    "a second factor, and a password",
    { hasSecondFactor: true },
    { current_password: password },
    "missing-code",
  ],
  ["a second factor, and no code", { hasSecondFactor: true }, { current_code: "x" }, "wrong-code"],
  [
    "a recovery code that is spent",
    { hasSecondFactor: true, reauthenticate: "spent" },
    { current_code: recoveryCode },
    "wrong-code",
  ],
  [
    "a second factor, and no passkey",
    { hasSecondFactor: true },
    { current_passkey: "x", current_code: recoveryCode },
    "wrong-passkey",
  ],
] as const) {
  test(`reauthenticate: ${title} is answered with "${problem}"`, async () => {
    const { call } = called(options);
    assert.deepEqual(await reauthenticate(call, form(fields)), { problem, ...reauthentication });
  });
}

test("reauthenticate: no one is asked who has proved it recently", async () => {
  const { call, did } = called({ signedInRecently: true });
  assert.equal(await reauthenticate(call, form({})), undefined);
  assert.deepEqual(did, []);
});

test("reauthenticate: an empty password is no try, and the right one is remembered", async () => {
  const { call, did } = called();
  await reauthenticate(call, form({ current_password: "" }));
  assert.deepEqual(did, []);
  assert.equal(await reauthenticate(call, form({ current_password: password })), undefined);
  assert.deepEqual(did, ["verified", `password at ${now}`]);
});

test("reauthenticate: a recovery code is spent and remembered; if the session is gone, it has ended", async () => {
  const fields = form({ current_code: recoveryCode });
  const { call, did } = called({ hasSecondFactor: true });
  assert.equal(await reauthenticate(call, fields), undefined);
  assert.deepEqual(did, [`recovery-code at ${now}`]);
  const gone = called({ hasSecondFactor: true, reauthenticate: "gone" });
  await assert.rejects(reauthenticate(gone.call, fields), SessionEnded);
});

test("reauthenticate: too many tries are 429 and too much work 503, each with the time to wait", async () => {
  const input = form({ current_password: password, current_code: recoveryCode });
  const late = { problem: "too-many", status: 429, headers: { "retry-after": "61" }, minutes: 2 };
  for (const hasSecondFactor of [false, true]) {
    assert.deepEqual(
      await reauthenticate(called({ hasSecondFactor, isOverLimit: true }).call, input),
      late,
    );
  }
  const busy = { problem: "busy", status: 503, headers: { "retry-after": "5" }, minutes: 1 };
  assert.deepEqual(await reauthenticate(called({ isBusy: true }).call, input), busy);
});

test("authenticatePassword: an empty one is missing and not looked at, and the right one is the user's own", async () => {
  const { call, did } = called({ signedInRecently: true });
  const { minutes, ...response } = reauthentication;
  const asking = (problem: string) => ({
    result: "reauthentication",
    reauthentication: { problem, minutes },
    ...response,
  });
  assert.deepEqual(await authenticatePassword(call, form({})), asking("missing"));
  assert.deepEqual(did, []);
  const input = form({ current_password: password });
  assert.equal((await authenticatePassword(call, input)).result, "right");
  const another = called({ holder: "2" });
  assert.deepEqual(await authenticatePassword(another.call, input), asking("wrong"));
});

test("authenticatePassword: a second factor is asked for before the password, which is not looked at", async () => {
  const { call, did } = called({ hasSecondFactor: true });
  const { minutes, ...response } = reauthentication;
  const missing = { reauthentication: { problem: "missing-code", minutes } };
  const input = form({ current_password: password });
  assert.deepEqual(await authenticatePassword(call, input), {
    result: "reauthentication",
    reauthentication: missing,
    ...response,
  });
  assert.deepEqual(did, []);
});
