/** Writes that PostgreSQL rejects, makes wait, or does not respond to. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Client } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { tcpProxy } from "../../../test/support/tcp-proxy.ts";
import { until } from "../../../test/support/until.ts";
import { mintVerifier } from "../../domain/credentials.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { approve, by, exchange, issue, now, seededLedger } from "../contract/seeded-ledger.ts";
import { openPostgresLedger } from "./ledger.ts";

const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };

async function openLedger({ boundMs = 20_000, proxied = false } = {}) {
  await using all = new AsyncDisposableStack();
  const database = all.use(await freshDatabase());
  const url = new URL(database.url);
  const proxy = proxied ? all.use(await tcpProxy(Number(url.port))) : undefined;
  if (proxy !== undefined) url.port = String(proxy.port);
  const ledger = all.use(
    await openPostgresLedger({
      address: addressOf(url.href),
      boundMs,
      keys: new KeyRing(keySource(keysFrom)),
      keysFrom,
      committed: () => {},
    }),
  );
  const world = await seededLedger({
    ledger,
    committed: [],
  });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  all.defer(() => client.end());
  const rows = async (text: string) => (await client.query(text)).rows;
  const kept = all.move();
  return { ...world, proxy, rows, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("one that PostgreSQL rejects fails alone", async () => {
  await using world = await openLedger();
  const { rows } = world;
  await rows(`create function reject() returns trigger language plpgsql as
    $$ begin raise exception 'rejected'; end $$`);
  await rows(`create trigger reject before insert on request_token
    for each row when (new.callback = 'rejected') execute function reject()`);
  const asked = ["oob", "rejected", "oob"].map((callback) =>
    issue(world, now + 1000, { callback }),
  );
  const outcomes = await Promise.allSettled(asked);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.equal((await rows("select from request_token")).length, 2);
});

test("a row that someone holds: each write is rejected within its time, has changed nothing, and leaves no transaction open", async () => {
  await using world = await openLedger({ boundMs: 1500 });
  const { ledger, alice, application, rows } = world;
  const token = await issue(world, now + 1000);
  const verifier = mintVerifier(randomBytes);
  await approve(ledger, token, alice, verifier);
  await rows("begin");
  await rows("select from request_token, application for update");
  const suspend = () => ledger.suspendApplication(application, "spam", by);
  const writes = [exchange(ledger, token, verifier), ...Array.from({ length: 5 }, suspend)];
  for (const one of await Promise.allSettled(writes)) {
    assert.ok(one.status === "rejected" && one.reason instanceof StoreFailure);
    assert.ok(!(one.reason instanceof OutcomeUnknown));
  }
  await rows("rollback");
  assert.notEqual(typeof (await exchange(ledger, token, verifier)), "string");
  assert.equal(await suspend(), true);
  const open =
    "select from pg_stat_activity where datname = current_database() and state ~ '^idle in transaction'";
  await until(async () => (await rows(open)).length === 0);
});

test("a COMMIT without a response: no one says that it failed, and no one that it succeeded", async () => {
  await using world = await openLedger({ boundMs: 1500, proxied: true });
  const { ledger, alice, proxy, rows } = world;
  const [token, other] = [await issue(world), await issue(world)];
  const verifier = mintVerifier(randomBytes);
  await approve(ledger, token, alice, verifier);
  const writes = [
    () => issue(world),
    () => approve(ledger, other, alice),
    () => exchange(ledger, token, verifier),
    () => ledger.changeSetting("sign-up", "closed", by),
  ];
  for (const write of writes) {
    proxy?.watch((sent) => !sent.includes("commit\0"));
    await assert.rejects(write(), OutcomeUnknown);
    proxy?.watch(undefined);
    proxy?.cut();
  }
  await ledger.changeSetting("sign-up", "open", by);
  assert.equal(await ledger.setting("sign-up"), "open");
  assert.equal((await rows("select from access_token")).length, 0);
  assert.notEqual(typeof (await exchange(ledger, token, verifier)), "string");
});
