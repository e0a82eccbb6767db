import type { Ledger } from "../../domain/ports/ledger.ts";
import { everyWrite, type WrittenName } from "./every-write.ts";
import type { World } from "./seeded-ledger.ts";

export interface ExampleCall {
  readonly name: WrittenName;
  readonly args: readonly unknown[];
  /** Makes the call. */
  readonly call: () => Promise<unknown>;
  readonly world: World;
}

/**
 * Runs the example of every write up to its first call of that write, which `at` makes or not; then up to its second
 * one, in a new world; and so on.
 */
export async function atEachCall(
  newWorld: () => Promise<World>,
  at: (call: ExampleCall) => Promise<unknown>,
): Promise<void> {
  for (const name of Object.keys(everyWrite) as WrittenName[]) {
    for (let position = 0; position < maxCalls; position += 1) {
      const world = await newWorld();
      let calls = 0;
      const { ledger } = world;
      const stopping = new Proxy(ledger, {
        get(target, property) {
          const method: unknown = Reflect.get(target, property);
          if (property !== name || typeof method !== "function") return method;
          return async (...args: unknown[]) => {
            const call = async () => Reflect.apply(method, target, args);
            if (calls++ < position) return call();
            await at({ name, args, call, world });
            throw new Reached();
          };
        },
      }) as Ledger;
      try {
        await everyWrite[name]({ ...world, ledger: stopping });
        break;
      } catch (error) {
        if (!(error instanceof Reached)) throw error;
      }
    }
  }
}

/** An example that fills a list calls its write dozens of times. */
const maxCalls = 6;

/** Ends an example at a call. */
class Reached extends Error {}
