/** The contract for every engine of the nonce store. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Awaitable } from "../../domain/awaitable.ts";
import { dayMs } from "../../domain/day.ts";
import type { NonceStore } from "../../domain/ports/nonce-store.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import type { ServerNonceStore } from "../server-stores.ts";

/**
 * An empty store. `sweep` forgets what is too old at this time (milliseconds), and returns how many minutes it forgot.
 */
export type OpenNonceStore = () => Awaitable<SweptNonceStore & AsyncDisposable>;
type SweptNonceStore = NonceStore & Pick<ServerNonceStore, "sweep" | "rejectsUntil">;

const seconds = 1_700_000_000;
const now = seconds * 1000;
const spent = (nonce: string, timestamp = seconds) => ({ scope: "s", nonce, timestamp });

export function nonceStoreSuite(engine: string, open: OpenNonceStore): void {
  const check = (title: string, run: (store: SweptNonceStore) => unknown) =>
    test(`${engine} — ${title}`, async () => {
      await using store = await open();
      await run(store);
    });

  check("remember: first once, repeated to everybody after, of many at once too", async (store) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () =>
        store.remember({ scope: "scope", nonce: "nonce", timestamp: seconds }),
      ),
    );
    assert.equal(answers.filter((one) => one === "first").length, 1);
    assert.equal(
      await store.remember({ scope: "scope", nonce: "nonce", timestamp: seconds }),
      "repeated",
    );
  });

  check(
    "remember: scope, nonce and timestamp tell requests apart, and do not run into each other",
    async (store) => {
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
        assert.equal(
          await store.remember({ scope, nonce, timestamp }),
          "first",
          `${scope} ${nonce}`,
        );
      }
    },
  );

  check("knows: what is remembered, and remembers nothing", async (store) => {
    assert.equal(await store.knows(spent("n")), false);
    assert.equal(await store.remember(spent("n")), "first");
    assert.equal(await store.knows(spent("n")), true);
    for (const [scope, nonce, timestamp] of [
      ["s", "m", seconds],
      ["t", "n", seconds],
      ["s", "n", seconds + 1],
      ["s", "n", seconds + 120],
    ] as const) {
      assert.equal(await store.knows({ scope, nonce, timestamp }), false);
      assert.equal(await store.remember({ scope, nonce, timestamp }), "first");
    }
  });

  check("remember: for as long as the timestamp is accepted, at both edges", async (store) => {
    const edges = [seconds - timestampWindowSeconds, seconds, seconds + timestampWindowSeconds];
    for (const at of edges) assert.equal(await store.remember(spent("n", at)), "first");
    for (const at of edges) {
      // The last moment at which a request with this timestamp would be examined.
      const last = (at + timestampWindowSeconds) * 1000 + 999;
      await store.sweep(last);
      assert.equal(await store.remember(spent("n", at)), "repeated");
    }
  });

  check(
    "remember: a hundred thousand nonces, none forgotten and none taken for another",
    async (store) => {
      for (let index = 0; index < 100_000; index += 1000) {
        const answers = await Promise.all(
          Array.from({ length: 1000 }, async (_, more) => {
            const at = index + more;
            return store.remember(spent(`${at}`, seconds + (at % 5)));
          }),
        );
        if (!answers.every((one) => one === "first")) assert.fail("one was taken for another");
      }
      for (let index = 0; index < 100_000; index += 997) {
        assert.equal(await store.remember(spent(`${index}`, seconds + (index % 5))), "repeated");
      }
    },
  );

  check("sweep: keeps every nonce whose timestamp is still accepted", async (store) => {
    for (const away of [0, 60, 300]) await store.remember(spent("n", seconds + away));
    assert.equal(await store.sweep(now + 300_999), 0);
    assert.equal(await store.sweep(now + 3_600_000), 3);
  });

  check(
    "sweep: nothing of a forgotten minute is accepted again, whatever the clock says",
    async (store) => {
      await store.remember(spent("n"));
      assert.equal(await store.sweep(now + 3_600_000), 1);
      for (const at of [now, now + 3_600_000, now - dayMs]) {
        await store.sweep(at);
        assert.equal(await store.remember(spent("n")), "forgotten");
        assert.equal(await store.remember(spent("another")), "forgotten");
      }
    },
  );

  check("sweep: a minute in which nothing was accepted is not forgotten", async (store) => {
    await store.remember(spent("n"));
    const ahead = 365 * 86_400;
    await store.remember(spent("n", seconds + ahead));
    assert.equal(await store.sweep(now + (ahead + 3600) * 1000), 2);
    const later = seconds + 7200;
    assert.equal(await store.remember(spent("n", later)), "first");
    assert.equal(await store.remember(spent("n", later)), "repeated");
  });

  check("rejectsUntil: the end of the forgotten time around now, and no other", async (store) => {
    for (const away of [0, 60, 300]) await store.remember(spent("n", seconds + away));
    assert.equal(await store.rejectsUntil(now), undefined);
    assert.equal(await store.sweep(now + 3_600_000), 3);
    const minute = Math.floor(now / 60_000) * 60_000;
    assert.equal(await store.rejectsUntil(minute - 1), undefined);
    assert.equal(await store.rejectsUntil(minute), minute + 120_000);
    assert.equal(await store.rejectsUntil(minute + 119_999), minute + 120_000);
    assert.equal(await store.rejectsUntil(minute + 120_000), undefined);
    assert.equal(await store.rejectsUntil(minute + 300_000), minute + 360_000);
  });

  check("ping: a store that can remember answers", async (store) => {
    await store.ping();
  });
}
