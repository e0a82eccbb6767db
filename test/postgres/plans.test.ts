/** With many tokens, people and events, no statement of a request reads a whole table. PostgreSQL itself counts how often one was. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { bearerFor, revoke, verifyCredentials, wholeFlow } from "../support/flow.ts";
import { Person } from "../support/person.ts";
import { freshDatabase } from "../support/postgres.ts";
import { makeApplication, makeOperator, startTestService } from "../support/service.ts";

/** Enough rows that reading all of them would cost more than any index. Ids are beyond those that the service gives. */
const filling = `
  insert into "user" select 9000000000000000 + n, 'user' || n, 'user' || n, 'User ' || n, 'user' || n || '@people.example',
    1, '-', 0, 0, null from generate_series(1, 200000) as n;
  insert into application (id, owner_id, name, folded_name, description, website, access, sign_in, request_email,
      consumer_key, consumer_secret, secret_set_at, callbacks, created_at)
    select 9000000000000000 + n, 9000000000000000 + n, 'App ' || n, 'app ' || n, '', '', 'read', 0, 0,
      'key' || n, '', 0, '[]', 0 from generate_series(1, 20000) as n;
  insert into access_token (token, secret, application_id, user_id, access, email_granted, created_at)
    select 'token' || n, '', 9000000000000000 + n % 20000 + 1, 9000000000000000 + n, 'read', 0, 0
    from generate_series(1, 200000) as n;
  insert into request_token select 'request' || n, '', 9000000000000000 + n % 20000 + 1, 'oob', 'read', 0,
    9007199254740991, null, 0, null, 0 from generate_series(1, 50000) as n;
  insert into bearer_token select 9000000000000000 + n, 'digest' || n, '', 0 from generate_series(1, 20000) as n;
  insert into session select 'session' || n, 9000000000000000 + n, null, 9007199254740991, 9007199254740991, '', ''
    from generate_series(1, 50000) as n;
  insert into audit_event (at, name, actor, user_id, application_id)
    select n, 'user.signed-in', 'user:' || 9000000000000000 + n, 9000000000000000 + n, 9000000000000000 + n % 20000 + 1
    from generate_series(1, 200000) as n;
  insert into grant_count (application_id, day, access, slot, change)
    select 9000000000000000 + n % 20000 + 1, n, 'read', 0, 1 from generate_series(1, 50000) as n;
  insert into one_time_link select 'link' || n, 'invitation', null, '', 0, 9007199254740991
    from generate_series(1, 20000) as n;
  insert into use_count select 9000000000000000 + n % 20000 + 1, 3600, 9007199254740 + n, 'signed', 1
    from generate_series(1, 50000) as n;
  insert into resting_screen_name select 'old' || n, n, 9007199254740991 from generate_series(1, 20000) as n;
  analyze;`;

const large = [
  ...["user", "application", "access_token", "request_token", "bearer_token", "session"],
  ...["audit_event", "grant_count", "one_time_link", "use_count", "resting_screen_name"],
];

test("a flow, its tokens, their use and their end read no table as a whole, with 200,000 of each", async () => {
  await using database = await freshDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "60000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
    RATE_LIMITS: "",
  };
  const first = await startTestService(settings);
  const { ledger } = first.dependencies;
  const alice = await makeOperator(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  await first[Symbol.asyncDispose]();
  await using client = await connected(database.url);
  await client.ask(filling);
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
    const person = new Person(baseUrl);
    await person.open("/sign-in", alice);
    for (const page of ["/account", "/account/sessions", "/portal"]) {
      assert.equal((await person.get(page)).status, 200, page);
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
  // What is counted is what is meant.
  await client.ask("select count(*) from access_token where email_granted = 7");
  await client.ask("select pg_stat_force_next_flush()");
  assert.equal((await scans(client)).get("access_token"), (after.get("access_token") ?? 0) + 1);
});

type Asking = Awaited<ReturnType<typeof connected>>;

async function connected(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    ask: async (text: string): Promise<readonly Record<string, unknown>[]> =>
      (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** How often each table was read from its beginning to its end. */
async function scans(client: Asking): Promise<ReadonlyMap<string, number>> {
  await client.ask("select pg_stat_clear_snapshot()");
  const rows = await client.ask(
    "select relname, seq_scan::float8 as scans from pg_stat_user_tables",
  );
  return new Map(rows.map(({ relname, scans }) => [String(relname), Number(scans)]));
}

/** A connection hands in what it has counted when it ends. */
async function settled(client: Asking): Promise<void> {
  const most = performance.now() + 60_000;
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid != pg_backend_pid()";
  while ((await client.ask(others)).length > 0) {
    if (performance.now() > most) throw new Error("a connection stays");
    await wait(50);
  }
}
