import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { DatabaseError } from "pg";
import { migratedDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { type Connection, type Connections, openConnections } from "./connections.ts";
import { onConnection } from "./statements.ts";
import {
  maxPauseMs,
  type OpenTransaction,
  openSlots,
  transact,
  type Work,
} from "./transactions.ts";

const met = "40001";
const taken = "23505";
const boundMs = 20_000;
const key = () => randomBytes(32).toString("base64");
const ring = new KeyRing(keySource({ given: `one:${key()},other:${key()}` }));

/** One database for all tests. Its table runs what a row says while the row's transaction commits. */
let made: Promise<TestDatabase> | undefined;
after(async () => (await made)?.[Symbol.asyncDispose]());

async function makeDatabase(): Promise<TestDatabase> {
  const database = await migratedDatabase();
  await using connections = openConnections(database.address, boundMs);
  await onConnection(connections, boundMs, "test", (one) =>
    one.run(`create table example (id serial, at_commit text);
      create function at_commit() returns trigger language plpgsql as
        $$ begin execute new.at_commit; return null; end $$;
      create constraint trigger at_commit after insert on example deferrable initially deferred
        for each row execute function at_commit()`),
  );
  return database;
}

const insert = "insert into example (at_commit) values ($1) returning id";
const nothing = "select 1";
const raise = (level: string, code: string) =>
  `do $do$ begin raise ${level} using errcode = '${code}', message = 'raised'; end $do$`;
const endSession = "select pg_terminate_backend(pg_backend_pid())";

type Attempt<Result> = (open: OpenTransaction, tries: number) => Promise<Result>;

/** Runs transactions on one connection at most. `through` may change what they see of it. */
async function openWorld(through: (connection: Connection) => Connection = (same) => same) {
  made ??= makeDatabase();
  const { address } = await made;
  const own = openConnections(address, boundMs, 1);
  const connections: Connections = {
    take: async (withinMs) => through(await own.take(withinMs)),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
  const slots = openSlots();
  const world = {
    slots,
    tries: 0,
    async run<Result>(
      attempt: Attempt<Result>,
      { withinMs = boundMs, ...work }: Partial<Work<Result>> & { withinMs?: number } = {},
    ) {
      world.tries = 0;
      const { value } = await transact(
        { connections, ring, slots, boundMs: withinMs },
        {
          name: "test",
          isolation: "serializable",
          ...work,
          perform(open) {
            world.tries += 1;
            return attempt(open, world.tries);
          },
        },
      );
      return value;
    },
    ask: async (text: string) =>
      (await onConnection(own, boundMs, "test", (one) => one.rows<[unknown]>(text, [])))[0]?.[0],
    count: () => world.ask("select count(*)::integer from example"),
    process: () => world.ask("select pg_backend_pid()"),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
  // A machine that does many things at once may need long for the first connection.
  await world.process();
  return world;
}

/** Each try fails with the code for its number; without one, it returns the number of tries. */
function failing(codeOf: (failed: number) => string | undefined): Attempt<number> {
  return async ({ connection }, tries) => {
    const code = codeOf(tries - 1);
    if (code === undefined) return tries - 1;
    await connection.run(raise("exception", code));
    throw new Error("not reached");
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isFailure = (error: unknown) =>
  error instanceof StoreFailure && !(error instanceof OutcomeUnknown);
const isUnknown = (error: unknown) =>
  error instanceof OutcomeUnknown && /commit/.test(error.message);
const isOfDatabase = (code: string) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code;

test("writes beside each other count in different rows, and one after another in the same", () => {
  const slots = openSlots();
  const first = slots.take();
  assert.deepEqual([slots.take(), slots.take()], [first + 1, first + 2]);
  slots.release(first);
  assert.equal(slots.take(), first);
  for (const slot of [first, first + 1]) slots.release(slot);
  assert.equal(slots.take(), first);
  const starts = new Set(Array.from({ length: 50 }, () => openSlots().take()));
  assert.ok(starts.size > 1, "each node starts at a number of its own");
  for (const start of starts) assert.ok(start % 1000 === 0 && start >= 0 && start < 100_000);
});

test("who meets others is tried again, in whichever way PostgreSQL says that they were in the way", async () => {
  await using world = await openWorld();
  const codes = [met, met, met, taken, taken, met, taken, taken, taken];
  assert.equal(await world.run(failing((tries) => codes[tries])), codes.length);
});

test("who meets others until the time is over gets a failure of the store", async () => {
  await using world = await openWorld();
  for (const first of [met, taken]) {
    const started = performance.now();
    const codeOf = (tries: number) => (tries % 4 === 0 ? first : met);
    await assert.rejects(world.run(failing(codeOf), { withinMs: 1000 }), isFailure);
    assert.ok(performance.now() - started < boundMs / 2);
    assert.ok(world.tries > 1);
  }
});

test("a conflict that lasts until the time is over is reported as one", async () => {
  await using world = await openWorld();
  for (const code of [met, taken]) {
    const attempt: Attempt<unknown> = async (open, tries) => {
      const conflict = await failing(() => code)(open, tries).catch((error: unknown) => error);
      while (open.connection.left() > 0) await pause(20);
      throw conflict;
    };
    await assert.rejects(
      world.run(attempt, { withinMs: 500 }),
      (error) =>
        isFailure(error) &&
        /^the database's test: conflicts with other transactions/.test((error as Error).message),
    );
    assert.equal(world.tries, 1);
  }
});

test("who meets others waits before each try, and longer the more often it met them", async () => {
  await using world = await openWorld();
  const started = performance.now();
  await world.run(failing((tries) => (tries < 15 ? met : undefined)));
  // Of eleven pauses up to 100 ms, the sum is less than this once in forty million times.
  assert.ok(performance.now() - started > 100);
  assert.deepEqual([1, 2, 3, 4, 5, 50].map(maxPauseMs), [8, 16, 32, 64, 100, 100]);
});

test("a constraint that fails each time is a fault of ours", async () => {
  await using world = await openWorld();
  await assert.rejects(world.run(failing(() => taken)), isOfDatabase(taken));
  assert.equal(world.tries, 4);
});

test("a transaction leaves its slot and its connection to the next one, however it ends", async () => {
  await using world = await openWorld();
  const first = await world.run(async ({ slot }) => slot);
  await assert.rejects(world.run(failing(() => "42601")), isOfDatabase("42601"));
  assert.equal(await world.run(async ({ slot }) => slot), first);
});

test("a transaction has its isolation, its locks and its limits of time", async () => {
  await using late = await openWorld((connection) => ({ ...connection, left: () => 1 }));
  await using world = await openWorld();
  const state: Attempt<unknown> = async ({ connection }) => {
    const text = `select current_setting('transaction_isolation'), current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout'),
      (select string_agg(mode, ' ') from pg_locks where pid = pg_backend_pid() and relation = 'ring_key'::regclass
        and mode <> 'AccessShareLock' and mode <> 'SIReadLock')`;
    return (await connection.rows(text, []))[0];
  };
  assert.deepEqual(await late.run(state), [...["serializable", "250ms", "10s", "RowShareLock"]]);
  const work = { isolation: "read committed", changesSealing: true } as const;
  const [isolation, limit, , lock] = (await world.run(state, work)) as string[];
  assert.deepEqual([isolation, lock], ["read committed", "ExclusiveLock"]);
  assert.match(limit ?? "", /^(20s|1[0-9]{4}ms)$/);
});

test("a transaction encrypts with the key that seals at its moment", async () => {
  await using world = await openWorld();
  const sealing: Attempt<string> = async ({ keys }) => keys.sealingKeyId;
  assert.equal(await world.run(sealing), "one");
  await world.ask("insert into ring_key values ('one', '', 0), ('other', '', 1)");
  assert.equal(await world.run(sealing), "other");
  await world.ask("delete from ring_key");
  assert.equal(await world.run(sealing), "one");
});

test("what has failed leaves nothing, and its connection serves the next one", async () => {
  await using world = await openWorld();
  const [rows, process] = [await world.count(), await world.process()];
  await assert.rejects(
    world.run(async ({ connection }) => {
      await connection.rows(insert, [nothing]);
      throw new Error("ours");
    }),
    /^Error: ours$/,
  );
  assert.equal(await world.run(failing((tries) => [met][tries])), 1);
  assert.deepEqual([await world.count(), await world.process()], [rows, process]);
});

test("who needs too long is rejected before COMMIT, and nothing has changed", async () => {
  await using world = await openWorld();
  const [rows, process] = [await world.count(), await world.process()];
  const attempt: Attempt<void> = async ({ connection }) => {
    await connection.rows(insert, [nothing]);
    while (connection.left() > 0) await pause(20);
  };
  await assert.rejects(world.run(attempt, { withinMs: 500 }), isFailure);
  assert.deepEqual([await world.count(), await world.process()], [rows, process]);
});

test("the end of the time is not in it", async () => {
  await using world = await openWorld((connection) => ({ ...connection, left: () => 0 }));
  await assert.rejects(
    world.run(async () => {}),
    isFailure,
  );
});

test("COMMIT and ROLLBACK get a quarter of a second, and more where more is left", async () => {
  for (const left of [1, 5000]) {
    const extended: number[] = [];
    await using world = await openWorld((connection) => ({
      ...connection,
      left: () => left,
      extend: (withinMs) => extended.push(withinMs),
    }));
    await world.run(async () => {});
    await assert.rejects(world.run(failing(() => "42601")));
    const least = Math.max(250, left);
    assert.deepEqual(extended, [least, least]);
  }
});

test("a session that ends in a statement has changed nothing: another one is tried", async () => {
  await using world = await openWorld();
  await world.run(({ connection }, tries) => connection.run(tries === 1 ? endSession : nothing));
  assert.equal(world.tries, 2);
});

const committing =
  (atCommit: string): Attempt<unknown> =>
  ({ connection }) =>
    connection.rows(insert, [atCommit]);

test("a COMMIT that no standby confirms in time has no known outcome, and is not repeated", async () => {
  await using world = await openWorld();
  for (const code of ["01000", "57P01", "57014"]) {
    await assert.rejects(world.run(committing(raise("warning", code))), isUnknown, code);
    assert.equal(world.tries, 1);
  }
  await world.run(committing(raise("warning", "01004")));
});

test("a COMMIT that PostgreSQL rejects is repeated after a conflict, and is an error otherwise", async () => {
  await using world = await openWorld();
  await world.run((open, tries) =>
    committing(tries === 1 ? raise("exception", met) : nothing)(open, tries),
  );
  assert.equal(world.tries, 2);
  const rejected = committing(raise("exception", "P0001"));
  await assert.rejects(world.run(rejected), isOfDatabase("P0001"));
});

test("a session that ends during COMMIT has no known outcome, and nothing is repeated", async () => {
  await using world = await openWorld();
  await assert.rejects(world.run(committing(endSession)), isUnknown);
  assert.equal(world.tries, 1);
});

test("a transaction that PostgreSQL has given up is no success", async () => {
  await using world = await openWorld();
  await assert.rejects(
    world.run(({ connection }) => connection.run("select 1 / 0").catch(() => {})),
    (error) => isFailure(error) && /was rolled back/.test((error as Error).message),
  );
});

test("a session that ends before COMMIT has changed nothing: another one is tried, once", async () => {
  await using world = await openWorld();
  const rows = (await world.count()) as number;
  const ending = (most: number): Attempt<void> => {
    return async ({ connection }, tries) => {
      await connection.rows(insert, [nothing]);
      if (tries <= most) await connection.run(endSession);
    };
  };
  await world.run(ending(1));
  assert.equal(await world.count(), rows + 1);
  await assert.rejects(world.run(ending(2)), isFailure);
  assert.equal(world.tries, 2);
  assert.equal(await world.count(), rows + 1);
});

test("a session that ends once the time is up is not tried again", async () => {
  await using world = await openWorld();
  const attempt: Attempt<void> = async ({ connection }) => {
    const ended = await connection.run(endSession).catch((error: unknown) => error);
    while (connection.left() > 0) await pause(20);
    throw ended;
  };
  await assert.rejects(
    world.run(attempt, { withinMs: 500 }),
    (error) => isFailure(error) && /^the database's test: /.test((error as Error).message),
  );
});
