/**
 * Every statement finds its rows by an index, in the order in which they are shown; otherwise a million users would
 * make it too slow.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { askEveryRead } from "../contract/every-read.ts";
import { performEveryWrite } from "../contract/every-write.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { openSqliteLedger } from "../sqlite/ledger.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { countEvents, eventsBy } from "./audit-events.ts";
import { anyExpired } from "./housekeeping.ts";
import { sweepDeliveries } from "./sweep-deliveries.ts";

test("no statement scans a table, sorts what it found, or walks through the rows of others", async (t) => {
  const database = await migrated();
  const poor = (await everyStatement(t, database)).flatMap((statement) =>
    plan(database, statement)
      .filter((step) => isPoor(statement, step) && !isExcused(statement, step))
      .map((step) => `${step}: ${statement}`),
  );
  assert.deepEqual(poor, []);
});

test("what an API key has stored is counted in an index, without its responses", async (t) => {
  const database = await migrated();
  const counts = (await everyStatement(t, database)).filter((one) =>
    /sum\("reply_bytes"\)/.test(one),
  );
  assert.ok(counts.length > 0);
  for (const one of counts) assert.match(plan(database, one).join(), /COVERING INDEX/);
});

test("every index is used by a statement, or keeps values unique", async (t) => {
  const database = await migrated();
  const steps = (await everyStatement(t, database)).flatMap((one) => plan(database, one));
  const used = new Set(steps.flatMap((step) => / INDEX (\w+)/.exec(step)?.[1] ?? []));
  const indexes = database
    .prepare("select name from sqlite_schema where type = 'index' and sql like 'create index %'")
    .all()
    .map(({ name }) => String(name));
  assert.ok(indexes.length > 30, String(indexes.length));
  assert.deepEqual(
    indexes.filter((name) => !used.has(name)),
    [],
  );
});

test("no statement compares levels by their names: ranks say which is higher", async (t) => {
  const keys = new KeyRing(keySource(suiteRing));
  const options = { path: ":memory:", keys, keysFrom: suiteRing, committed() {} };
  await using ledger = await openSqliteLedger(options);
  const statements = preparedIn(t);
  await askEveryRead(ledger);
  const byName = /(max|min)\(("?\w+"?\.)?"?access"?\)|access"? *(<|>)/;
  assert.deepEqual(
    [...statements()].filter((one) => byName.test(one)),
    [],
  );
});

test("events are found along the index of what narrows most, whatever else is asked for", async (t) => {
  const database = await migrated();
  const db = kyselyOver(database);
  const narrowing = [
    ["user_id", { userId: "1000000000000001" as UserId }],
    ["actor", { actor: "user:1000000000000001" }],
    ["application_id", { applicationId: "1000000000000002" as ApplicationId }],
    ["name", { name: "user.signed-in" }],
  ] as const;
  const statements = preparedIn(t);
  for (const [at, [column, narrowest]] of narrowing.entries()) {
    for (const [, wider] of narrowing.slice(at)) {
      const before = statements().size;
      await eventsBy(db, { ...wider, ...narrowest }, { after: undefined, size: 9 });
      await countEvents(db, { ...wider, ...narrowest }, { after: undefined, size: 9 });
      for (const statement of [...statements()].slice(before)) {
        const found = plan(database, statement).filter((step) => /^S\w+ audit_event /.test(step));
        assert.match(found.join(), new RegExp(`\\(${column}=\\? AND id<\\?\\)$`), statement);
      }
    }
  }
});

test("a day's events of one kind are counted in an index alone, between two IDs", async (t) => {
  const database = await migrated();
  const db = kyselyOver(database);
  const day = { from: 1, before: 2 };
  for (const filter of [
    { userId: "1000000000000001" as UserId },
    { actor: "user:1000000000000001" },
    { applicationId: "1000000000000002" as ApplicationId },
    { name: "user.signed-in" },
  ]) {
    const statements = preparedIn(t);
    await countEvents(db, { ...filter, ...day }, { after: undefined, size: 1000 });
    const [statement = ""] = [...statements()].filter((one) => /count\(\*\)/.test(one));
    const [step = ""] = plan(database, statement).filter((one) => / audit_event /.test(one));
    assert.match(step, /USING COVERING INDEX \w+ \(\w+=\? AND id>\? AND id<\?\)$/);
    t.mock.restoreAll();
  }
});

async function migrated(): Promise<DatabaseSync> {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  return database;
}

/** What every read and every write prepares, and what looks for and removes what has expired. */
async function everyStatement(t: TestContext, database: DatabaseSync): Promise<string[]> {
  const keys = new KeyRing(keySource(suiteRing));
  const options = { path: ":memory:", keys, keysFrom: suiteRing, committed() {} };
  await using ledger = await openSqliteLedger(options);
  const statements = preparedIn(t);
  await askEveryRead(ledger);
  const reads = statements().size;
  await performEveryWrite(ledger);
  assert.ok(reads > 80 && statements().size > reads + 80, `${reads}, ${statements().size}`);
  database.prepare(`select ${anyExpired("?1")}`);
  // A sweep looks for deliveries only if there is a receiver.
  database.exec("insert into receiver (id, events, named_at) values ('billing', '*', 0)");
  await sweepDeliveries(kyselyOver(database), 1, 1);
  return [...statements()];
}

/** The statements that were prepared since the call. */
function preparedIn(t: TestContext): () => ReadonlySet<string> {
  const { mock } = t.mock.method(DatabaseSync.prototype, "prepare");
  return () => new Set(mock.calls.map((call) => String(call.arguments[0])));
}

function plan(database: DatabaseSync, statement: string): string[] {
  if (statement.startsWith("pragma")) return [];
  const steps = database.prepare(`explain query plan ${statement}`).all();
  return steps.map((step) => String(step["detail"]));
}

/**
 * A search with only a range reads everything in the range, although the statement wants the rows of one owner. In a
 * union, only the first part may search a range: the beginning of a name.
 */
function isPoor(statement: string, step: string): boolean {
  if (/^SCAN (?!.* USING (COVERING )?INDEX |\d+-ROW VALUES CLAUSE)|USE TEMP B-TREE/.test(step))
    return true;
  // A list may walk along an index as far as its page goes; what changes or removes rows walks to the end.
  if (/^SCAN \w+ USING/.test(step) && /^(delete|update) /.test(statement)) return true;
  const [, conditions = ""] = statement.split(/ where (.*?)(?= union all |$)/s);
  const own = conditions.replace(/\(select [^()]*\)/g, "");
  return /^SEARCH [^=]*$/.test(step) && /[^<>!]= \?/.test(own);
}

/**
 * A count that stops where a list's does. Most rows have what it counts, or no index has it.
 */
const filteredCount =
  /^select count\(\*\) as "count" from \(select [^()]* where \(1 = 1 and .* limit \?\) as "held"$/;

/**
 * Constant rows, subqueries limited to a page, the few migrations, keys, plans and sunsets, a rotation (which reads
 * everything in order), and an export (which counts what it omits).
 */
function isExcused(statement: string, step: string): boolean {
  return (
    step === "SCAN CONSTANT ROW" ||
    step.startsWith("SCAN held") ||
    /^SCAN (?:plan|api_limit|sunset_pass)$/.test(step) ||
    (/^SCAN (user|application)$/.test(step) && filteredCount.test(statement)) ||
    /migration|ring_key/.test(statement) ||
    (step.startsWith("SCAN") && statement.startsWith('select count(*) as "n" from')) ||
    (step.startsWith("SCAN") && / as sealed from .* order by /s.test(statement)) ||
    (step.startsWith("USE TEMP B-TREE") && sortedOfOne.some((one) => statement.includes(one)))
  );
}

/** Rows of one user or one application, the limited number that a filter names, and the few not approved. */
const sortedOfOne = [
  '"application"."owner_id" = ?)',
  '"application"."id" in (?, ?)',
  '"application"."consumer_key" in (?, ?)',
  `"application"."approval" = 'waiting'`,
  `"application"."approval" = 'asked'`,
  `"application"."approval" = 'declined'`,
  '"user"."id" in (?, ?)',
  "from collaborator where user_id",
  'from "access_token" where "user_id" = ? group by "application_id") as "held"',
  'delete from "session" where "user_id" = ?',
  'delete from "waiting_sign_in" where "user_id" = ?',
  'where "approved_by" = ? and "expires_at" > ?',
  'select distinct "callback" from "request_token"',
];
