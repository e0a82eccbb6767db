/** `countersign move`: from the SQLite database to PostgreSQL, despite interruptions. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Client } from "pg";
import { fillWithTokens } from "../../bench/store/fill.ts";
import { readConfig } from "../../src/config/config.ts";
import { Secret } from "../../src/domain/credentials.ts";
import { examples } from "../../src/program/cli/examples.ts";
import { ledgerTables } from "../../src/storage/sql/ledger-tables.ts";
import { type Finished, run, scratchDirectory, serve, start } from "../cli/command.ts";
import {
  approvalOf,
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
} from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  makeAccessToken,
  makeAdmin,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestToken,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy.ts";
import { chooseOwnEngines } from "../support/test-engine.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn, Visitor } from "../support/visitor.ts";

chooseOwnEngines();

interface Report {
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  readonly rejects_until: string | null;
}

function move(directory: string, url: string, more: readonly string[] = ["--json"]) {
  return run(["move", "--to", url, ...more], { settings: movable(directory) });
}

/** Uses the SQLite database even if services of tests run on PostgreSQL. */
function embedded(directory: string) {
  return { DATA_DIR: directory, DATABASE_URL: "" };
}

function movable(directory: string) {
  return { DATA_DIR: directory, DATABASE_TIMEOUT: "20000" };
}

function reportOf(ended: Finished): Report {
  assert.equal(ended.status, 0, ended.stderr);
  return JSON.parse(ended.stdout) as Report;
}

function verify(
  baseUrl: string,
  application: TestApplication,
  { token, secret }: TestToken,
  oauth: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const url = `${baseUrl}/1.1/account/verify_credentials.json`;
  return signedFetch("GET", url, { ...application, token, tokenSecret: secret }, { oauth });
}

test("exit 0 — every credential, session and approval works afterwards, and no nonce works twice", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  const settings = { ...embedded(directory.path), PORT: String(await freePort()) };
  const before = String(Math.floor(Date.now() / 1000) - 120);
  const spent = { oauth_timestamp: before, oauth_nonce: randomBytes(16).toString("hex") };
  await using served = await startTestService(settings);
  const { baseUrl } = served;
  const { ledger } = served.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  const visitor = new Visitor(baseUrl);
  const callback = "https://weather.example/callback";
  const pair = await requestTokenFor(baseUrl, application, callback, { oauth_timestamp: before });
  const verifier = await approvalOf(baseUrl, pair.token, alice, visitor);
  assert.equal((await verify(baseUrl, application, access, spent)).status, 200);
  const bob = await makeUser(ledger, "bob");
  const app = await setUpTwoStep(await signedIn(baseUrl, bob), Date.now());
  const bobs = new Visitor(baseUrl);
  const credentials = { username: bob.screenName, password: bob.password };
  const asksForCode = await bobs.submit(await bobs.get("/sign-in"), credentials);
  await served[Symbol.asyncDispose]();
  // Tables that would only be filled after some time.
  const file = new DatabaseSync(join(directory.path, "countersign.db"));
  file.exec(`insert into reserved_screen_name values ('old_alice', 7, 9007199254740991);
    insert into setting values ('sign-up', 'open');
    insert into deleted_application values (8, 'Old Weather');
    insert into collaborator select application.id, owner_id, 'viewer', 0, 1, owner_id from application;
    insert into further_access_token select 'further', secret, application_id, user_id, access, 0, 1, null, null, null, null from access_token;
    insert into application_icon select application.id, consumer_secret from application;
    insert into ownership_offer select application.id, owner_id, 1 from application;
    insert into notice select 1, application.id, '{}', '' from application;
    insert into limit_notice select application.id, 'oauth2/token', 80, 1 from application;
    insert into account_notice select id, 'old@users.example', 'passwordChanged', 0, 'bob', 9007199254740991, 'es', '203.0.113.9', 'curl' from "user" limit 1;
    insert into logged_request select 'r', application.id, null, 1, 'o', 32, 0, 'n', 0, x'00', 9007199254740991 from application;
    insert into provider_logout values ('https://idp.example', 'j', null, 's', 9007199254740991);
    insert into plan values ('partner', 'For partners', '{"oauth2/token":7}', 1, 1);
    insert into api_limit values ('exports', 'user', '10/1s 10000/month', 1);
    insert into api_key values (9, 'deploy', 'k', 'cs_live_abcd', 'viewer', 'command-line', 1, null, 2, 'j', 9007199254740991, 2, '192.0.2.1', 14, 1);
    insert into bulk_action values (9, 'restore-applications', '{}', null, null, null, 'service', 9007199254740991, 1, null, 'announced', null, null, null, 0, '', 0);
    insert into admin_request values ('a', 'r', 1, 't', 9007199254740991, null, 0, 0, null, null);
    insert into receiver (id, events, named_at) values ('hook', '*', 9007199254740991);
    insert into delivery select 'hook', id, 'm', at, at, 0, null from audit_event order by id limit 1;
    insert into identity select 'https://idp.example', 'x', id, 1 from "user" limit 1;
    insert into passkey select 'c', id, 'Phone', x'00', 7, '[]', 1, null from "user" where screen_name = 'bob';
    insert into revocation (mark, at, kind, subject) values ('m', 9007199254740991, 'access-token', 'x');
    insert or ignore into use_count values (0, 60, 0, 'o', 'verified', 12);
    insert or ignore into use_day (application_id, day, operation, kind, count, hourly, h07) values (0, 0, 'o', 'verified', 12, 1, 12);
    insert into source select id, 'consumer secret', '192.0.2.1', 'curl/8.5', 1, 9007199254740991, '[[1,2,0]]' from application;
    insert or ignore into trait_use select 'hmac-sha1', id, 104249991, 2, 1 from application;
    insert or ignore into trait_user select 'hmac-sha1', application.id, owner_id, 104249991 from application;
    insert into sunset_notice select 'sha1', id, 'hmac-sha1  9007199254740991', 1, 0 from "user";
    insert into sunset_pass values ('sha1', '0 1 hmac-sha1', 7);
    insert into one_time_link values ('d', 'invitation', null, 'for Bob', null, null, null, null, 1, 9007199254740991, null, null, null, null);
    insert into previous_bearer_token select application_id, digest || 'x', token, created_at from bearer_token;
    update application set previous_secret = consumer_secret, previous_secret_until = 9007199254740991`);
  file.close();

  const { tables, rejects_until } = reportOf(await move(directory.path, database.url));
  assert.deepEqual(Object.keys(tables), [...ledgerTables]);
  for (const name of ledgerTables) assert.ok((tables[name]?.rows ?? 0) > 0, `${name} is empty`);
  assert.equal(tables["delivery"]?.rows, 1, "events that were copied are not passed on again");
  assert.equal(rejects_until, null, "the minute of the last request is over");

  await using moved = await startTestService({
    ...settings,
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "20000",
  });
  assert.equal(moved.baseUrl, baseUrl);
  const replayed = await verify(baseUrl, application, access, spent);
  assert.equal(await requestErrorOf(replayed), "401 (code 135)");
  const anotherMinute = { oauth_timestamp: String(Number(before) - 60) };
  assert.equal((await verify(baseUrl, application, access, anotherMinute)).status, 200);
  assert.equal((await verify(baseUrl, application, access)).status, 200);
  const withBearer = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  assert.equal(withBearer.status, 200);
  assert.equal(await bearerFor(baseUrl, application), bearer);
  // The app's secret can be opened, the sign-in still waits, and the code of the next half minute is accepted.
  const codePage = await bobs.get(asksForCode.location ?? "");
  const entered = await bobs.submit(codePage, { code: app.codeAt(Date.now() + 30_000) });
  assert.equal(entered.location, "/account");
  const exchanged = await exchange(baseUrl, application, pair, verifier);
  assert.equal(exchanged.status, 200, await exchanged.text());
  const page = await visitor.get("/admin/audit");
  assert.equal(page.status, 200, "still signed in, and still an administrator");
  assert.match(page.html, /Data moved to PostgreSQL/);
  const kindsOf = async (text: string) =>
    (await moved.dependencies.ledger.storedCredentials(new Secret(text), undefined)).map(
      ({ kind, application: of }) => [kind, of?.consumerKey],
    );
  for (const [text, kind] of [
    [application.consumerSecret, "consumer-secret"],
    [access.token, "access-token"],
    [access.secret, "access-token-secret"],
    [bearer, "bearer-token"],
  ] as const) {
    assert.deepEqual(await kindsOf(text), [[kind, application.consumerKey]], "a search finds it");
  }
  // New events continue the numbers.
  assert.ok(await makeAccessToken(moved.dependencies.ledger, application, alice));
});

test("exit 2 — after the move, every start and every command rejects the SQLite database, and says what to do", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  await using another = await freshDatabase();
  const path = join(directory.path, "countersign.db");
  const settings = embedded(directory.path);
  const initial = { settings };
  assert.equal((await run(["migrate"], initial)).status, 0);
  const BACKUP_DIR = join(directory.path, "backups");
  const moved = await run(["move", "--to", database.url], {
    settings: { ...movable(directory.path), BACKUP_DIR },
  });
  assert.equal(moved.status, 0, moved.stderr);
  assert.match(moved.stderr, /COUNTERSIGN_BACKUP_DIR is set, and with it no server .* PostgreSQL/);
  assert.match(moved.stdout, /^1\. Set .*, and unset COUNTERSIGN_BACKUP_DIR\./m);
  assert.match(moved.stdout, /^3\. .*countersign\.db is marked/m);

  const says = /was moved to postgres:\S+ on 2\S+, .* set COUNTERSIGN_DATABASE_URL .* move --undo/;
  for (const command of [
    ["serve"],
    ["migrate"],
    ["user", "list"],
    ["keys", "rotate"],
    ["backup", join(directory.path, "backup.db")],
    ["revocations", "export", join(directory.path, "revocations.jsonl")],
    ["export", "--with-secrets", join(directory.path, "export.jsonl")],
    ["api-key", "list"],
  ]) {
    const { status, stderr } = await run(command, initial);
    assert.equal(status, 2, `${command.join(" ")}: ${stderr}`);
    assert.match(stderr, says, command.join(" "));
  }
  const checked = await run(["check"], initial);
  assert.equal(checked.status, 1);
  assert.match(checked.stdout, /^failure +database .* was moved to postgres:/m);
  const onPostgres = { ...settings, DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" };
  const beside = await run(["check"], {
    settings: { ...onPostgres, PORT: "0", INTERNAL_PORT: "off" },
  });
  assert.equal(beside.status, 0, beside.stdout);
  assert.match(
    beside.stdout,
    /^ok +database .*countersign\.db is left from the move to PostgreSQL/m,
  );
  assert.equal(
    (await run(["migrate"], { settings: embedded(join(directory.path, "b")) })).status,
    0,
  );
  copyFileSync(join(directory.path, "keys"), join(directory.path, "b", "keys"));
  const unmarked = await run(["check"], {
    settings: {
      ...onPostgres,
      DATA_DIR: join(directory.path, "b"),
      PORT: "0",
      INTERNAL_PORT: "off",
    },
  });
  assert.match(unmarked.stdout, /^warning +database .*b\/countersign\.db .* wasn't marked by/m);

  const same = await move(directory.path, database.url);
  assert.match(same.stderr, /is already a copy: this database was moved there on 2/);
  const second = await move(directory.path, another.url);
  assert.equal(second.status, 1);
  assert.match(second.stderr, /was already moved to postgres:\S+ on 2\S+; .* move --undo/);
  const [[tables] = []] = await ask(
    another.url,
    "select count(*)::integer from pg_tables where schemaname = current_schema()",
  );
  assert.equal(tables, 0, "nothing was written there");
  assert.deepEqual(await ask(database.url, "select * from setting where name = 'moved'"), []);

  // A copy of the file is marked too. Restoring it is on purpose.
  const copy = join(directory.path, "copy.db");
  copyFileSync(path, copy);
  const sha256 = createHash("sha256").update(readFileSync(copy)).digest("hex");
  writeFileSync(`${copy}.sha256`, `${sha256}  copy.db\n`);
  const restored = join(directory.path, "restored");
  mkdirSync(restored, { mode: 0o700 });
  copyFileSync(join(directory.path, "keys"), join(restored, "keys"));
  const options = { settings: embedded(restored) };
  assert.equal((await run(["restore", copy], options)).status, 0);
  assert.equal((await run(["user", "list"], options)).status, 0);
});

test("exit 0 — the example in the command's help, with the URL of this database", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  await filledLedger(directory.path);
  const [example = ""] = examples["move"] ?? [];
  const args = example.split(" ").map((word) => (word.startsWith("'") ? database.url : word));
  const moved = await run(args.slice(1), { settings: movable(directory.path) });
  assert.equal(moved.status, 0, moved.stderr);
  assert.match(moved.stdout, /The counts and digests of all tables match/);
});

test("exit 0 — going back on purpose: what was revoked on PostgreSQL is revoked, and nothing signed there counts twice", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  const settings = { ...embedded(directory.path), PORT: String(await freePort()) };
  const onPostgres = { ...settings, DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" };
  const back = (...more: string[]) => run(["move", "--undo", ...more], { settings });
  await using before = await startTestService(settings);
  const { ledger } = before.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  const [revoked, lasting] = [
    await makeApplication(ledger, alice, { name: "Revoked" }),
    await makeApplication(ledger, alice, { name: "Kept" }),
  ];
  const [ended, active] = [
    await bearerFor(before.baseUrl, revoked),
    await bearerFor(before.baseUrl, lasting),
  ];
  const access = await makeAccessToken(ledger, lasting, alice);
  await before[Symbol.asyncDispose]();
  const early = await back();
  assert.equal(early.status, 1);
  assert.match(early.stderr, /was not moved/);
  reportOf(await move(directory.path, database.url));

  const list = join(directory.path, "revocations.jsonl");
  {
    await using moved = await startTestService(onPostgres);
    const form = new URLSearchParams({ access_token: ended });
    const owner = {
      ...revoked,
      ...(await makeAccessToken(moved.dependencies.ledger, revoked, alice)),
    };
    const credentials = { ...owner, tokenSecret: owner.secret };
    const url = `${moved.baseUrl}/oauth2/invalidate_token`;
    const response = await signedFetch("POST", url, credentials, { form: [...form] });
    assert.equal(response.status, 200, await response.text());
    const exported = await run(["revocations", "export", list], { settings: onPostgres });
    assert.equal(exported.status, 0, exported.stderr);
  }
  const undone = await back("--revocations", list);
  assert.equal(undone.status, 0, undone.stderr);
  assert.match(undone.stdout, /can be used again\.\nReapplied 1 revocation\./);
  await using again = await startTestService(settings);
  const status = async (token: string) => {
    const url = `${again.baseUrl}/1.1/application/rate_limit_status.json`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  assert.deepEqual([await status(ended), await status(active)], [401, 200]);
  const signed = await verify(again.baseUrl, lasting, access);
  assert.equal(await requestErrorOf(signed), "401 (code 135)");
});

test("exit 0 — killed between the mark and the end: neither database can be served, and running it again ends the move", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  const settings = embedded(directory.path);
  assert.equal((await run(["migrate"], { settings })).status, 0);
  await using proxy = await tcpProxy(Number(new URL(database.url).port));
  const through = await killedWhen(proxy, directory.path, database.url, (sent) =>
    sent.includes("delete from setting"),
  );
  proxy.watch(undefined);
  const source = await run(["user", "list"], { settings });
  assert.match(source.stderr, /was moved to postgres:/);
  const target = { settings: { DATABASE_URL: database.url, DATA_DIR: directory.path } };
  assert.match((await run(["user", "list"], target)).stderr, /a move to this database has not end/);
  const again = await move(directory.path, through);
  assert.match(again.stderr, /continuing a move that had not ended/);
  assert.equal(again.status, 0, again.stderr);
  assert.equal((await run(["user", "list"], target)).status, 0);
});

test("exit 0 — backups of the SQLite file are no backups of the PostgreSQL database: the metric and the overview end with it", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  const settings = { ...embedded(directory.path), PORT: String(await freePort()) };
  await using served = await startTestService(settings);
  const { ledger } = served.dependencies;
  const visitor = await signedIn(served.baseUrl, await makeAdmin(ledger, "alice"));
  const made = await run(["backup", join(directory.path, "backup.db")], {
    settings: embedded(directory.path),
  });
  assert.equal(made.status, 0, made.stderr);
  await visitor.send("/admin", { change: "backup-done" });
  assert.deepEqual(await knownBackups(served.internalUrl, visitor), {
    metric: true,
    last: true,
    todo: 0,
  });
  await served[Symbol.asyncDispose]();

  reportOf(await move(directory.path, database.url));

  await using moved = await startTestService({
    ...settings,
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "20000",
  });
  assert.deepEqual(await knownBackups(moved.internalUrl, visitor), {
    metric: false,
    last: false,
    todo: 1,
  });
  // An administrator can say so of the backups of the new database.
  await visitor.send("/admin", { change: "backup-done" });
  assert.match((await visitor.get("/admin")).html, /Marked as set up on/);
  assert.equal((await knownBackups(moved.internalUrl, visitor)).todo, 0);
});

/** What the metrics and the overview say about backups. */
async function knownBackups(internalUrl: string | undefined, visitor: Visitor) {
  const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
  const { html } = await visitor.get("/admin");
  return {
    metric: /^countersign_last_backup_timestamp_seconds /m.test(metrics),
    last: html.includes("Last backup"),
    todo: html.split('value="backup-done"').length - 1,
  };
}

test("exit 0 — killed in the middle, and run again: it continues, and until then no one takes a part for the whole", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  await filledLedger(directory.path);
  await killedMove(directory.path, database.url);
  const half = { settings: { DATABASE_URL: database.url, DATA_DIR: directory.path } };
  for (const command of [["serve"], ["migrate"], ["user", "list"]]) {
    const { status, stderr } = await run(command, half);
    assert.equal(status, 1, command.join(" "));
    assert.match(stderr, /a move to this database has not ended/);
  }
  const again = await move(directory.path, database.url);
  assert.match(again.stderr, /continuing a move that had not ended/);
  assert.ok(!again.stderr.includes("starting again"));
  assert.equal(reportOf(again).tables["access_token"]?.rows, 10_000);
  const third = await move(directory.path, database.url);
  assert.equal(third.status, 1);
  assert.match(third.stderr, /is already a copy: this database was moved there on 2/);
});

test("exit 0 — a database that changed after the kill is copied from the beginning", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  await filledLedger(directory.path);
  await killedMove(directory.path, database.url);
  // A change in a page that was already copied.
  const file = new DatabaseSync(join(directory.path, "countersign.db"));
  file.exec(`update "user" set name = 'Alice' where screen_name = 'alice'`);
  file.close();
  const again = await move(directory.path, database.url, []);
  assert.match(again.stderr, /has changed since an earlier run copied it; starting again/);
  assert.equal(again.status, 0, again.stderr);
  assert.match(again.stdout, /^access_token +10000 {2}[0-9a-f]{64}$/m);
});

test("exit 1 — what PostgreSQL has at the end is not what was copied: no one can start on it", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  await filledLedger(directory.path);
  await killedMove(directory.path, database.url);
  // Later pages are not compared with copied rows, and are changed while they are copied.
  await ask(
    database.url,
    "create function late() returns trigger language plpgsql as $$ begin new.created_at := 0; return new; end $$",
    "create trigger late before insert on access_token for each row execute function late()",
  );
  const again = await move(directory.path, database.url);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /the table access_token has 10000 rows with the SHA-256 \S+ there/);
  const options = { settings: { DATABASE_URL: database.url, DATA_DIR: directory.path } };
  assert.equal((await run(["user", "list"], options)).status, 1);
});

test("exit 1 — a server runs on the database, or the database has another one, or something else", async () => {
  using directory = scratchDirectory();
  await using database = await freshDatabase();
  await using another = await freshDatabase();
  await using strange = await freshDatabase();
  {
    await using _served = await serve(["serve"], { settings: { DATA_DIR: directory.path } });
    const { status, stderr } = await move(directory.path, database.url);
    assert.equal(status, 1);
    assert.match(stderr, /the database can't be moved while a server uses it.*process \d+/);
  }
  await using _other = await startTestService({
    DATABASE_URL: another.url,
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  });
  assert.match(
    (await move(directory.path, another.url)).stderr,
    /already contains data of Countersign; use an empty database/,
  );
  await ask(strange.url, 'create table "user" (id integer)');
  assert.match(
    (await move(directory.path, strange.url)).stderr,
    /has a table user of another program/,
  );
  assert.equal((await move(directory.path, database.url)).status, 0);
});

test("exit 2 — nothing to move, or nowhere to move it", async () => {
  using directory = scratchDirectory();
  const url = "postgres://127.0.0.1:1/ledger";
  for (const [settings, to, message] of [
    [{ DATA_DIR: directory.path }, url, /there is no database .*countersign\.db/],
    [{ DATABASE_URL: url }, url, /COUNTERSIGN_DATABASE_URL already names a PostgreSQL database/],
    [{ DATABASE_URL: "sqlite::memory:" }, url, /there is no database :memory:/],
    [{}, "postgres://db.example/ledger", /sslmode is missing/],
    [{}, "sqlite:x", /not the URL of a PostgreSQL database/],
  ] as const) {
    const ended = await run(["move", "--to", to], { settings });
    assert.equal(ended.status, 2, ended.stderr);
    assert.match(ended.stderr, message);
  }
});

/** 10,000 access tokens: five pages. */
async function filledLedger(directory: string): Promise<void> {
  await using service = await startTestService(embedded(directory));
  const { ledger } = service.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const other = await makeApplication(ledger, alice);
  await service[Symbol.asyncDispose]();
  const config = readConfig({ COUNTERSIGN_DATA_DIR: directory }, () => {});
  fillWithTokens(config, [application, other], 10_000, join(directory, "tokens"));
}

/** Killed with SIGKILL while it copies the access tokens. */
async function killedMove(directory: string, url: string): Promise<void> {
  let pages = 0;
  await using proxy = await tcpProxy(Number(new URL(url).port));
  await killedWhen(proxy, directory, url, (sent) => {
    if (sent.includes('insert into "access_token"')) pages += 1;
    return pages === 3;
  });
  const [[count] = []] = await ask(url, "select count(*)::integer from access_token");
  assert.equal(count, 4000);
}

/** Killed with SIGKILL before PostgreSQL receives the first bytes for which this returns true. Returns the target. */
async function killedWhen(
  proxy: TcpProxy,
  directory: string,
  url: string,
  isReached: (sent: Buffer) => boolean,
): Promise<string> {
  const through = new URL(url);
  through.port = String(proxy.port);
  const { child, ended } = start(["move", "--to", through.href], { settings: movable(directory) });
  let isOver = false;
  proxy.watch((sent) => {
    isOver ||= isReached(sent);
    if (isOver) child.kill("SIGKILL");
    return !isOver;
  });
  await ended;
  assert.equal(child.signalCode, "SIGKILL");
  return through.href;
}

async function ask(url: string, ...statements: readonly string[]): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[][] = [];
    for (const text of statements) ({ rows } = await client.query({ text, rowMode: "array" }));
    return rows;
  } finally {
    await client.end();
  }
}
