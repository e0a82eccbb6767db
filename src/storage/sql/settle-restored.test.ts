import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { settleRestored } from "./settle-restored.ts";
import type { Transaction } from "./write.ts";

const keys = new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, 1) }]);
const by = { at: 9, actor: "command-line" };
const restored = {
  now: 9,
  issuedAfter: undefined,
  seed: "00".repeat(32),
  revokedAgain: 3,
  replaysAccepted: true,
};

test("what waited ends in a restored database, and what was accepted stays", async () => {
  using place = await placeOf();
  const emptied = {
    session: "digest",
    request_token: "token",
    waiting_sign_in: "digest",
    notice: "application_id",
    account_notice: "user_id",
    logged_request: "id",
    ownership_offer: "application_id",
  } as const;
  for (const [table, key] of Object.entries(emptied)) {
    place.add(table as keyof typeof emptied, { [key]: 1 });
  }
  for (const purpose of ["form", "password", "admin"]) {
    place.add("one_time_link", { digest: purpose, purpose });
  }
  for (const accepted of [0, 1]) {
    place.add("collaborator", { application_id: 1, user_id: accepted, accepted });
  }
  place.issue(1, 100);
  const settled = await settleRestored(place.transaction, restored, by);
  assert.deepEqual(settled, {
    ...{ sessions: 1, links: 2, accessTokens: 0, bearerTokens: 0, withoutSecret: [] },
  });
  for (const [table, key] of Object.entries(emptied)) {
    assert.deepEqual(place.column(table as keyof typeof emptied, key), [], table);
  }
  assert.deepEqual(place.column("one_time_link", "digest"), []);
  assert.deepEqual(place.column("collaborator", "user_id"), [1]);
  assert.deepEqual(place.column("bearer_token", "application_id"), [1]);
  assert.deepEqual(place.column("access_token", "token"), ["token 1"]);
  assert.equal(place.secretOf(1), "secret 1");
  assert.deepEqual(place.column("audit_event", "name"), ["database.restored"]);
  assert.deepEqual(place.transaction.events, [
    { ...by, name: "database.restored", details: { revokedAgain: 3, replaysAccepted: true } },
  ]);
});

test("after a time, what is younger ends, and what was issued at it does not", async () => {
  using place = await placeOf();
  for (const [id, at] of [
    [3, 101],
    [1, 100],
    [2, 102],
  ] as const) {
    place.issue(id, at);
  }
  const settling = { ...restored, issuedAfter: 100 };
  assert.deepEqual(await settleRestored(place.transaction, settling, by), {
    ...{ sessions: 0, links: 0, accessTokens: 2, bearerTokens: 2, withoutSecret: ["2", "3"] },
  });
  assert.deepEqual(place.column("bearer_token", "application_id"), [1]);
  assert.deepEqual(place.column("access_token", "token"), ["token 1"]);
  assert.deepEqual(
    place.column("grant_count", "application_id || ' ' || access || ' ' || change").toSorted(),
    ["2 read -1", "3 read -1"],
  );
  assert.equal(place.secretOf(1), "secret 1");
  const [second, third] = [place.secretOf(2), place.secretOf(3)];
  assert.notEqual(second, "secret 2");
  assert.notEqual(third, "secret 3");
  assert.notEqual(second, third);
});

async function placeOf() {
  const tables = await memoryTables();
  const events: AuditEvent[] = [];
  const transaction: Transaction = { db: tables.db, keys, events, slot: 0 };
  return {
    ...tables,
    transaction,
    /** An application with its secret, an access token and a bearer token, all of a time. */
    issue(id: number, at: number) {
      const secret = keys.seal(new Secret(`secret ${id}`), consumerSecretIdentity(id));
      const consumer = { consumer_key: `key ${id}`, consumer_secret: secret };
      tables.add("application", { id, ...consumer, secret_set_at: at });
      const place = { application_id: id, user_id: 1, access: "read" };
      tables.add("access_token", { token: `token ${id}`, ...place, created_at: at });
      tables.add("bearer_token", { application_id: id, digest: `digest ${id}`, created_at: at });
    },
    secretOf(id: number): string {
      const at = tables.column("application", "id").indexOf(id);
      const sealed = tables.column("application", "consumer_secret")[at] as Uint8Array;
      return keys.open(sealed, consumerSecretIdentity(id)).reveal();
    },
  };
}
