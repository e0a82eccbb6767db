/** Requests for the same thing that come together, however slowly a busy machine lets them in. */
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

const quietMs = 25;
/** A process that got no processor for a while meets its timers before it reads what came meanwhile. */
const turns = 10;

export class Race {
  readonly #come = new Map<string, number>();

  /** Resolves once no further request for this has come for a moment. */
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
