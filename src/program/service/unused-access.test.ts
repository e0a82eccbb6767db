import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { AuditEvent } from "../../domain/audit.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { maxWaitingUnusedNotices } from "../../domain/unused-access.ts";
import { by, grant, now, seededLedger, somebody } from "../../storage/contract/seeded-ledger.ts";
import { openSqliteLedger } from "../../storage/sqlite/ledger.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { openUnusedAccess } from "./unused-access.ts";

const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };

/** A database with a clock that a test moves, and whose steps a test can have fail after some. */
async function opened() {
  const committed: AuditEvent[] = [];
  const ledger = await openSqliteLedger({
    path: ":memory:",
    keys: new KeyRing(keySource(keysFrom)),
    keysFrom,
    committed: (event) => committed.push(event),
  });
  const world = await seededLedger({ ledger, committed });
  const state = { now, stepsLeft: Number.POSITIVE_INFINITY };
  const warnings: string[] = [];
  const failing: Pick<typeof ledger, "setting" | "unusedAccess" | "settleUnusedAccess"> = {
    setting: (...args) => ledger.setting(...args),
    unusedAccess: (...args) => ledger.unusedAccess(...args),
    async settleUnusedAccess(...args) {
      state.stepsLeft -= 1;
      if (state.stepsLeft < 0) throw new StoreFailure("the disk is full");
      return await ledger.settleUnusedAccess(...args);
    },
  };
  return Object.assign(world, {
    state,
    warnings,
    /** Of the events so far. */
    count: (name: AuditEvent["name"]) => committed.filter((one) => one.name === name).length,
    open: (configured: number | undefined) =>
      openUnusedAccess({
        ...{ ledger: failing, configured, emails: true, clock: () => state.now },
        log: { info() {}, warn: (_: unknown, text?: string) => warnings.push(text ?? "") },
      }),
    async addUsers(count: number, more: object = {}) {
      for (let at = 0; at < count; at += 1) {
        const user = { ...somebody(), ...more };
        await ledger.createUser(user, by);
        await grant(world, user.id);
      }
    },
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  });
}

test("access gets a notice, and ends 14 days later; a day passes between two passes", async () => {
  await using world = await opened();
  const { state, count } = world;
  await world.addUsers(120);
  await using rule = world.open(90);
  await rule.look();
  assert.equal(count("access.expiring"), 0);
  state.now = now + 76 * dayMs;
  await rule.look();
  assert.equal(count("access.expiring"), 120);
  await world.addUsers(1);
  await rule.look();
  assert.equal(count("access.expiring"), 120, "no day has passed");
  state.now = now + 90 * dayMs;
  await rule.look();
  assert.deepEqual([count("access.expiring"), count("access.revoked")], [121, 120]);
});

test("a process that ended between two steps leaves the rest to the next one, and nothing is done twice", async () => {
  await using world = await opened();
  const { state, count, warnings } = world;
  await world.addUsers(250);
  state.now = now + 80 * dayMs;
  state.stepsLeft = 1;
  {
    await using rule = world.open(90);
    await rule.look();
    assert.equal(count("access.expiring"), 100);
    assert.deepEqual(
      new Set(warnings),
      new Set(["unused access could not be looked through; retrying"]),
    );
  }
  state.stepsLeft = Number.POSITIVE_INFINITY;
  await using next = world.open(90);
  await next.look();
  assert.equal(count("access.expiring"), 250);
});

test("T84 — a rule that is turned off, or a clock that was ahead, ends nothing", async () => {
  await using world = await opened();
  const { state, count } = world;
  await world.addUsers(3);
  state.now = now + 80 * dayMs;
  {
    await using rule = world.open(90);
    await rule.look();
  }
  state.now = now + 94 * dayMs;
  {
    await using off = world.open(undefined);
    await off.look();
  }
  await using rule = world.open(90);
  await rule.look();
  assert.deepEqual([count("access.expiring"), count("access.revoked")], [6, 0]);
  state.now = now + 85 * dayMs;
  await rule.look();
  state.now = now + 108 * dayMs;
  await rule.look();
  assert.equal(count("access.revoked"), 0, "the notice came from the future");
  assert.equal(count("access.expiring"), 9);
});

test("T85 — an administrator's rule is followed at the next look, and its end voids what was noticed", async () => {
  await using world = await opened();
  const { ledger, state, count } = world;
  const set = (value: string) => ledger.changeSetting("unused-access", value, by);
  await world.addUsers(120);
  state.now = now + 80 * dayMs;
  await using rule = world.open(undefined);
  await rule.look();
  assert.equal(count("access.expiring"), 0);
  await set("90");
  await rule.look();
  assert.equal(count("access.expiring"), 120, "at once, although no day has passed");
  await set("off");
  await rule.look();
  await set("90");
  state.now = now + 94 * dayMs;
  await rule.look();
  assert.deepEqual([count("access.expiring"), count("access.revoked")], [240, 0]);
});

test("no more emails wait than the mail server takes within their time, and the pass goes on after", async () => {
  await using world = await opened();
  const { ledger, state, count } = world;
  const most = maxWaitingUnusedNotices;
  for (let at = 0; at < most + 20; at += 1) {
    await world.addUsers(1, { email: `u${at}@users.example`, emailVerified: true });
  }
  state.now = now + 80 * dayMs;
  await using rule = world.open(90);
  await rule.look();
  assert.equal(count("access.expiring"), most);
  for (let at = 0; at < 30; at += 1) {
    const due = await ledger.nextAccountNotice(state.now);
    await ledger.takeAccountNotice(due ?? assert.fail());
  }
  await rule.look();
  assert.equal(count("access.expiring"), most + 20);
});

test("a token used since the notice keeps all access of its application", async () => {
  await using world = await opened();
  const { ledger, state, bob, application } = world;
  await grant(world, bob, "read");
  const { token } = await grant(world, bob, "write");
  state.now = now + 80 * dayMs;
  await using rule = world.open(90);
  await rule.look();
  await ledger.touchAccessTokens([token], dayOf(now + 93 * dayMs));
  state.now = now + 95 * dayMs;
  await rule.look();
  assert.equal((await ledger.grants(application, bob)).length, 2);
});
