import assert from "node:assert/strict";
import { test } from "node:test";
import { takeInheritedSockets } from "./inherited-sockets.ts";

const passed = (count: string, names?: string) => ({
  LISTEN_PID: "7",
  LISTEN_FDS: count,
  ...(names !== undefined && { LISTEN_FDNAMES: names }),
});

test("sockets are told by their names, or else by their order", () => {
  for (const [environment, sockets] of [
    [passed("1"), { public: 3, internal: undefined }],
    [passed("2"), { public: 3, internal: 4 }],
    [passed("2", "countersign.socket:countersign.socket"), { public: 3, internal: 4 }],
    [passed("2", "internal:public"), { public: 4, internal: 3 }],
    [passed("1", "public"), { public: 3, internal: undefined }],
  ] as const) {
    assert.deepEqual(takeInheritedSockets({ ...environment }, 7), sockets);
  }
});

test("sockets for another process are not taken, and processes that this one starts get no variable", () => {
  for (const environment of [{}, { LISTEN_FDS: "2" }, { LISTEN_FDS: "2", LISTEN_PID: "8" }]) {
    const given: NodeJS.ProcessEnv = { ...environment, LISTEN_FDNAMES: "a:b", PATH: "/bin" };
    assert.equal(takeInheritedSockets(given, 7), undefined);
    assert.deepEqual(given, { PATH: "/bin" });
  }
});

test("other sockets than one for each address are an error that says what can be passed", () => {
  for (const environment of [
    passed("0"),
    passed("3"),
    passed("1e99"),
    passed("two"),
    passed("1", "internal"),
    passed("2", "public:public"),
    passed("2", "public:other"),
    passed("3", "public:internal:public"),
  ]) {
    assert.throws(() => takeInheritedSockets({ ...environment }, 7), /one for the public address/);
  }
});
