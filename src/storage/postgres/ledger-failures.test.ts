/** How PostgreSQL's failures are handled: what is repeated, what is thrown, and what is reported. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { freshDatabase, migratedDatabase, untilConnected } from "../../../test/support/postgres.ts";
import { makeAccessToken, makeApplication, makeUser } from "../../../test/support/service.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  Secret,
} from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { defaultRateLimits } from "../../domain/limits.ts";
import type { SettingName } from "../../domain/operating.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import type { LedgerOptions } from "../ledger-options.ts";
import { openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { onConnection } from "./statements.ts";
import { openNonceStore, openRateLimiter } from "./temporary-schema.ts";

const boundMs = 30_000;
const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };

async function openLedger(options: Partial<LedgerOptions> & { maxConnections?: number } = {}) {
  await using all = new AsyncDisposableStack();
  const { address } = all.use(await migratedDatabase());
  const problems: string[] = [];
  const committed: AuditEvent[] = [];
  const ledger = all.use(
    await openPostgresLedger({
      address,
      boundMs,
      keys: new KeyRing(keySource(keysFrom)),
      keysFrom,
      committed: (event) => committed.push(event),
      onProblem: (reason) => problems.push(reason),
      ...options,
    }),
  );
  const connections = all.use(openConnections(address, boundMs));
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[unknown]>(text, []));
  const owned = all.move();
  return {
    address,
    ledger,
    problems,
    committed,
    ask,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const by = byCommandLine(1);

test("a database that cannot be opened leaves no connection, and says why", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  await using connections = openConnections(address, boundMs);
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[unknown]>(text, []));
  await ask(`alter database ${address.name} set synchronous_commit = off`);
  const options = { address, boundMs, keysFrom, committed: () => {} };
  const keys = new KeyRing(keySource(keysFrom));
  await assert.rejects(openPostgresLedger({ ...options, keys }), /synchronous_commit is off/);
  await untilConnected(database, 1);
});

test("a read whose connection has ended is repeated once, and no one hears of it", async () => {
  await using world = await openLedger();
  const { ledger, problems, ask } = world;
  await ask("create sequence reads");
  await ask("alter table setting rename to kept");
  const ending = (most: number) => `create or replace view setting as select name, value from kept,
    lateral (select case when nextval('reads') <= ${most} then pg_terminate_backend(pg_backend_pid()) end) as ended`;
  await ask("insert into kept (name, value) values ('sign-up', 'open')");
  await ask(ending(1));
  assert.equal(await ledger.setting("sign-up"), "open");
  assert.deepEqual(problems, []);
  await ask(ending(100));
  await assert.rejects(async () => ledger.setting("sign-up"), StoreFailure);
  assert.deepEqual(await ask("select nextval('reads')::integer"), [[5]], "two more");
  assert.equal(problems.length, 1);
});

test("a problem is reported when it begins, and again once it was over", async () => {
  await using world = await openLedger();
  const { ledger, problems, ask } = world;
  for (const begun of [1, 2]) {
    await ask("alter table setting rename to gone");
    for (let call = 0; call < 2; call += 1) {
      await assert.rejects(async () => ledger.setting("sign-up"), StoreFailure);
    }
    assert.equal(problems.length, begun);
    assert.match(problems.at(-1) ?? "", /^the database's setting: .*"setting" does not exist/);
    await ask("alter table gone rename to setting");
    await ledger.setting("sign-up");
  }
});

test("the failure of a read names it", async () => {
  await using world = await openLedger();
  const { ledger, ask } = world;
  for (const [table, name, read] of [
    ["migration", "ping", () => ledger.ping()],
    ["user", "hasAdmin", () => ledger.hasAdmin()],
    ["user", "userByScreenName", () => ledger.userByScreenName("alice")],
    ["application", "applicationLimits", () => ledger.applicationLimits()],
    ["session", "sweep", () => ledger.sweep({ now: 1000, most: 10 })],
    ["application", "reseal", () => ledger.reseal({ column: 0 })],
  ] as const) {
    await ask(`alter table "${table}" rename to gone`);
    await assert.rejects(
      async () => read(),
      (error) =>
        error instanceof StoreFailure && error.message.startsWith(`the database's ${name}: `),
      name,
    );
    await ask(`alter table gone rename to "${table}"`);
  }
});

test("a write that the database rejects is no problem of the store, and is thrown as it is", async () => {
  await using world = await openLedger();
  const { ledger, problems, ask } = world;
  await ask("alter table setting add check (value <> 'rejected')");
  await assert.rejects(
    async () => ledger.changeSetting("sign-up", "rejected", by),
    (error) => {
      assert.ok(!(error instanceof StoreFailure));
      return true;
    },
  );
  assert.deepEqual(problems, []);
});

test("a committed event that cannot be passed on is reported, and the write stands", async () => {
  await using world = await openLedger({
    committed() {
      throw new Error("full");
    },
  });
  const { ledger, problems } = world;
  await ledger.changeSetting("sign-up", "open", by);
  assert.equal(await ledger.setting("sign-up"), "open");
  assert.deepEqual(problems, ["an event was committed, but could not be forwarded: Error: full"]);
});

test("each transaction tells that it has one write", async () => {
  const grouped: number[] = [];
  await using world = await openLedger({ grouped: (writes) => grouped.push(writes) });
  const { ledger, committed } = world;
  await ledger.changeSetting("sign-up", "open", by);
  assert.deepEqual(grouped, [1]);
  assert.deepEqual(
    committed.map(({ name }) => name),
    ["setting.changed"],
  );
});

test("a database that only reads does not answer as one that can be written to", async () => {
  await using world = await openLedger({ maxConnections: 1 });
  const { address, ledger, ask } = world;
  await ledger.ping();
  await ask(`alter database ${address.name} set default_transaction_read_only = on`);
  await ask(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await assert.rejects(async () => ledger.ping(), /the database is read-only/);
});

test("the size is the PostgreSQL database's", async () => {
  await using world = await openLedger();
  const bytes = (await world.ledger.bytes()) ?? 0;
  const [[size] = []] = await world.ask("select pg_database_size(current_database())::bigint");
  assert.ok(Math.abs(bytes - Number(size)) < 1_000_000);
  assert.deepEqual(world.ledger.problems(), []);
});

test("idle nodes do not write: a sweep with nothing to do begins no transaction", async () => {
  const grouped: number[] = [];
  await using world = await openLedger({ grouped: (writes) => grouped.push(writes) });
  const { ledger } = world;
  assert.equal(await ledger.sweep({ now: 1000, most: 10 }), 0);
  await ledger.changeSetting("sign-up", "open", by);
  assert.equal(await ledger.sweep({ now: 1000, most: 10 }), 0);
  assert.deepEqual(grouped, [1]);
});

test("a failure names what was counted", async () => {
  await using world = await openLedger();
  const { ledger, ask } = world;
  await ask(`create function ends() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  for (const table of ["use_count", "access_token"]) {
    await ask(
      `create trigger ends before insert or update on ${table} for each statement execute function ends()`,
    );
  }
  const counted = { of: "service", resolution: 60, at: 1, kind: "requests", count: 1 } as never;
  await assert.rejects(ledger.addUsage([counted]), /^StoreFailure: the database's addUsage: /);
  await assert.rejects(
    ledger.touchAccessTokens(["token" as AccessToken], 1),
    /^StoreFailure: the database's touchAccessTokens: /,
  );
});

test("an id that is no number, and a text that PostgreSQL cannot read, find nothing, and fail no one else", async () => {
  await using world = await openLedger();
  const { ledger, ask } = world;
  const authenticatedBy = new Secret("x");
  await ask("insert into setting (name, value) values ('sign-up', 'open')");
  const results = await Promise.all([
    ledger.countGrants("a" as ApplicationId, 5),
    ledger.countGrants("1.5" as ApplicationId, 5),
    ledger.countGrants("1" as ApplicationId, 5),
    ledger.applicationById("a" as ApplicationId),
    ledger.applicationById("1" as ApplicationId),
    ledger.outstandingBearerToken({ applicationId: "a" as ApplicationId, authenticatedBy }, 1),
    ledger.outstandingBearerToken({ applicationId: "1" as ApplicationId, authenticatedBy }, 1),
    ledger.setting("a\0b" as SettingName),
    ledger.setting("sign-up"),
  ]);
  assert.deepEqual(results, [
    ...[0, 0, 0],
    ...[undefined, undefined, undefined, undefined],
    ...[undefined, "open"],
  ]);
});

test("a secret that cannot be opened is a failure of the store, and never an unknown credential", async () => {
  await using world = await openLedger();
  const { ledger, ask } = world;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const consumerKey = application.consumerKey as ConsumerKey;
  await ask("update access_token set secret = decode('00', 'hex')");
  await assert.rejects(
    async () => ledger.accessTokenCredentials(consumerKey, access.token, Date.now()),
    /^StoreFailure: the database's lookup: /,
  );
});

test("a store and a meter that cannot be opened leave no connection, and say why", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  await using connections = openConnections(address, boundMs);
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[unknown]>(text, []));
  await ask("create table limit_seed (seed integer)");
  await assert.rejects(openRateLimiter(address, boundMs, defaultRateLimits()), /uuid/);
  await untilConnected(database, 1);
  await ask(`alter database ${address.name} set default_transaction_read_only = on`);
  await assert.rejects(openNonceStore(address, boundMs), /read-only transaction/);
  await assert.rejects(openRateLimiter(address, boundMs, defaultRateLimits()), /read-only/);
  await untilConnected(database, 1);
});
