import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { freshDatabase } from "../../../test/support/postgres.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { openConnections } from "./connections.ts";
import { isDeadlock, isMissingTable, onConnection } from "./statements.ts";

const boundMs = 30_000;

function reported(code: string): DatabaseError {
  return Object.assign(new DatabaseError("reported", 0, "error"), { code });
}

test("a missing table and a deadlock are known by their codes, also as the cause of a failure", () => {
  for (const [is, code] of [
    [isMissingTable, "42P01"],
    [isDeadlock, "40P01"],
  ] as const) {
    assert.ok(is(reported(code)));
    assert.ok(is(new StoreFailure("reported", { cause: reported(code) })));
    for (const other of [
      reported("42703"),
      new StoreFailure("reported", { cause: reported("42703") }),
      new StoreFailure("reported"),
      Object.assign(new Error("no error of PostgreSQL"), { code }),
      new Error("wrapped by others", { cause: reported(code) }),
    ]) {
      assert.equal(is(other), false, String(other));
    }
  }
});

test("a connection serves the next one, however its use ends; a failure of the store says what was done", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, boundMs, 1);
  const doing = (text: string) =>
    onConnection(connections, boundMs, "the count", (one) => one.rows<[number]>(text, []));
  assert.deepEqual(await doing("select 1"), [[1]]);
  await assert.rejects(doing("select 1 / 0"), { name: "error", code: "22012" });
  await assert.rejects(doing("select pg_terminate_backend(pg_backend_pid())"), {
    name: "StoreFailure",
    message: /^the count: terminating connection/,
  });
  assert.deepEqual(await doing("select 2"), [[2]]);
});
