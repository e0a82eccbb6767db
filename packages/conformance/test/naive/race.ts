/** Waits for requests for the same thing that arrive together, however slowly a busy machine delivers them. */
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

const quietMs = 25;
/** After a process got no CPU time for a while, its timers run before it reads the data that has arrived. */
const turns = 10;

export class Race {
  readonly #come = new Map<string, number>();

  /** Resolves once no further request for this has arrived for a moment. */
  async over(thing: string): Promise<void> {
    const count = () => this.#come.get(thing) ?? 0;
    this.#come.set(thing, count() + 1);
    for (let before = 0; before !== count(); ) {
      before = count();
      await wait(quietMs);
      for (let at = 0; at < turns; at += 1) await turn();
    }
  }
}
