import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startTestService } from "../../../../test/support/service.ts";
import { byService } from "../../../domain/audit-context.ts";
import { openDeliverer } from "./deliverer.ts";
import type { OpenReceiver } from "./receiver.ts";

test("a stop waits for a delivery, but not for one whose disk does not respond: it says so, and its events stay", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const postBegan = Promise.withResolvers<void>();
  const disk = Promise.withResolvers<void>();
  const nothing = { rejected: [], problem: undefined, failure: undefined, isDown: false } as const;
  const receiver = (id: string, answers: () => Promise<unknown>) => ({
    ...({ id, name: id, events: "all", most: 500 } as const),
    async deliver(deliveries: Parameters<OpenReceiver["deliver"]>[0]) {
      await answers();
      return { delivered: deliveries, ...nothing };
    },
  });
  const left: string[] = [];
  const unread: string[] = [];
  const deliverer = await openDeliverer({
    ledger,
    clock: Date.now,
    receivers: [
      receiver("slow", () => wait(20)),
      receiver("hung", () => {
        postBegan.resolve();
        return disk.promise;
      }),
    ],
    changed: () => {},
    failed: (reason) => unread.push(reason),
    left: (name) => left.push(name),
    closingMs: 500,
  });
  await ledger.record({ ...byService(Date.now()), name: "backup.created", details: { bytes: 1 } });
  deliverer.look();
  await postBegan.promise;
  await deliverer[Symbol.asyncDispose]();
  assert.deepEqual([left, unread], [["hung"], []]);
  const waiting = (await ledger.receiverStates(["slow", "hung"])).map((one) => one.waiting);
  assert.deepEqual(waiting, [0, 1]);
  disk.resolve();
});
