/** The contract for the events that writes record. */
import assert from "node:assert/strict";
import type { AuditContext } from "../../domain/audit.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { everyWrite, freshWorld } from "./every-write.ts";
import { checkOn, type OpenLedger } from "./seeded-ledger.ts";

export function eventSuite(engine: string, open: OpenLedger): void {
  checkOn(engine, open)(
    "every write: its event is in the audit log and is passed on, once it is committed",
    async ({ ledger, committed, remember }) => {
      const [given, happened] = [new Set<string>(), new Set<string>()];
      const watching = watched(ledger, async (method, address) => {
        given.add(method);
        const newest = await ledger.eventsBy({}, { after: undefined, size: 20 });
        const [passedOn, logged] = [committed, newest].map(
          (events) => events.filter((one) => one.address === address).length,
        );
        assert.equal(passedOn, logged, method);
        if (passedOn !== 0) happened.add(method);
      });
      const world = await freshWorld(watching);
      const putBack = await remember();
      for (const write of Object.values(everyWrite)) {
        await write(world);
        await putBack();
      }
      const silent = [...given].filter((method) => !happened.has(method));
      assert.deepEqual(silent, []);
      assert.ok(given.size > 60, `${given.size} writes`);
    },
  );
}

/**
 * The same database, but each write is made from an address that is used only once. `after` is called when the write
 * has resolved.
 */
function watched(
  ledger: Ledger,
  after: (method: string, address: string) => Promise<void>,
): Ledger {
  let calls = 0;
  return new Proxy(ledger, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const by = args.at(-1);
        if (!isContext(by)) return Reflect.apply(method, target, args);
        calls += 1;
        const address = `call ${calls}`;
        const write: Promise<unknown> = Reflect.apply(method, target, [
          ...args.slice(0, -1),
          { ...by, address },
        ]);
        return write.then(async (result) => {
          await after(String(name), address);
          return result;
        });
      };
    },
  });
}

function isContext(value: unknown): value is AuditContext {
  return typeof value === "object" && value !== null && "actor" in value;
}
