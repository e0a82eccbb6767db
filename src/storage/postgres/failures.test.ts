import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { StoreFailure } from "../../domain/errors.ts";
import {
  connectionStands,
  isConflict,
  isLostStatement,
  isOutdatedStatement,
  mayBeOurs,
  noConnection,
  storeFailure,
} from "./failures.ts";

/** What the driver makes of an error that PostgreSQL reports. */
function reported(code: string | undefined, severity = "ERROR"): DatabaseError {
  const error = new DatabaseError(`reported ${code}`, 0, "error");
  return Object.assign(error, { code, severity });
}

/** What a socket reports. */
function ofSocket(code: string): Error {
  return Object.assign(new Error(`read ${code}`), { code });
}

const conflicts = ["40001", "40P01", "23505", "23503"];
const lost = ["26000", "42P05"];
const codes = [...conflicts, ...lost, "25006", "0A000", "23514", "42601", "42301"];

function among(is: (error: unknown) => boolean): readonly string[] {
  for (const code of codes) assert.equal(is(ofSocket(code)), false, "only PostgreSQL says so");
  assert.equal(is(reported(undefined)), is(reported("XX999")), "an error without a code");
  return codes.filter((code) => is(reported(code)));
}

test("what a transaction is repeated for, and what a constraint rejected", () => {
  assert.deepEqual(among(isConflict), conflicts);
  assert.deepEqual(among(mayBeOurs), ["23505", "23503", "23514"]);
});

test("which errors are about a statement that was prepared", () => {
  assert.deepEqual(among(isLostStatement), lost);
  assert.deepEqual(among(isOutdatedStatement), ["0A000"]);
});

test("a connection stands after a statement that the server rejected, unless another one may do better", () => {
  assert.deepEqual(among(connectionStands), [...conflicts, "23514", "42601", "42301"]);
  for (const severity of ["FATAL", "PANIC"]) {
    assert.equal(connectionStands(reported("42601", severity)), false, severity);
  }
});

test("the store cannot respond: its connections, its resources, its end, and not a statement that is wrong", () => {
  const cannot = [
    ...["08006", "28P01", "3D000", "40001", "53300", "57P01", "58030", "XX000"],
    ...["55P03", "25006", "25P03"],
  ];
  for (const code of cannot) {
    const failure = storeFailure(reported(code), "the look-up");
    assert.ok(failure instanceof StoreFailure, code);
    assert.equal(failure.message, `the look-up: reported ${code}`);
    assert.equal((failure.cause as DatabaseError).code, code);
  }
  for (const code of ["42601", "23505", "22008", "42P08", "55000", "25001", undefined]) {
    const error = reported(code);
    assert.equal(storeFailure(error, "the look-up"), error, code);
  }
  const already = new StoreFailure("already");
  assert.equal(storeFailure(already, "the look-up"), already);
});

test("the store cannot answer where the driver or its socket says so; anything else is a fault of ours", () => {
  const cannot = [
    ...["ECONNRESET", "EPIPE", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_STREAM_DESTROYED"].map(
      ofSocket,
    ),
    ...[
      "Connection terminated unexpectedly",
      "Query read timeout",
      "Client was closed and is not queryable",
      "Client has encountered a connection error and is not queryable",
    ].map((message) => new Error(message)),
  ];
  for (const error of cannot) {
    assert.ok(storeFailure(error, "the look-up") instanceof StoreFailure, error.message);
  }
  const ours = [
    ...["UNEXPECTED", "e"].map(ofSocket),
    Object.assign(new Error("a number"), { code: 5 }),
    new Error("No Connection "),
    new TypeError("undefined is not a function"),
    "Connection terminated",
    undefined,
  ];
  for (const error of ours) assert.equal(storeFailure(error, "the look-up"), error);
});

test("whatever prevents a connection is a failure of the store, and says what to do", () => {
  const requestErrors = [reported("42501", "FATAL"), new Error("self-signed certificate"), "odd"];
  for (const error of requestErrors) {
    const failure = noConnection([error], "ledger");
    const text = error instanceof Error ? error.message : error;
    assert.equal(failure.message, `no connection to ledger: ${text}`);
    assert.equal(failure.cause, error);
  }
  const [one, other] = [ofSocket("ECONNREFUSED"), reported("3D000", "FATAL")];
  assert.match(
    noConnection([one], "ledger").message,
    /^no connection to ledger: read ECONNREFUSED \(connection refused; [^()]*\)$/,
  );
  assert.match(
    noConnection([one, other], "ledger").message,
    /^no connection to ledger: read ECONNREFUSED; reported 3D000 \(connection refused; .*; create the database, [^()]*\)$/,
  );
  const standby = new StoreFailure("the host is a standby");
  assert.equal(noConnection([standby], "ledger"), standby);
});
