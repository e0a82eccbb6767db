/**
 * With many tokens, users and events, no statement reads a whole table or goes through the rows of others. PostgreSQL
 * counts how often each table is read, and shows the plan of each statement.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { askEveryRead } from "../../src/storage/contract/every-read.ts";
import { performEveryWrite } from "../../src/storage/contract/every-write.ts";
import { openPostgresLedger } from "../../src/storage/postgres/ledger.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";
import { keySource } from "../../src/tools/keys/key-sources.ts";
import { bearerFor, revoke, verifyCredentials, wholeFlow } from "../support/flow.ts";
import { freshDatabase } from "../support/postgres.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";
import { Visitor } from "../support/visitor.ts";

/** The beginning of a secret sealed with the key `test`. */
const sealed = "'\\x0474657374'::bytea";

/**
 * Enough rows to make reading all of them dearer than any index. Their ids are higher than those that the service gives
 * out.
 */
const filling = `
  insert into "user" select 9000000000000000 + n, 'user' || n, 'user' || n, 'User ' || n, 'user' || n || '@users.example',
    1, '-', 0, 0, null from generate_series(1, 20000) as n;
  insert into application (id, owner_id, name, folded_name, description, website, access, sign_in, request_email,
      consumer_key, consumer_secret, consumer_secret_digest, secret_set_at, callbacks, created_at)
    select 9000000000000000 + n, 9000000000000000 + n, 'App ' || n, 'app ' || n, '', '',
      case n % 2 when 0 then 'read' else 'write' end, 0, 0,
      'key' || n, ${sealed}, 'digest' || n, 0, '[]', 0 from generate_series(1, 20000) as n;
  insert into access_token (token, secret, secret_digest, application_id, user_id, access, email_granted, created_at)
    select 'token' || n, ${sealed}, 'digest' || n, 9000000000000000 + n % 20000 + 1, 9000000000000000 + n, 'read', 0, 0
    from generate_series(1, 20000) as n;
  insert into request_token select 'request' || n, ${sealed}, 9000000000000000 + n % 20000 + 1, 'oob', 'read', 0,
    9007199254740991, null, 0, null, 0 from generate_series(1, 20000) as n;
  insert into bearer_token select 9000000000000000 + n, 'digest' || n, ${sealed}, 0 from generate_series(1, 20000) as n;
  insert into previous_bearer_token select * from bearer_token;
  insert into session select 'session' || n, 9000000000000000 + n, null, 9007199254740991, 9007199254740991, '', ''
    from generate_series(1, 20000) as n;
  insert into audit_event (at, name, actor, user_id, application_id)
    select n, 'kind.' || n % 500, 'user:' || 9000000000000000 + n, 9000000000000000 + n, 9000000000000000 + n % 20000 + 1
    from generate_series(1, 20000) as n;
  insert into grant_count (application_id, day, access, slot, change)
    select 9000000000000000 + n % 20000 + 1, n, 'read', 0, 1 from generate_series(1, 20000) as n;
  insert into one_time_link select 'link' || n, 'invitation', null, '', null, null, null, null, 0, 9007199254740991
    from generate_series(1, 20000) as n;
  insert into use_count select 9000000000000000 + n % 20000 + 1, 300, 9007199254740 + n, 'o', 'verified', 1
    from generate_series(1, 20000) as n;
  insert into use_day select 9000000000000000 + n % 20000 + 1, 104249991 + n, 'o', 'verified', 1, n % 2
    from generate_series(1, 20000) as n;
  insert into source select 9000000000000000 + n, 'consumer secret', '192.0.2.1', 'curl/8.5', 0, 9007199254740991, '[]'
    from generate_series(1, 20000) as n;
  insert into trait_use select (array['hmac-sha1', 'query', 'body', 'bearer'])[1 + n % 4], 9000000000000000 + n, 104249991, 2, 1
    from generate_series(1, 20000) as n;
  insert into trait_user select 'hmac-sha1', 9000000000000000 + n, 9000000000000000 + n, 104249991
    from generate_series(1, 20000) as n;
  insert into reserved_screen_name select 'old' || n, n, 9007199254740991 from generate_series(1, 20000) as n;
  analyze;`;

const large = [
  ...[
    "user",
    "application",
    "access_token",
    "request_token",
    "bearer_token",
    "previous_bearer_token",
    "session",
  ],
  ...[
    "audit_event",
    "grant_count",
    "one_time_link",
    "use_count",
    "use_day",
    "source",
    "trait_use",
    "trait_user",
    "reserved_screen_name",
  ],
];

test("with 20,000 of each: a flow, its tokens, their use and their end read no table as a whole, and no statement of the database has a plan that would", async (t) => {
  await using database = await freshDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "60000",
    KEYS: `test:${randomBytes(32).toString("base64")}`,
    RATE_LIMITS: "",
  };
  const first = await startTestService(settings);
  const { ledger } = first.dependencies;
  // The overview of an administrator counts whole tables.
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  await first[Symbol.asyncDispose]();
  await using client = await connected(database.url);
  await client.run(filling);
  const before = await scans(client);

  const service = await startTestService(settings);
  const { baseUrl } = service;
  try {
    const access = await wholeFlow(baseUrl, application, alice);
    assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);
    const bearer = await bearerFor(baseUrl, application);
    const withBearer = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    assert.equal(withBearer.status, 200);
    const visitor = new Visitor(baseUrl);
    await visitor.open("/sign-in", alice);
    for (const page of ["/account", "/account/applications", "/account/sessions", "/portal"]) {
      assert.equal((await visitor.get(page)).status, 200, page);
    }
    assert.equal((await revoke(baseUrl, application, access)).status, 200);
    const now = Date.now();
    await service.dependencies.ledger.sweep({ now, most: 500 });
    await service.dependencies.ledger.applicationLimits();
  } finally {
    await service[Symbol.asyncDispose]();
  }

  await settled(client);
  const after = await scans(client);
  const read = large.filter((table) => after.get(table) !== before.get(table));
  assert.deepEqual(read, []);
  // Makes sure that the counter works.
  await client.ask("select count(*) from access_token where email_granted = 7");
  await client.ask("select pg_stat_force_next_flush()");
  assert.equal((await scans(client)).get("access_token"), (after.get("access_token") ?? 0) + 1);

  const asked = t.mock.method(Client.prototype, "query");
  {
    const keysFrom = { given: settings.KEYS };
    const keys = new KeyRing(keySource(keysFrom));
    const options = { address: database.address, boundMs: 60_000, keys, keysFrom, committed() {} };
    await using ledger = await openPostgresLedger(options);
    await askEveryRead(ledger);
    await performEveryWrite(ledger);
  }
  const queries = asked.mock.calls.map((call) => call.arguments[0] as string | Query);
  asked.mock.restore();
  const planned = new Map(
    queries.flatMap((one) => (typeof one === "object" && one.values ? [[one.text, one]] : [])),
  );
  assert.ok(planned.size > 150, `${planned.size}`);
  const poor: string[] = [];
  for (const { text, values } of planned.values()) {
    for (const row of await client.ask(`explain (format json) ${text}`, values)) {
      const [{ Plan }] = row["QUERY PLAN"] as readonly [{ Plan: PlanNode }];
      for (const why of poorIn(Plan)) poor.push(`${why}: ${text}`);
    }
  }
  assert.deepEqual(poor, []);
});

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** The number of rows that may be read without an index, because an index would not be quicker. */
const fewRows = 50;

/** Many rows have these: a list is read in its order, past the others (docs/adr/0070-filters.md). */
const ofMany =
  /access = '\w+'::text|is_admin = 0|\bused_day = 0|CASE WHEN .*? THEN true ELSE false END/g;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Total Cost": number;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * A search with only a range reads everything in the range, although the statement wants the rows of one owner. The
 * query of the metrics counts everything, so it reads everything, but it runs rarely.
 */
function poorIn(node: PlanNode, counted = false): readonly string[] {
  const { "Relation Name": table = "" } = node;
  const filter = (node.Filter ?? "").replace(ofMany, "");
  const along = node["Index Cond"] ?? node["Recheck Cond"] ?? "";
  const type = node["Node Type"];
  const whole = type === "Seq Scan" && !counted;
  const past = filter.includes(" = ") && !along.includes(" = ") && node["Total Cost"] > fewRows;
  const within = (node.Plans ?? []).flatMap((one) => poorIn(one, counted || type === "Aggregate"));
  if (!large.includes(table) || !(whole || past)) return within;
  return [`${type} of ${table}, ${along}, ${filter}, ${node["Total Cost"]}`, ...within];
}

type Asking = Awaited<ReturnType<typeof connected>>;

async function connected(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    ask: async (
      text: string,
      values: readonly unknown[] = [],
    ): Promise<readonly Record<string, unknown>[]> => (await client.query(text, [...values])).rows,
    /** Runs several statements. */
    run: (text: string) => client.query(text),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** How often each table was read completely. */
async function scans(client: Asking): Promise<ReadonlyMap<string, number>> {
  await client.ask("select pg_stat_clear_snapshot()");
  const rows = await client.ask(
    "select relname, seq_scan::float8 as scans from pg_stat_user_tables",
  );
  return new Map(rows.map(({ relname, scans }) => [String(relname), Number(scans)]));
}

/** Waits for the counts of other connections, which report them when they end. */
async function settled(client: Asking): Promise<void> {
  const most = performance.now() + 60_000;
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid != pg_backend_pid()";
  while ((await client.ask(others)).length > 0) {
    if (performance.now() > most) throw new Error("a connection stays");
    await wait(50);
  }
}
