import assert from "node:assert/strict";
import { test } from "node:test";
import { whatToDo } from "./no-connection.ts";

const withCode = (code: string) => Object.assign(new Error("rejected"), { code });

test("each reason for which there is no connection has its advice", () => {
  const advised = {
    ECONNREFUSED: /^connection refused; start PostgreSQL/,
    ENOTFOUND: /^host not found/,
    EAI_AGAIN: /^host not found/,
    ETIMEDOUT: /^no response/,
    EHOSTUNREACH: /^no response/,
    ENETUNREACH: /^no response/,
    "28P01": /^PostgreSQL rejected the password/,
    "28000": /^create that role/,
    "3D000": /^create the database/,
    53300: /^raise PostgreSQL's max_connections/,
  };
  for (const [code, advice] of Object.entries(advised)) {
    assert.match(whatToDo(withCode(code)), advice, code);
  }
});

test("what the driver says without a code has its advice too", () => {
  for (const [message, advice] of [
    ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", /^PostgreSQL rejected/],
    ["SASL: password must be a string", /^PostgreSQL rejected/],
    ["timeout exceeded when trying to connect", /^no response/],
    ["timeout expired", /^no response/],
    ["Connection terminated due to connection timeout", /^no response/],
    ["The server does not support SSL connections", /^turn on TLS in PostgreSQL/],
  ] as const) {
    assert.match(whatToDo(new Error(message)), advice, message);
  }
});

test("several hosts: each advice once, and nothing where there is none", () => {
  const rejected = withCode("ECONNREFUSED");
  const [one, other] = [whatToDo(rejected), whatToDo(withCode("3D000"))];
  const hosts = [rejected, new Error("odd"), withCode("3D000"), withCode("ECONNREFUSED")];
  assert.equal(whatToDo(new AggregateError(hosts)), `${one}; ${other}`);
  // One host with several addresses has a code of its own.
  const addresses = Object.assign(new AggregateError(hosts), { code: "ETIMEDOUT" });
  assert.match(whatToDo(addresses), /^no response/);
});

test("nothing is said of what is not known", () => {
  const unknown = [
    new Error("odd"),
    new Error("the SASL: password must be a string"),
    new Error("a timeout "),
    withCode("42501"),
    "ECONNREFUSED",
    undefined,
  ];
  for (const error of unknown) assert.equal(whatToDo(error), "");
});
