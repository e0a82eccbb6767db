import assert from "node:assert/strict";
import { test } from "node:test";
import { jumpTolerantClock, settleMs } from "./jump-tolerant-clock.ts";

const start = 1_700_000_000_000;
const minute = 60_000;

function startClock(over?: number) {
  const time = { wall: start, steady: 0 };
  const jumps: number[] = [];
  const settled = jumpTolerantClock(
    () => time.wall,
    () => time.steady,
    over,
    (ms) => jumps.push(ms),
  );
  return {
    jumps,
    /** Lets time pass, a quarter of a minute at a time; returns how far the settled clock is behind at the end. */
    pass(ms: number): number {
      let behind = time.wall - settled();
      for (let passed = 0; passed < ms; passed += 15_000) {
        time.wall += 15_000;
        time.steady += 15_000;
        behind = time.wall - settled();
      }
      return behind;
    },
    set(ms: number) {
      time.wall += ms;
    },
  };
}

test("a clock that no one sets is followed", () => {
  const { pass, jumps } = startClock();
  assert.equal(pass(60 * minute), 0);
  assert.deepEqual(jumps, []);
});

test("a jump forward is reported once, and followed once it has held", () => {
  const { pass, set, jumps } = startClock();
  pass(minute);
  set(10 * minute);
  assert.equal(pass(settleMs - minute), 10 * minute);
  assert.equal(pass(minute), 0);
  assert.deepEqual(jumps, [10 * minute]);
});

test("a jump forward that was wrong leaves nothing behind", () => {
  const { pass, set, jumps } = startClock();
  set(365 * 24 * 60 * minute);
  pass(5 * minute);
  set(-365 * 24 * 60 * minute);
  assert.equal(pass(60 * minute), 0);
  assert.equal(jumps.length, 2);
});

test("a jump back is followed at once: it forgets nothing", () => {
  const { pass, set, jumps } = startClock();
  set(-10 * minute);
  assert.equal(pass(0), 0);
  assert.equal(pass(minute), 0);
  assert.deepEqual(jumps, [-10 * minute]);
});

test("small steps, of which there are many, never hold the settled clock back", () => {
  const { pass, set } = startClock();
  for (let steps = 0; steps < 200; steps += 1) {
    set(6000);
    assert.equal(pass(minute), 0);
  }
});

test("jump upon jump, the settled clock waits for the first and no longer", () => {
  const { pass, set } = startClock();
  for (let steps = 0; steps < 10; steps += 1) {
    set(5 * minute);
    pass(2 * minute);
  }
  assert.ok(pass(0) < 30 * minute);
});

test("the time since the process before is a jump forward", () => {
  const { pass, jumps } = startClock(start - 60 * minute);
  assert.equal(pass(settleMs - minute), 60 * minute);
  assert.equal(pass(minute), 0);
  assert.deepEqual(jumps, []);
});

test("a clock that is behind the previous process is reported", () => {
  const { pass, jumps } = startClock(start + 60 * minute);
  assert.equal(pass(0), 0);
  assert.deepEqual(jumps, [-60 * minute]);
});
