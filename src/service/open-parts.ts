/** The parts that operations use and that work beside them: the stores, the receivers of events, the mail. */
import { type OwnLimits, ownLimits } from "../domain/own-limits.ts";
import type { Mail } from "../mail/mail.ts";
import { openLoggedDeliverer } from "./delivering/logged-deliverer.ts";
import { type OpenReceivers, openReceivers } from "./delivering/receivers.ts";
import { removeFirstOperatorFile } from "./first-operator.ts";
import { watchedLimits } from "./limit-watch.ts";
import { openServerStores, type ServerStores } from "./open-server-stores.ts";
import { isInMemory, type Start } from "./start.ts";
import { openTracedMail } from "./traced-mail.ts";
import { noWorkers, type Workers, wake } from "./workers.ts";

export interface Parts {
  readonly stores: ServerStores;
  /** Undefined: the configuration turns rate limits off. */
  readonly watchedLimits: ReturnType<typeof watchedLimits> | undefined;
  readonly receivers: OpenReceivers;
  /** Undefined if no mail can be sent. */
  readonly mail: Mail | undefined;
  readonly ownLimits: OwnLimits;
  readonly loadOwnLimits: () => Promise<void>;
  readonly workers: Workers;
}

export async function openParts({ config, opened, log, spans, clock }: Start): Promise<Parts> {
  const workers = noWorkers();
  const stores = opened.use(
    await openServerStores(config, {
      log,
      spans,
      clock,
      committed(event) {
        wake(workers, event);
        if (event.name === "operator.made" && !isInMemory(config)) {
          removeFirstOperatorFile(config.dataDir);
        }
      },
    }),
  );
  const { ledger, rateMeter } = stores;
  const receivers = opened.use(openReceivers(config, clock, spans));
  if (receivers.all.length > 0) {
    workers.deliverer = opened.use(await openLoggedDeliverer(receivers, ledger, clock, log));
  }
  const own = ownLimits();
  const loadOwnLimits = async () => own.replace(await ledger.applicationLimits());
  await loadOwnLimits();
  return {
    stores,
    watchedLimits: rateMeter && watchedLimits(rateMeter, () => workers.notifier?.look()),
    receivers,
    mail: config.mailServer && opened.use(openTracedMail(config.mailServer, spans, log)),
    ownLimits: own,
    loadOwnLimits,
    workers,
  };
}
