import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import { freePort } from "../../../test/support/free-port.ts";
import { pgBouncer, withoutPgBouncer } from "../../../test/support/pgbouncer.ts";
import {
  addressOf,
  freshDatabase,
  sharedPostgres,
  type TestDatabase,
  untilConnected,
} from "../../../test/support/postgres.ts";
import { type TcpProxy, tcpProxy } from "../../../test/support/tcp-proxy.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { type Connection, type Connections, openConnections } from "./connections.ts";
import { onConnection } from "./statements.ts";

test("a connection that PostgreSQL ends between two statements fails the next one, and not the process", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const uncaught = once(process, "uncaughtException");
  const taken = await connections.take(30_000);
  const [[id] = []] = await taken.rows<[number]>("select pg_backend_pid()", []);
  const other = await connections.take(30_000);
  await other.rows("select pg_terminate_backend($1, 10000)", [id]);
  const ended = assert.rejects(async () => {
    // The end of the session may not have arrived here yet, so ask until it has.
    for (;;) await taken.rows("select 1", []);
  });
  assert.equal(await Promise.race([ended, uncaught]), undefined);
  assert.equal(taken.broken(), true);
  taken.release();
  other.release();
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows("select 1", []), [[1]]);
  next.release();
});

test("of several hosts none answers: that is a failure of the store, as with one host", async () => {
  for (const hosts of [1, 2]) {
    const urls = await Promise.all(
      Array.from({ length: hosts }, async () => `postgres://127.0.0.1:${await freePort()}/none`),
    );
    const address = { hosts: urls as [string, ...string[]], name: "none" };
    await using connections = openConnections(address, 30_000);
    await assert.rejects(connections.take(30_000), (error) => {
      assert.ok(error instanceof StoreFailure, String(error));
      assert.match(error.message, /^no connection to none: .*ECONNREFUSED/);
      return true;
    });
  }
});

test("a file of the authority that cannot be read fails the next connections, and not the process", async () => {
  await using database = await freshDatabase();
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const file = join(directory, "ca.pem");
  writeFileSync(file, "");
  const address = addressOf(`${database.url}?sslmode=disable&sslrootcert=${file}`);
  await using connections = openConnections(address, 30_000, 1);
  const uncaught = once(process, "uncaughtException");
  const rejected = (error: unknown) => {
    assert.ok(error instanceof StoreFailure, String(error));
    assert.match(error.message, /ENOENT.*ca\.pem/);
    return true;
  };
  const taken = await connections.take(30_000);
  const waits = assert.rejects(connections.take(30_000), rejected);
  rmSync(directory, { recursive: true });
  taken.discard();
  taken.release();
  assert.equal(await Promise.race([waits, uncaught]), undefined);
  // If the wait continued after its failure, it would be a promise that no one handles.
  await assert.rejects(connections.take(20), rejected);
  const later = new Promise((resolve) => setTimeout(resolve, 40));
  assert.equal(await Promise.race([later, uncaught]), undefined);
  mkdirSync(directory);
  writeFileSync(file, "");
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows("select 1", []), [[1]]);
  next.release();
  rmSync(directory, { recursive: true });
});

test("connections that are closed twice are closed, and give none", async () => {
  await using database = await freshDatabase();
  const connections = openConnections(addressOf(database.url), 30_000);
  (await connections.take(30_000)).release();
  await connections[Symbol.asyncDispose]();
  await connections[Symbol.asyncDispose]();
  await assert.rejects(connections.take(30_000), StoreFailure);
});

const countStatements =
  "select count(*)::integer from pg_prepared_statements where name like 'countersign_%'";
const doubled = "select 2 * $1::integer";

async function keptAfterTwo(connection: Connection): Promise<unknown> {
  for (const value of [1, 2]) {
    const rows = await connection.rows(doubled, [value], { prepared: true });
    assert.deepEqual(rows, [[2 * value]]);
  }
  return (await connection.rows(countStatements, []))[0]?.[0];
}

test("a statement is prepared once where the session is the connection's own", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const count = await onConnection(connections, 30_000, "the count", keptAfterTwo);
  assert.equal(count, 1);
});

test("behind a pooler no statement is prepared", { skip: withoutPgBouncer }, async () => {
  await using database = await freshDatabase();
  await using pooler = await pgBouncer(await sharedPostgres(), "transaction", 1);
  await using connections = openConnections(addressOf(pooler.through(database.url)), 30_000);
  await onConnection(connections, 30_000, "one", (one) =>
    onConnection(connections, 30_000, "the other", async (other) => {
      // Both run on one session of the server, which would already know the statement.
      assert.equal(await keptAfterTwo(one), 0);
      assert.equal(await keptAfterTwo(other), 0);
    }),
  );
});

test("a connection whose prepared statement is out of date is replaced, and the next one prepares its own", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select held from example where held = any($1)";
  const one = await connections.take(30_000);
  await one.run("create table example (held integer)");
  await one.rows(text, [[1]], { prepared: true });
  await one.run("alter table example alter held type bigint");
  await assert.rejects(one.rows(text, [[1]], { prepared: true }));
  assert.equal(one.broken(), true);
  one.release();
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows(text, [[1]], { prepared: true }), []);
  assert.equal(await keptAfterTwo(next), 2);
  next.release();
});

test("once a prepared statement is out of date, other connections that prepared it do without, and are replaced", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select held, pg_backend_pid() from example where held = any($1)";
  const both = [await connections.take(30_000), await connections.take(30_000)];
  await both[0]?.run("create table example (held integer); insert into example values (1)");
  for (const one of both) await one.rows(text, [[1]], { prepared: true });
  await both[0]?.run("alter table example alter held type bigint");
  for (const one of both) one.release();
  const ask = () =>
    onConnection(connections, 30_000, "the look-up", async (one) => {
      const [row] = await one.rows<[number, number]>(text, [[1]], { prepared: true });
      return row;
    });
  await assert.rejects(ask());
  const [held, process] = (await ask()) ?? [];
  assert.equal(held, 1);
  const [, next] = (await ask()) ?? [];
  assert.notEqual(next, process);
  assert.equal((await ask())?.[1], next);
});

test("a connection is replaced after 2,000 runs of prepared statements, so that no plan of an empty table stays", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select pg_backend_pid(), $1::text";
  const servedBy = (prepared: boolean, times: number) =>
    onConnection(connections, 30_000, "the runs", async (one) => {
      const runs = Array.from({ length: times }, () =>
        one.rows<[number]>(text, [""], { prepared }),
      );
      return (await Promise.all(runs))[0]?.[0]?.[0];
    });
  const first = await servedBy(false, 2000);
  assert.equal(await servedBy(true, 1999), first);
  assert.equal(await servedBy(true, 1), first);
  assert.notEqual(await servedBy(true, 1), first);
});

test("once a session has lost a statement, or has one that it was not asked for, no connection prepares any more", async () => {
  await using database = await freshDatabase();
  for (const change of ["deallocate all", "the same name"]) {
    await using connections = openConnections(addressOf(database.url), 30_000);
    const one = await connections.take(30_000);
    if (change === "deallocate all") {
      await keptAfterTwo(one);
      await one.run(change);
    } else {
      const other = await connections.take(30_000);
      await keptAfterTwo(other);
      const [[name] = []] = await other.rows("select name from pg_prepared_statements", []);
      other.release();
      await one.run(`prepare ${name} as select 1`);
    }
    await assert.rejects(one.rows(doubled, [1], { prepared: true }));
    assert.equal(one.broken(), true, change);
    one.release();
    const next = await connections.take(30_000);
    const before = (await next.rows(countStatements, []))[0]?.[0];
    assert.equal(await keptAfterTwo(next), before, change);
    next.release();
  }
});

test("a role without the right to connect gets no connection: that is a failure of the store", async () => {
  await using database = await freshDatabase();
  const { name } = database.address;
  const role = `role_of_${name}`;
  await using owner = openConnections(database.address, 30_000);
  const run = (text: string) => onConnection(owner, 30_000, "test", (one) => one.run(text));
  await run(`create role ${role} login; revoke connect on database ${name} from public`);
  try {
    const url = new URL(database.url);
    url.username = role;
    await using connections = openConnections(addressOf(url.href), 30_000);
    await assert.rejects(connections.take(30_000), (error) => {
      assert.ok(error instanceof StoreFailure, String(error));
      assert.match(error.message, /^no connection to .*permission denied for database/);
      return true;
    });
  } finally {
    await run(`drop role ${role}`);
  }
});

async function processOf(connection: Connection): Promise<number | undefined> {
  const [row] = await connection.rows<[number]>("select pg_backend_pid()", []);
  return row?.[0];
}

/** Takes a connection, asks for its process, and returns it to the pool. */
function nextProcess(connections: Connections): Promise<number | undefined> {
  return onConnection(connections, 30_000, "test", processOf);
}

const endOwnSession = (connection: Connection) =>
  assert.rejects(connection.run("select pg_terminate_backend(pg_backend_pid())"));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A way to the database, and its address by that way. */
async function proxied(database: TestDatabase) {
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  url.port = String(proxy.port);
  return { proxy, url: url.href, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

/** The addresses of several hosts with the same database. */
function hostsOf(...urls: readonly [string, ...string[]]) {
  return { ...addressOf(urls[0]), hosts: urls };
}

/** Counts the connections to a host. */
function counted(proxy: TcpProxy): () => number {
  let count = 0;
  // Each begins with its version of the protocol.
  proxy.watch((sent) => {
    if (sent.length > 8 && sent.readInt32BE(4) === 196_608) count += 1;
    return true;
  });
  return () => count;
}

test("twenty connections are given, and who comes then waits for one of them no longer than it wants", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000);
  const taken = [];
  for (let at = 0; at < 20; at += 1) taken.push(await connections.take(30_000));
  await assert.rejects(connections.take(20), { message: /didn't respond in time/ });
  const [first, ...others] = taken as [Connection, ...Connection[]];
  const process = await processOf(first);
  const waits = connections.take(30_000);
  first.release();
  const next = await waits;
  assert.equal(await processOf(next), process);
  for (const one of [next, ...others]) one.release();
});

test("a connection that comes too late serves the next one", async () => {
  await using database = await freshDatabase();
  await using way = await proxied(database);
  await using connections = openConnections(addressOf(way.url), 30_000, 1);
  way.proxy.slow(100);
  await assert.rejects(connections.take(50), StoreFailure);
  way.proxy.slow(0);
  assert.equal(typeof (await nextProcess(connections)), "number");
});

test("of several hosts that response the first is used", async () => {
  await using database = await freshDatabase();
  await using first = await proxied(database);
  await using second = await proxied(database);
  const counters = [counted(first.proxy), counted(second.proxy)];
  await using connections = openConnections(hostsOf(first.url, second.url), 30_000);
  await nextProcess(connections);
  assert.deepEqual(
    counters.map((count) => count()),
    [1, 0],
  );
});

test("the host that answered is asked first, and the others in turn once it does not", async () => {
  await using database = await freshDatabase();
  await using first = await proxied(database);
  await using second = await proxied(database);
  await using third = await proxied(database);
  await first[Symbol.asyncDispose]();
  const [atSecond, atThird] = [counted(second.proxy), counted(third.proxy)];
  await using connections = openConnections(hostsOf(first.url, second.url, third.url), 30_000);
  const both = [await connections.take(30_000), await connections.take(30_000)];
  assert.deepEqual([atSecond(), atThird()], [2, 0]);
  for (const one of both) one.discard();
  for (const one of both) one.release();
  await second[Symbol.asyncDispose]();
  await nextProcess(connections);
  assert.deepEqual([atSecond(), atThird()], [2, 1]);
  // From the last one on it begins with the first again.
  await third[Symbol.asyncDispose]();
  await assert.rejects(async () => {
    for (;;) await nextProcess(connections);
  }, StoreFailure);
});

test("a host that answered is not passed over for one before it", async () => {
  await using database = await freshDatabase();
  await using first = await proxied(database);
  await using second = await proxied(database);
  let fails = true;
  let asked = 0;
  first.proxy.watch(() => {
    asked += 1;
    if (fails) first.proxy.cut();
    return true;
  });
  await using connections = openConnections(hostsOf(first.url, second.url), 30_000);
  const one = await connections.take(30_000);
  const before = asked;
  fails = false;
  const other = await connections.take(30_000);
  assert.equal(asked, before);
  for (const each of [one, other]) each.release();
});

test("a host that is silent has its share of the time, and the next one the rest", async () => {
  await using database = await freshDatabase();
  await using silent = await proxied(database);
  silent.proxy.stall();
  const boundMs = 2000;
  await using connections = openConnections(hostsOf(silent.url, database.url), boundMs);
  const connection = await connections.take(boundMs);
  connection.release();
});

test("a standby is rejected", async () => {
  await using database = await freshDatabase();
  const { name } = database.address;
  await using connections = openConnections(database.address, 30_000);
  const one = await connections.take(30_000);
  await one.run(`create schema said;
    create function said.pg_is_in_recovery() returns boolean language sql as 'select true'`);
  // Statements of later sessions find the function of this database first.
  await one.run(`alter database ${name} set search_path = said, pg_catalog, public`);
  await assert.rejects(connections.take(30_000), { message: /^the host is a standby$/ });
  one.release();
});

test("connections that hang are given up together once one of them fails, if none has answered lately", async () => {
  await using database = await freshDatabase();
  await using way = await proxied(database);
  const boundMs = 1000;
  await using connections = openConnections(addressOf(way.url), boundMs);
  const all = [];
  for (let at = 0; at < 3; at += 1) all.push(await connections.take(30_000));
  for (const one of all) one.release();
  way.proxy.hang();
  const hanging = await connections.take(boundMs * 0.7);
  await assert.rejects(hanging.run("select 1"), { message: /Query read timeout/ });
  hanging.release();
  assert.equal(typeof (await nextProcess(connections)), "number");
});

test("who waits for a connection when they are given up together gets one of the new ones", async () => {
  await using database = await freshDatabase();
  await using way = await proxied(database);
  const boundMs = 1000;
  await using connections = openConnections(addressOf(way.url), boundMs, 1);
  await nextProcess(connections);
  const hanging = await connections.take(boundMs * 0.7);
  way.proxy.hang();
  const waits = connections.take(20_000);
  await assert.rejects(hanging.run("select 1"), { message: /Query read timeout/ });
  hanging.release();
  const one = await waits;
  assert.equal(typeof (await processOf(one)), "number");
  one.release();
});

test("a connection that fails alone leaves the others if one has answered lately, or if all of them are new", async () => {
  await using database = await freshDatabase();
  const now = performance.now.bind(performance);
  // A process that has run for an hour.
  let aheadMs = 3_600_000;
  mock.method(performance, "now", () => now() + aheadMs);
  try {
    for (const answered of [true, false]) {
      await using connections = openConnections(database.address, 60_000);
      const [one, other] = [await connections.take(60_000), await connections.take(60_000)];
      const process = await processOf(other);
      if (answered) {
        aheadMs += 40_000;
        other.release();
      }
      one.extend(60_000);
      await endOwnSession(one);
      one.release();
      if (!answered) other.release();
      assert.equal(await nextProcess(connections), process);
    }
  } finally {
    mock.restoreAll();
  }
});

/** A busy machine may need a moment to connect. After half of it without a response, a host counts as silent. */
const boundMs = 4000;
const untilSilent = boundMs / 2 + 50;

test("several connections that fail are given up once, with those that were idle", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, boundMs);
  const all = [];
  for (let at = 0; at < 3; at += 1) all.push(await connections.take(30_000));
  const [one, other, idle] = all as [Connection, Connection, Connection];
  idle.release();
  await endOwnSession(one);
  await endOwnSession(other);
  await pause(untilSilent);
  one.release();
  const next = await connections.take(30_000);
  other.release();
  const process = await processOf(next);
  next.release();
  assert.equal(await nextProcess(connections), process);
  // One is idle in the pool that took the place of the first; the idle one of the first is closed.
  await untilConnected(database, 1);
});

test("connections that are closed while one of them fails give none any more", async () => {
  await using database = await freshDatabase();
  const connections = openConnections(database.address, boundMs);
  const one = await connections.take(30_000);
  await endOwnSession(one);
  await pause(untilSilent);
  let isClosed = false;
  const closed = connections[Symbol.asyncDispose]().then(() => {
    isClosed = true;
  });
  await pause(20);
  assert.equal(isClosed, false, "it waits for the one that is in use");
  one.release();
  await closed;
  await assert.rejects(connections.take(30_000), StoreFailure);
});

test("an idle connection that PostgreSQL ends is replaced, and the process continues", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000, 1);
  await using other = openConnections(database.address, 30_000);
  const uncaught = once(process, "uncaughtException");
  const first = await nextProcess(connections);
  await onConnection(other, 30_000, "test", (one) =>
    one.rows("select pg_terminate_backend($1, 10000)", [first]),
  );
  const replaced = (async () => {
    for (;;) {
      const now = await nextProcess(connections).catch(() => first);
      if (now !== first) return;
    }
  })();
  assert.equal(await Promise.race([replaced, uncaught]), undefined);
});

test("a connection is known by its name, and numbers come as numbers", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000);
  const text = `select current_setting('application_name'), 1::bigint, 1.5::numeric, 2::integer, true, 'a'::text,
    array[1, 2]::bigint[], null::bigint, $1::bigint is null, $2::text`;
  const row = await onConnection(connections, 30_000, "test", async (one) => {
    return (await one.rows(text, [0.5, "a\0b"]))[0];
  });
  const array = row?.[6];
  assert.deepEqual(row?.toSpliced(6, 1), [
    ...["countersign", 1, 1.5, 2, true, "a", null, true, "a\uFFFDb"],
  ]);
  assert.ok(Array.isArray(array));
});

test("statements are sent without waiting for those before them", async () => {
  await using database = await freshDatabase();
  await using way = await proxied(database);
  await using connections = openConnections(addressOf(way.url), 30_000);
  const one = await connections.take(30_000);
  let sent = "";
  way.proxy.watch((data) => {
    sent += data;
    return true;
  });
  let sentBefore = "";
  const first = one.rows("select pg_sleep(0.3)", []).then(() => {
    sentBefore = sent;
  });
  await Promise.all([first, one.run("select 'the second'")]);
  assert.match(sentBefore, /the second/);
  one.release();
});

test("a connection whose time is up asks nothing more, until it is extended; one that is broken asks never again", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000, 1);
  const first = await nextProcess(connections);
  const one = await connections.take(30_000);
  assert.ok(one.left() > 0 && one.left() <= 30_000);
  one.extend(0);
  assert.ok(one.left() <= 0);
  await assert.rejects(one.run("select 1"), { message: /didn't respond in time/ });
  assert.equal(one.broken(), false);
  one.extend(20_000);
  assert.ok(one.left() > 0 && one.left() <= 20_000);
  assert.equal(await processOf(one), first);
  await assert.rejects(one.run("select 1 / 0"));
  assert.equal(one.broken(), false, "a statement that is rejected leaves it");
  one.release();
  assert.equal(await nextProcess(connections), first);
  const other = await connections.take(30_000);
  other.discard();
  assert.equal(other.broken(), true);
  await assert.rejects(other.run("select 1"), { message: /the connection is broken/ });
  other.release();
  assert.notEqual(await nextProcess(connections), first);
});

test("warnings are told until the connection is returned", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000, 1);
  const warn = "do $$ begin raise warning using errcode = '01004', message = 'told'; end $$";
  const codes: unknown[] = [];
  await onConnection(connections, 30_000, "test", async (one) => {
    one.onNotice((code) => codes.push(code));
    await one.run(warn);
  });
  await onConnection(connections, 30_000, "test", (one) => one.run(warn));
  assert.deepEqual(codes, ["01004"]);
});

test("a prepared statement that PostgreSQL rejects leaves its connection and the others", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000, 1);
  const first = await nextProcess(connections);
  const one = await connections.take(30_000);
  await assert.rejects(one.rows("select 1 / $1::integer", [0], { prepared: true }), {
    code: "22012",
  });
  one.release();
  assert.equal(await nextProcess(connections), first);
});

test("a connection that was given leaves no timer behind", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, 30_000);
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
  await nextProcess(connections);
  const before = timers();
  for (let times = 0; times < 20; times += 1) await nextProcess(connections);
  assert.ok(timers() < before + 10);
});
