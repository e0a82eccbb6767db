import assert from "node:assert/strict";
import type { SQLInputValue } from "node:sqlite";
import { test } from "node:test";
import { sql } from "kysely";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { ownerNoticeMs } from "../../domain/application.ts";
import { applicationInvitationMs } from "../../domain/collaborator.ts";
import { noticeLifeMs } from "../../domain/notification.ts";
import { providerLogoutMs, sessionLife } from "../../domain/session.ts";
import { usageResolutions } from "../../domain/usage.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { anyExpired, sweep } from "./housekeeping.ts";
import type { Tables } from "./schema.ts";

const now = 1_800_000_000_000;
const keys = new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, 1) }]);
const { idleMs, wholeMs } = sessionLife;

type Row = readonly [table: keyof Tables, values: Readonly<Record<string, SQLInputValue>>];

/** A row of each kind that ends, by how long ago what it is counted from was. */
const ending: readonly (readonly [ms: number, (at: number) => Row])[] = [
  [0, (at) => ["request_token", { token: "t", expires_at: at }]],
  [idleMs, (at) => ["session", { digest: "d", last_seen_at: at, signed_in_at: now }]],
  [wholeMs, (at) => ["session", { digest: "d", last_seen_at: now, signed_in_at: at }]],
  [0, (at) => ["waiting_sign_in", { digest: "d", expires_at: at }]],
  [0, (at) => ["one_time_link", { digest: "d", expires_at: at }]],
  [0, (at) => ["reserved_screen_name", { folded_screen_name: "u", until: at }]],
  [0, (at) => ["logged_request", { id: "r", expires_at: at }]],
  [applicationInvitationMs, (at) => ["collaborator", { accepted: 0, invited_at: at }]],
  [applicationInvitationMs, (at) => ["ownership_offer", { offered_at: at }]],
  [providerLogoutMs, (at) => ["provider_logout", { at }]],
  [noticeLifeMs, (at) => ["notice", { at }]],
  [noticeLifeMs, (at) => ["account_notice", { at, unverified: 0 }]],
  [noticeLifeMs, (at) => ["account_notice", { at, unverified: 1 }]],
  ...usageResolutions.map(
    ({ seconds, keptMs }) =>
      // An hour late, many at once.
      [
        keptMs + 3_600_000,
        (at: number): Row => ["use_count", { resolution: seconds, at }],
      ] as const,
  ),
];

test("what an administrator told an owner goes with the end of its time, and the application stays", async () => {
  using place = await placeOf();
  place.add("application", {
    id: 1,
    owner_notice: "It leaked.",
    owner_notice_at: now - ownerNoticeMs + 1,
  });
  await place.sweep();
  assert.deepEqual(place.column("application", "owner_notice"), ["It leaked."]);
  place.empty("application");
  place.add("application", {
    id: 1,
    owner_notice: "It leaked.",
    owner_notice_at: now - ownerNoticeMs,
  });
  assert.equal(await place.isAnyExpired(), true);
  await place.sweep();
  assert.deepEqual(place.column("application", "owner_notice"), [null]);
});

test("each row goes at the end of its life, and not a millisecond before; that there is one is seen at once", async () => {
  using place = await placeOf();
  for (const [ms, rowAt] of ending) {
    const described = JSON.stringify(rowAt(now - ms));
    for (const early of [1, 0]) {
      place.add(...rowAt(now - ms + early));
      assert.equal(await place.isAnyExpired(), early === 0, described);
      const [table] = rowAt(now);
      await place.sweep();
      const isLate = table === "use_count";
      assert.equal(place.column(table, "1").length, early === 0 || isLate ? 0 : 1, described);
      place.empty(table);
    }
  }
});

test("counts of use go at the end of their life where a sweep is made", async () => {
  using place = await placeOf();
  for (const { seconds, keptMs } of usageResolutions) {
    for (const [at, left] of [
      [now - keptMs + 1, 1],
      [now - keptMs, 0],
    ] as const) {
      place.add("use_count", { resolution: seconds, at });
      assert.equal(await place.isAnyExpired(), false);
      assert.equal(await place.sweep(), 1 - left);
      assert.equal(place.column("use_count", "1").length, left);
      place.empty("use_count");
    }
  }
});

test("what was accepted, and what is about no address, has no end; a name rests and a secret counts until theirs", async () => {
  using place = await placeOf();
  place.add("collaborator", { accepted: 1, invited_at: 0 });
  place.add("account_notice", { at: 0, unverified: 2 });
  for (const at of [now, now + 1]) {
    place.add("reserved_screen_name", { folded_screen_name: `u${at}`, until: at });
    const secrets = { previous_secret: Buffer.from("old"), previous_secret_until: at };
    const digests = { consumer_secret_digest: "d", previous_secret_digest: "d" };
    place.add("application", { id: at, consumer_key: `key ${at}`, ...secrets, ...digests });
    assert.equal(await place.isAnyExpired(), true);
  }
  assert.equal(await place.sweep(), 0);
  assert.equal(await place.isAnyExpired(), false);
  assert.deepEqual(place.column("collaborator", "accepted"), [1]);
  assert.deepEqual(place.column("account_notice", "unverified"), [2]);
  assert.deepEqual(place.column("reserved_screen_name", "until"), [now + 1]);
  assert.deepEqual(place.column("application", "previous_secret_until"), [null, now + 1]);
  assert.deepEqual(place.column("application", "previous_secret is null"), [1, 0]);
});

test("a step removes so many rows, counts them, and leaves the rest to the next", async () => {
  using place = await placeOf();
  const many = (count: number, row: (at: number) => Row) => {
    for (let at = 0; at < count; at += 1) place.add(...row(at));
  };
  many(3, (at) => ["request_token", { token: `t${at}`, expires_at: now }]);
  many(4, (at) => ["session", { digest: `d${at}`, last_seen_at: 0 }]);
  many(6, (at) => ["use_count", { resolution: 60, at }]);
  many(9, (at) => ["logged_request", { id: `r${at}`, expires_at: 0 }]);
  many(2, (at) => ["audit_event", { id: at + 1, at: 0, name: "user.created" }]);
  const left = () =>
    (["request_token", "session", "use_count", "logged_request"] as const).map(
      (table) => place.column(table, "1").length,
    );
  assert.equal(await place.sweep(5), 5);
  assert.deepEqual(left(), [0, 2, 6, 4]);
  assert.equal(await place.sweep(5), 5);
  assert.deepEqual(left(), [0, 0, 3, 0]);
  assert.equal(await place.sweep(5, 1), 4, "three counts, and the event that is not the first");
  assert.deepEqual(left(), [0, 0, 0, 0]);
  assert.deepEqual(place.column("audit_event", "id"), [1]);
  place.add("receiver", { id: "r", named_at: now });
  many(2, (at) => ["delivery", { receiver: "r", event_id: at, at: 0 }]);
  assert.equal(await place.sweep(5), 2, "events that a receiver did not take");
});

async function placeOf() {
  const tables = await memoryTables();
  const transaction = { db: tables.db, keys, events: [], slot: 0 };
  return {
    ...tables,
    sweep: (most = 100, auditFrom?: number) => sweep(transaction, { now, most, auditFrom }),
    async isAnyExpired() {
      const looked = sql<{ any: number }>`select ${sql.raw(anyExpired(String(now)))} as "any"`;
      return (await looked.execute(tables.db)).rows[0]?.any === 1;
    },
  };
}
