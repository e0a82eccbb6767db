/**
 * PgBouncer between service and database: in transaction mode everything works; in statement mode the start says why it
 * cannot.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  bearerFor,
  requestErrorOf,
  revoke,
  verifyCredentials,
  wholeFlow,
} from "../support/flow.ts";
import { pgBouncer, withoutPgBouncer } from "../support/pgbouncer.ts";
import { freshDatabase, sharedPostgres } from "../support/postgres.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";

const skip = withoutPgBouncer;

function settingsFor(url: string) {
  return {
    DATABASE_URL: url,
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
    RATE_LIMITS: "",
  };
}

test("transaction mode: two servers on three connections of PgBouncer", { skip }, async () => {
  await using database = await freshDatabase();
  await using pooler = await pgBouncer(await sharedPostgres(), "transaction", 3);
  const settings = settingsFor(pooler.through(database.url));
  await using here = await startTestService(settings);
  await using there = await startTestService(settings);
  const { ledger } = here.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await wholeFlow(here.baseUrl, application, alice);
  // More requests than connections, so each connection serves both servers in turn.
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      verifyCredentials((at % 2 === 0 ? here : there).baseUrl, application, access),
    ),
  );
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.equal(
    await bearerFor(there.baseUrl, application),
    await bearerFor(here.baseUrl, application),
  );
  assert.equal((await revoke(there.baseUrl, application, access)).status, 200);
  const rejected = await verifyCredentials(here.baseUrl, application, access);
  assert.equal(await requestErrorOf(rejected), "401 (code 89)");
  await here.dependencies.ledger.sweep({ now: Date.now(), most: 10 });
});

test("statement mode is rejected at the start, also where the database is made already", {
  skip,
}, async () => {
  await using database = await freshDatabase();
  const settings = settingsFor(database.url);
  await (await startTestService(settings))[Symbol.asyncDispose]();
  await using pooler = await pgBouncer(await sharedPostgres(), "statement", 3);
  await assert.rejects(
    startTestService({ ...settings, DATABASE_URL: pooler.through(database.url) }),
    /DATABASE_URL: .*transaction blocks not allowed in statement pooling mode/,
  );
});
