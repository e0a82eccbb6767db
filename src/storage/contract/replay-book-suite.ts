/** What every engine of the replay book promises. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReplayBook } from "../../domain/ports.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";

/** An empty book that was opened at this time (milliseconds). */
export type OpenReplayBook = (now: number) => ReplayBook & Disposable;

const seconds = 1_700_000_000;
const now = seconds * 1000;

export function replayBookSuite(engine: string, open: OpenReplayBook): void {
  const check = (title: string, run: (book: ReplayBook) => unknown) =>
    test(`${engine} — ${title}`, async () => {
      using book = open(now);
      await run(book);
    });

  check(
    "remember: true to the first, false to everybody after, of many at once too",
    async (book) => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, async () => book.remember("scope", "nonce", seconds, now)),
      );
      assert.equal(answers.filter(Boolean).length, 1);
      assert.equal(await book.remember("scope", "nonce", seconds, now), false);
    },
  );

  check(
    "remember: scope, nonce and timestamp tell requests apart, and do not run into each other",
    async (book) => {
      for (const [scope, nonce, timestamp] of [
        ["a\0b", "c", seconds],
        ["a", "b\0c", seconds],
        ["a\0", "bc", seconds],
        ["a", "c", seconds],
        ["b", "c", seconds],
        ["b", "C", seconds],
        ["b", "c", seconds + 1],
        ["b", "", seconds],
        ["", "", seconds],
      ] as const) {
        assert.equal(await book.remember(scope, nonce, timestamp, now), true, `${scope} ${nonce}`);
      }
    },
  );

  check("remember: for as long as the timestamp is accepted, at both edges", async (book) => {
    const edges = [seconds - timestampWindowSeconds, seconds, seconds + timestampWindowSeconds];
    for (const at of edges) assert.equal(await book.remember("s", "n", at, now), true);
    for (const at of edges) {
      // The last moment in which a request with this timestamp would be looked at.
      const last = (at + timestampWindowSeconds) * 1000 + 999;
      assert.equal(await book.remember("s", "n", at, Math.max(last, now)), false);
    }
  });

  check(
    "remember: a hundred thousand nonces, none forgotten and none taken for another",
    async (book) => {
      for (let index = 0; index < 100_000; index += 1) {
        if (!(await book.remember("s", `${index}`, seconds + (index % 5), now))) {
          assert.fail(`${index} was taken for another`);
        }
      }
      for (let index = 0; index < 100_000; index += 997) {
        assert.equal(await book.remember("s", `${index}`, seconds + (index % 5), now), false);
      }
    },
  );
}
