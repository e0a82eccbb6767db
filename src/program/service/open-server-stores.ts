/** No other server of the same files can open these stores, and their calls are measured and traced. */
import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { besideSetting, namingSetting } from "../../config/setting-names.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { engineFor } from "../../storage/engine.ts";
import type { ServerNonceStore, ServerRateLimiter } from "../../storage/server-stores.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Spans } from "../../tools/spans.ts";
import { holdStores, openStores } from "../stores.ts";
import { countStores, type StoreCounts } from "./metrics/store-counts.ts";

export interface ServerStores extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly keys: KeyRing;
  readonly nonceStore: ServerNonceStore;
  readonly rateLimiter: ServerRateLimiter | undefined;
  readonly counts: StoreCounts;
}

/** Throws if another server has the stores, or one can't be opened. `committed` gets each event after its commit. */
export async function openServerStores(
  config: Config,
  {
    log,
    spans,
    clock,
    committed,
  }: {
    readonly log: Logger;
    readonly spans: Spans | undefined;
    readonly clock: () => number;
    readonly committed: (event: AuditEvent) => void;
  },
): Promise<ServerStores> {
  await using resources = new AsyncDisposableStack();
  const engine = engineFor(config);
  const counts = countStores();
  resources.use(await holdStores(config));
  const stores = resources.use(
    await openStores(config, log, {
      serving: true,
      committed(event) {
        counts.happened(event.name);
        committed(event);
      },
      grouped: counts.committed,
    }),
  );
  const ledger = counts.measured(stores.ledger);
  const nonceStore = resources.use(
    await namingSetting(...besideSetting(config), () =>
      engine.openNonceStore((level, message) => log[level](message), clock()),
    ),
  );
  const until = await nonceStore.rejectsUntil(clock());
  if (until !== undefined) {
    const time = new Date(until).toISOString();
    log.warn({ until: time }, `signed requests are rejected (401, code 135) until ${time}`);
  }
  const rateLimiter =
    config.rateLimits === "off"
      ? undefined
      : resources.use(await engine.openRateLimiter(config.rateLimits));
  const closing = resources.move();
  return {
    ledger: spans?.store("database", ledger) ?? ledger,
    keys: stores.keys,
    nonceStore: spans?.store("nonce-store", nonceStore) ?? nonceStore,
    rateLimiter,
    counts,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
