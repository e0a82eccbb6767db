import assert from "node:assert/strict";
import { test } from "node:test";
import { StoreFailure } from "../../domain/refusals.ts";
import { inBatches } from "./batches.ts";

const options = { boundMs: 60_000, atOnce: 1, most: 1000 };

/** Every batch, with the function that ends it. */
function held() {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve(items.map((one) => `r${one}`));
      batches.push({ items, end });
    });
  return { batches, run };
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
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, boundMs: 300 });
  const running = ask(1);
  await turn();
  const waiting = ask(2);
  await assert.rejects(running, StoreFailure);
  await assert.rejects(waiting, StoreFailure);
  batches[0]?.end();
  await turn();
  assert.equal(batches.length, 1, "what has failed is not asked any more");
  const next = ask(3);
  await turn();
  batches[1]?.end();
  assert.equal(await next, "r3");
});

test("writes: what a batch has begun waits for its word; what waits fails in time, unbegun", async () => {
  const { batches, run } = held();
  const ask = inBatches(run, { ...options, boundMs: 300, writes: true });
  const running = ask(1);
  await turn();
  const waiting = ask(2);
  await assert.rejects(waiting, StoreFailure);
  assert.equal(await Promise.race([running, turn()]), undefined, "it is not called a failure");
  batches[0]?.end();
  assert.equal(await running, "r1");
  await turn();
  assert.equal(batches.length, 1);
  const next = ask(3);
  await turn();
  batches[1]?.end();
  assert.equal(await next, "r3");
});
