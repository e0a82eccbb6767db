/** Tests of the invariants themselves: they find a history that breaks one, and accept a similar correct one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Given, History, Operation } from "./history.ts";
import { breaches, type Invariant } from "./invariants.ts";

const token: Given = {
  credential: "access:t",
  within: ["grant:a/u", "tokens:a"],
  slot: "grant:a/u/write",
  level: "write",
};
const leansOn = ["access:t", "secret:a/0", "application:a", "user:u"];
const issue = at(0, 1, { name: "exchange", gives: token });
const use = (began: number, ended: number, more: Partial<Operation> = {}) =>
  at(began, ended, { name: "verify", leansOn, level: "write", ...more });
const rejection = (began: number, ended: number, code: string, more: Partial<Operation> = {}) =>
  use(began, ended, { outcome: "rejected", code, ...more });

/** For each invariant, histories that break it, and similar ones that do not because of their order. */
const cases: Readonly<
  Record<
    Invariant,
    { broken: readonly (readonly Operation[])[]; lawful: readonly (readonly Operation[])[] }
  >
> = {
  "accepted after its end": {
    broken: [
      [issue, at(2, 3, { ends: ["access:t"] }), use(4, 5)],
      [issue, at(2, 3, { ends: ["grant:a/u"] }), use(3, 5)],
      [issue, at(2, 3, { ends: ["application:a"] }), use(4, 5)],
      [issue, at(2, 3, { ends: ["secret:a/0"] }), use(4, 5)],
      [issue, at(2, 3, { ends: ["access:t"] }), use(4, 5), at(4, 9, { name: "restore" })],
      // A token is exchanged for an approval, so the approval was ended after the exchange, or the exchange should have
      // failed.
      [
        at(0, 1, { gives: { credential: "approval:r", within: ["approved:a/u"] } }),
        at(2, 5, { gives: token, leansOn: ["approval:r"] }),
        at(2, 5, { ends: ["approved:a/u", "grant:a/u"] }),
        use(6, 7),
      ],
    ],
    lawful: [
      [issue, at(2, 4, { ends: ["access:t"] }), use(3, 5)],
      [issue, at(2, undefined, { ends: ["access:t"], outcome: "unknown" }), use(3, 5)],
      [issue, at(2, 3, { ends: ["access:t"], outcome: "unavailable" }), use(4, 5)],
      [issue, at(2, 3, { ends: ["access:t"], outcome: "rejected", code: "409" }), use(4, 5)],
      [
        at(0, 3, { gives: { credential: "approval:r", within: ["approved:a/u"] } }),
        at(4, 5, { gives: token, leansOn: ["approval:r"] }),
        at(2, 5, { ends: ["approved:a/u", "grant:a/u"] }),
        use(6, 7),
      ],
      // The grant was ended before this token was made, or at the same time.
      [at(0, 3, { gives: token }), at(1, 2, { ends: ["grant:a/u"] }), use(4, 5)],
      [at(0, 1, { ends: ["grant:a/u"] }), at(2, 3, { gives: token }), use(4, 5)],
    ],
  },
  "accepted while suspended": {
    broken: [
      [issue, at(2, 3, { suspends: "user:u" }), use(4, 5)],
      [issue, at(2, 3, { suspends: "application:a" }), use(4, 5)],
      [issue, at(0, 1, { restores: "user:u" }), at(2, 3, { suspends: "user:u" }), use(4, 5)],
      [issue, at(2, 3, { suspends: "user:u" }), use(4, 5), at(5, 6, { restores: "user:u" })],
    ],
    lawful: [
      [issue, at(2, 3, { suspends: "user:u" }), at(4, 5, { restores: "user:u" }), use(6, 7)],
      [issue, at(2, 3, { suspends: "user:u" }), at(4, 9, { restores: "user:u" }), use(5, 6)],
      [issue, at(2, 4, { suspends: "user:u" }), at(3, 5, { restores: "user:u" }), use(6, 7)],
      [
        issue,
        at(1, undefined, { restores: "user:u", outcome: "unknown" }),
        at(2, 3, { suspends: "user:u" }),
        use(6, 7),
      ],
      [issue, at(2, 3, { suspends: "user:other" }), use(4, 5)],
    ],
  },
  "write access after it was lowered": {
    broken: [
      [issue, at(2, 3, { lowers: ["grant:a/u"] }), use(4, 5)],
      [issue, at(2, 3, { lowers: ["tokens:a"] }), use(4, 5)],
    ],
    lawful: [
      [issue, at(2, 3, { lowers: ["grant:a/u"] }), use(4, 5, { level: "read" })],
      [issue, at(2, 4, { lowers: ["grant:a/u"] }), use(3, 5)],
      [at(0, 3, { gives: token }), at(1, 2, { lowers: ["grant:a/u"] }), use(4, 5)],
    ],
  },
  "lowered without a reason": {
    broken: [[issue, use(4, 5, { level: "read" })]],
    lawful: [
      [
        issue,
        at(2, undefined, { lowers: ["tokens:a"], outcome: "unknown" }),
        use(4, 5, { level: "read" }),
      ],
    ],
  },
  "accepted though forged": {
    broken: [[issue, use(2, 3, { forged: true })]],
    lawful: [[issue, rejection(2, 3, "401 (code 32)", { forged: true })]],
  },
  "the same bytes twice": {
    broken: [[issue, use(2, 3, { bytes: "b" }), use(4, 5, { bytes: "b" })]],
    lawful: [
      [issue, use(2, 3, { bytes: "b" }), rejection(2, 5, "401 (code 32)", { bytes: "b" })],
      [
        issue,
        use(2, 3, { bytes: "b", outcome: "unknown" }),
        rejection(4, 5, "401 (code 32)", { bytes: "b" }),
      ],
      [issue, use(2, 3, { bytes: "b", outcome: "unavailable" }), use(4, 5, { bytes: "b" })],
    ],
  },
  "done twice": {
    broken: [[at(0, 1, { once: "request:r" }), at(0, 1, { once: "request:r" })]],
    lawful: [
      [
        at(0, 1, { once: "request:r", ends: ["request:r"] }),
        rejection(0, 1, "401 (code 89)", { once: "request:r", leansOn: ["request:r"] }),
      ],
    ],
  },
  "two stand where one may": {
    broken: [
      [bearer("x", 0, 1), bearer("y", 2, 3)],
      [bearer("x", 0, 3), bearer("y", 0, 3)],
      [bearer("x", 0, 1), bearer("y", 4, 5), at(2, 3, { ends: ["bearer:x"] }), bearer("x", 6, 7)],
      [bearer("x", 0, 1), bearer("y", 4, 5), at(2, 3, { ends: ["bearer:z"] })],
      [bearer("x", 0, 1), bearer("y", 4, 5), at(2, 3, { ends: ["bearer:x"] }), bearer("z", 6, 7)],
    ],
    lawful: [
      [bearer("x", 0, 1), bearer("x", 2, 3)],
      [bearer("x", 0, 1), at(2, 3, { ends: ["bearer:x"] }), bearer("y", 4, 5)],
      [bearer("x", 0, 1), at(2, undefined, { mayEnd: ["bearer-of:a"], outcome: "unknown" })].concat(
        bearer("y", 4, 5),
      ),
      [bearer("x", 0, 1), { ...bearer("y", 4, 5), ends: ["bearer-of:a"] }],
    ],
  },
  "more than the limit": {
    broken: [[counted(1), counted(2), counted(3)]],
    lawful: [
      [counted(1), counted(2), counted(3, { outcome: "rejected", code: "429 (code 88)" })],
      [counted(1), counted(2), counted(3, { outcome: "unknown" })],
      [counted(1), counted(2), counted(1001)],
      [counted(998), counted(999), counted(999.95)],
    ],
  },
  "rejected below the limit": {
    broken: [
      [counted(1), counted(3, { outcome: "rejected", code: "429 (code 88)" })],
      [counted(1), counted(1003, { outcome: "rejected", code: "429 (code 88)" })],
    ],
    lawful: [
      [counted(1), counted(2), counted(3, { outcome: "rejected", code: "429 (code 88)" })],
      [
        counted(1),
        counted(2, { outcome: "unknown" }),
        counted(3, { outcome: "rejected", code: "429 (code 88)" }),
      ],
    ],
  },
  "rejected without a reason": {
    broken: [
      // What makes a secret ends those before it, and does not excuse that the new one is rejected.
      [
        at(0, 1, {
          gives: { credential: "secret:a/1", within: ["secrets:a"] },
          ends: ["secrets:a"],
        }),
        at(2, 3, { leansOn: ["secret:a/1"], outcome: "rejected", code: "401 (code 32)" }),
      ],
      [issue, rejection(2, 3, "401 (code 89)")],
      [issue, rejection(2, 3, "401 (code 32)", { bytes: "b" })],
      [issue, rejection(2, 3, "403 (code 64)")],
      [issue, rejection(2, 3, "401 (code 416)")],
      [issue, rejection(2, 3, "401 (code 135)")],
      [issue, rejection(2, 3, "sign-in")],
      [issue, rejection(2, 3, "401 (code 89)"), at(4, 5, { ends: ["access:t"] })],
      [
        issue,
        at(1, 2, { ends: ["access:t"], outcome: "unavailable" }),
        rejection(3, 4, "401 (code 89)"),
      ],
      [at(-3, -2, { ends: ["grant:a/u"] }), issue, rejection(2, 3, "401 (code 89)")],
      [issue, at(1, 2, { suspends: "user:u" }), rejection(3, 4, "401 (code 416)")],
      [issue, at(1, 2, { ends: ["access:t"] }), rejection(3, 4, "401 (code 32)")],
      // An anonymous caller's request with this nonce must not use it up.
      [
        issue,
        use(2, 3, { forged: true, outcome: "rejected", code: "401 (code 32)" }),
        rejection(4, 5, "401 (code 32)", { bytes: "b" }),
      ],
    ],
    lawful: [
      [
        issue,
        at(2, undefined, { ends: ["access:t"], outcome: "unknown" }),
        rejection(3, 4, "401 (code 89)"),
      ],
      [issue, at(2, 9, { mayEnd: ["tokens:a"] }), rejection(3, 4, "401 (code 89)")],
      [issue, use(1, 2, { bytes: "b" }), rejection(1, 2, "401 (code 32)", { bytes: "b" })],
      [issue, at(1, 2, { suspends: "user:u" }), rejection(3, 4, "403 (code 64)")],
      [issue, at(1, 2, { ends: ["secret:a/0"] }), rejection(3, 4, "401 (code 32)")],
    ],
  },
  "somebody else's answer": {
    broken: [[issue, use(2, 3, { showed: { said: "v", is: "u" } })]],
    lawful: [[issue, use(2, 3, { showed: { said: "u", is: "u" } })]],
  },
  "an internal error": {
    broken: [[issue, rejection(2, 3, "500 (code 131)")]],
    lawful: [[issue, use(2, 3, { outcome: "unavailable" })]],
  },
  "no answer": {
    broken: [[issue, use(2, 3, { outcome: "silent" })]],
    lawful: [[issue, use(2, 3, { outcome: "unknown" })]],
  },
  "not recovered": {
    broken: [
      [issue, use(2, 3, { outcome: "unavailable", final: true })],
      [issue, use(2, 3, { outcome: "unknown", final: true })],
    ],
    lawful: [[issue, use(2, 3, { final: true })]],
  },
};

for (const [invariant, { broken, lawful }] of Object.entries(cases)) {
  test(`the invariants catch: ${invariant}`, () => {
    for (const [position, operations] of broken.entries()) {
      const found = breaches(history(operations)).map((one) => one.invariant);
      assert.ok(
        found.includes(invariant as Invariant),
        `history ${position}: ${found.join(", ") || "clean"}`,
      );
    }
  });
  test(`the invariants let pass what is only near to: ${invariant}`, () => {
    for (const [position, operations] of lawful.entries()) {
      assert.deepEqual(breaches(history(operations)), [], `history ${position}`);
    }
  });
}

test("a count that a crash forgave may be admitted again, and no more than once", () => {
  const four = [1, 2, 3, 4].map((at) => counted(at));
  assert.deepEqual(breaches({ ...history(four), forgiven: [2.5] }), []);
  const five = [...four, counted(5)];
  assert.equal(
    breaches({ ...history(five), forgiven: [2.5] })[0]?.invariant,
    "more than the limit",
  );
});

test("a clock that was wrong excuses a rejected timestamp, and what a limit rejected, and nothing else", () => {
  const wrongClocks = [{ from: 2.5, to: 4 }];
  const early = rejection(3, 5, "401 (code 135)");
  assert.deepEqual(breaches({ ...history([issue, early]), wrongClocks }), []);
  const late = rejection(5, 6, "401 (code 135)");
  const found = breaches({ ...history([issue, late]), wrongClocks });
  assert.deepEqual(
    found.map(({ invariant }) => invariant),
    ["rejected without a reason"],
  );
  const limited = counted(3, { outcome: "rejected", code: "429 (code 88)" });
  assert.deepEqual(breaches({ ...history([limited]), wrongClocks }), []);
  const ended = [issue, at(1, 2, { ends: ["access:t"] }), use(3, 4, {})];
  const accepted = breaches({ ...history(ended), wrongClocks });
  assert.equal(accepted[0]?.invariant, "accepted after its end");
});

function history(operations: readonly Operation[]): History {
  return {
    operations,
    epoch: 10_000,
    windowMs: 1000,
    limits: { "limit:a": 2 },
    forgiven: [],
    wrongClocks: [],
  };
}

function at(began: number, ended: number | undefined, more: Partial<Operation>): Operation {
  return { name: "something", began, ended, node: 0, outcome: "done", leansOn: [], ...more };
}

function bearer(value: string, began: number, ended: number): Operation {
  const credential = `bearer:${value}`;
  return at(began, ended, { gives: { credential, within: ["bearer-of:a"], slot: "bearer-of:a" } });
}

function counted(began: number, more: Partial<Operation> = {}): Operation {
  return at(began, began + 0.1, { counts: "limit:a", ...more });
}
