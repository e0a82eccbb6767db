import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventFilter } from "../../src/domain/operating.ts";
import type { AuditLog } from "../../src/domain/ports/audit-log.ts";
import { countsInPeriods, eventsInSpans } from "../../src/http/actions/events-in-spans.ts";
import { makeUser } from "../support/service.ts";
import { startAdminService } from "./support.ts";

const span = 3;
const now = Date.now();

test("the events of several conditions are read in spans, and are those that one read returns", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const { id: userId } = await makeUser(ledger, "alice");
  for (let count = 0; count < 20; count += 1) {
    const name = count % 7 === 0 ? "user.signed-out" : "user.profile-changed";
    const actor = count % 2 === 0 ? "service" : "command-line";
    await ledger.record({ name, at: now + count, actor, userId });
  }
  const newest = (await ledger.eventsBy({}, { after: undefined, size: 1 }))[0]?.id ?? "";
  const filters: EventFilter[] = [
    { userId, name: "user.signed-out" },
    { userId, name: "user.signed-out", oldestFirst: true },
    { name: "user.profile-changed", actor: "service", from: now + 3, before: now + 14 },
    { name: "user.signed-out", actor: "service", from: now + 3, oldestFirst: true },
    { involvedId: userId, changesOnly: true },
    { changesOnly: true },
    { userId, name: "backup.created" },
    { userId, name: "user.signed-out", from: now + 100 },
  ];
  for (const filter of filters) {
    for (const size of [1, 2, 100]) {
      for (const after of [undefined, "0", "5", newest, "999999999999999"]) {
        const page = { after, size };
        const { read, spans, pauses } = watched(ledger);
        const found = await eventsInSpans(read, filter, page, pauses.count, span);
        const expected = await ledger.eventsBy(filter, page);
        assert.deepEqual(found, expected, JSON.stringify({ filter, page }));
        assert.ok(spans.every((ids) => ids <= span));
        assert.ok(spans.length <= Math.ceil(Number(newest) / span), `${spans.length} reads`);
        assert.equal(pauses.counted, spans.length);
      }
    }
  }
});

test("the work for a list of events ends when its caller leaves", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  await makeUser(ledger, "alice");
  await makeUser(ledger, "bob");
  const { read, spans } = watched(ledger);
  const gone = new Error("the caller has left");
  const leaves = () => Promise.reject(gone);
  const page = { after: undefined, size: 9 };
  const filter = { name: "backup.created", actor: "service" } as const;
  await assert.rejects(eventsInSpans(read, filter, page, leaves, 1), gone);
  assert.equal(spans.length, 1);
});

test("the events of each period are counted, in spans where no index has them, and not further than the last spans", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const { id: userId } = await makeUser(ledger, "alice");
  for (let count = 0; count < 120; count += 1) {
    const name = count % 3 === 0 ? "user.signed-out" : "user.profile-changed";
    await ledger.record({ name, at: now + count, actor: "service", userId });
  }
  const periods = Array.from({ length: 12 }, (_, at) => ({
    from: now + at * 10,
    before: now + at * 10 + 10,
  }));
  const pause = async () => {};
  const filters: EventFilter[] = [
    { name: "user.signed-out" },
    { name: "user.signed-out", userId },
    { names: ["user.signed-out", "user.signed-in"] },
    { changesOnly: true, oldestFirst: true },
  ];
  for (const filter of filters) {
    const counts = await countsInPeriods(ledger, filter, periods, pause, 5);
    for (const [at, period] of periods.entries()) {
      const page = { after: undefined, size: 100 };
      const expected = await ledger.eventsBy({ ...filter, ...period }, page);
      assert.deepEqual(counts[at], { count: expected.length, orMore: false }, `${at}`);
    }
  }
  const few = await countsInPeriods(ledger, { changesOnly: true }, periods, pause, 1);
  assert.deepEqual(few.slice(0, 7), new Array(7).fill({ count: 0, orMore: true }));
  assert.deepEqual(few.at(-1), { count: 7, orMore: false });
});

/** Counts how many IDs each read goes through. */
function watched(ledger: AuditLog) {
  const spans: number[] = [];
  const pauses = {
    counted: 0,
    count: async () => {
      pauses.counted += 1;
    },
  };
  const read: Pick<AuditLog, "eventsBy"> = {
    eventsBy(filter, page) {
      if (filter.upTo !== undefined) spans.push(Math.abs(Number(page.after) - Number(filter.upTo)));
      return ledger.eventsBy(filter, page);
    },
  };
  return { read, spans, pauses };
}
