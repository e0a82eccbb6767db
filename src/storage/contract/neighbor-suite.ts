/** What every engine promises of the rows beside those that a write names: they stay as they are. */
import assert from "node:assert/strict";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { crowdedWorld } from "./crowded-world.ts";
import { everyWrite } from "./every-write.ts";
import { difference, type LedgerRows, touchedOf } from "./ledger-rows.ts";
import { by, checkOn, type OpenLedger } from "./seeded-ledger.ts";

type Watched = keyof typeof everyWrite;

export function neighborSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("only what is named changes", async ({ ledger, rows, remember }) => {
    const { carol, dave } = await crowdedWorld(ledger);
    await ledger.grantAdmin(carol, by);
    await ledger.suspendUser(dave, "spam", by);
    const others = await rows();
    const world = await crowdedWorld(ledger);
    const putBack = await remember();
    for (const name of Object.keys(everyWrite) as Watched[]) {
      const { touches } = everyWrite[name];
      if (touches === undefined) continue;
      const { watching, seen } = watched(ledger, name, rows);
      await everyWrite[name]({ ...world, ledger: watching });
      assert.deepEqual(touchedOf(others, await rows()), [], `${name}: rows of others`);
      assert.deepEqual([...seen], touches, name);
      await putBack();
    }
  });
}

/** The same database; `seen`: what each call of the write changed, without what another did before. */
function watched(ledger: Ledger, name: Watched, rows: () => Promise<LedgerRows>) {
  const seen = new Set<string>();
  const watching = new Proxy(ledger, {
    get(target, property) {
      const method: unknown = Reflect.get(target, property);
      if (property !== name || typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        const before = await rows();
        const result: unknown = await Reflect.apply(method, target, args);
        seen.add(difference(before, await rows()) || "nothing");
        return result;
      };
    },
  });
  return { watching, seen };
}
