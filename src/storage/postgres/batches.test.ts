import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { StoreFailure } from "../../domain/errors.ts";
import { inBatches } from "./batches.ts";

const options = { boundMs: 60_000, atOnce: 1, most: 1000 };

interface Batch {
  readonly items: readonly number[];
  readonly withinMs: number;
  readonly end: (error?: Error) => void;
}

/** Every batch, with the function that ends it. */
function held() {
  const batches: Batch[] = [];
  const run = (items: readonly number[], withinMs: number) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve(items.map((one) => `r${one}`));
      batches.push({ items, withinMs, end });
    });
  return { batches, run };
}

/** A clock that only moves when a test moves it, and the timers that are set. */
function clock() {
  let now = 1000;
  let timers: { at: number; call: () => void }[] = [];
  mock.method(performance, "now", () => now);
  mock.method(globalThis, "setTimeout", (call: () => void, ms: number) => {
    timers.push({ at: now + ms, call });
    return { unref() {} };
  });
  return {
    timers: () => timers.map(({ at }) => at - now),
    pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
    [Symbol.dispose]: () => mock.restoreAll(),
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

test("what is asked in one turn shares a batch, and each gets its own result", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, options);
  const answers = [ask(1), ask(2)];
  await Promise.resolve();
  answers.push(ask(3));
  await turn();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1, 2, 3]],
  );
  batches[0]?.end();
  assert.deepEqual(await Promise.all(answers), ["r1", "r2", "r3"]);
});

test("what is asked while a batch runs shares the next one", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, options);
  const first = ask(1);
  await turn();
  const later = [ask(2)];
  await turn();
  later.push(ask(3));
  await turn();
  assert.equal(batches.length, 1);
  batches[0]?.end();
  assert.equal(await first, "r1");
  await turn();
  assert.deepEqual(batches[1]?.items, [2, 3]);
  batches[1]?.end();
  assert.deepEqual(await Promise.all(later), ["r2", "r3"]);
});

test("a batch has no more than its most, and no more batches run at once than may", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, atOnce: 2, most: 2 });
  const answers = [1, 2, 3, 4, 5].map(ask);
  await turn();
  await turn();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [
      [1, 2],
      [3, 4],
    ],
  );
  batches[1]?.end();
  await turn();
  await turn();
  assert.deepEqual(batches[2]?.items, [5]);
  for (const { end } of batches) end();
  assert.deepEqual(await Promise.all(answers), ["r1", "r2", "r3", "r4", "r5"]);
});

test("unless it is said, two batches run at once, of 500 items at most", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, { boundMs: 60_000 });
  const answers = Array.from({ length: 1001 }, (_, at) => ask(at));
  await turn();
  await turn();
  assert.deepEqual(
    batches.map(({ items }) => items.length),
    [500, 500],
  );
  batches[0]?.end();
  await turn();
  await turn();
  assert.deepEqual(batches[2]?.items, [1000]);
  for (const { end } of batches) end();
  assert.equal((await Promise.all(answers)).at(-1), "r1000");
});

test("a batch that fails fails its own items alone, and the next one is begun", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, options);
  const first = ask(1);
  await turn();
  const second = ask(2);
  batches[0]?.end(new Error("lost"));
  await assert.rejects(first, /lost/);
  await turn();
  batches[1]?.end();
  assert.equal(await second, "r2");
});

test("what has no result in time fails, in a batch that runs and in one that waits; a late result changes nothing", async () => {
  using time = clock();
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, boundMs: 300 });
  const running = assert.rejects(ask(1), StoreFailure);
  await turn();
  time.pass(100);
  const waiting = ask(2);
  time.pass(199);
  assert.equal(await Promise.race([running, turn()]), undefined, "it has time left");
  time.pass(1);
  await running;
  assert.deepEqual(time.timers(), [100], "one timer, for the next that is due");
  time.pass(100);
  await assert.rejects(waiting, StoreFailure);
  assert.deepEqual(time.timers(), []);
  batches[0]?.end();
  await turn();
  assert.equal(batches.length, 1, "what has failed is not asked any more");
  const next = ask(3);
  await turn();
  batches[1]?.end();
  assert.equal(await next, "r3");
});

test("a result in time is a result, and leaves no timer behind once the time is up", async () => {
  using time = clock();
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, boundMs: 300 });
  const answers = [ask(1), ask(2)];
  assert.deepEqual(time.timers(), [300], "one for both");
  await turn();
  time.pass(299);
  batches[0]?.end();
  assert.deepEqual(await Promise.all(answers), ["r1", "r2"]);
  time.pass(1);
  assert.deepEqual(time.timers(), []);
});

test("no more batches run than may, however many have ended before", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, options);
  const answers: Promise<string>[] = [];
  for (const item of [1, 2, 3]) {
    answers.push(ask(item));
    await turn();
    batches[0]?.end();
    await turn();
  }
  assert.equal(batches.length, 2, "the second has not ended, and the third waits");
  for (const at of [1, 2]) {
    batches[at]?.end();
    await turn();
  }
  assert.deepEqual(await Promise.all(answers), ["r1", "r2", "r3"]);
});

test("a batch has the time of its last item", async () => {
  using time = clock();
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, boundMs: 300 });
  const first = ask(1);
  time.pass(100);
  const second = ask(2);
  await turn();
  assert.equal(batches[0]?.withinMs, 300);
  batches[0]?.end();
  assert.deepEqual(await Promise.all([first, second]), ["r1", "r2"]);
});
