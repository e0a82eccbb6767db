/** These parts are used by operations or work beside them: the stores, the receivers of events, the mail. */
import type { Logger } from "pino";
import type { AuditEvent } from "../../domain/audit.ts";
import { loadedFrom, type OwnLimits, ownLimits } from "../../domain/own-limits.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { readSunsets, type Sunsets, sunsetsInForce } from "../../domain/sunset.ts";
import { type InternalSecrets, internalSecrets } from "../../http/server/internal-secrets.ts";
import { type Icons, openIcons } from "../../tools/icons/icons.ts";
import { type Mail, openMail } from "../../tools/mail/mail.ts";
import type { MailProblem } from "../../tools/mail/mail-problem.ts";
import { type MailServer, smtpTo } from "../../tools/mail/smtp.ts";
import type { BulkWorker } from "./bulk-worker.ts";
import { type Deliverer, openDeliverer } from "./delivering/deliverer.ts";
import { type OpenReceivers, openReceivers } from "./delivering/receivers.ts";
import { removeFirstAdminFile } from "./first-admin.ts";
import { letterhead } from "./letterhead.ts";
import { watchedLimits } from "./limit-watch.ts";
import { leavesNotice, type Notifier } from "./notifying.ts";
import { type Documentation, openDocumentation } from "./open-documentation.ts";
import { openServerStores, type ServerStores } from "./open-server-stores.ts";
import type { ScheduledBackups } from "./scheduled-backups.ts";
import { isInMemory, type Start } from "./start.ts";

/** These work beside the requests. Each is undefined until it is opened, or if the configuration does not need it. */
export interface Workers {
  notifier: Notifier | undefined;
  deliverer: Deliverer | undefined;
  backups: ScheduledBackups | undefined;
  bulk: BulkWorker | undefined;
}

export interface Parts {
  readonly stores: ServerStores;
  readonly watchedLimits: ReturnType<typeof watchedLimits> | undefined;
  readonly receivers: OpenReceivers;
  readonly internalSecrets: InternalSecrets;
  readonly mail: Mail | undefined;
  readonly icons: Icons;
  readonly documentation: Documentation;
  readonly ownLimits: OwnLimits;
  readonly sunsets: Sunsets;
  /** These, and the sunsets: other processes change them too. */
  readonly loadOwnLimits: () => Promise<void>;
  readonly workers: Workers;
}

export async function openParts(start: Start): Promise<Parts> {
  const { config, resources, log, spans, clock } = start;
  const workers: Workers = {
    ...{ notifier: undefined, deliverer: undefined, backups: undefined, bulk: undefined },
  };
  const stores = resources.use(
    await openServerStores(config, {
      log,
      spans,
      clock,
      committed(event) {
        wake(workers, event);
        if (event.name === "admin.granted" && !isInMemory(config)) {
          removeFirstAdminFile(config.dataDir);
        }
      },
    }),
  );
  const { ledger, rateLimiter } = stores;
  const receivers = resources.use(openReceivers(config, clock, spans));
  if (receivers.all.length > 0) {
    workers.deliverer = resources.use(await openLoggedDeliverer(receivers, ledger, clock, log));
  }
  const own = ownLimits(config.apiLimits);
  const sunsets = sunsetsInForce();
  const loadOwnLimits = async () => {
    await own.load(() => loadedFrom(ledger));
    sunsets.replace(readSunsets(await ledger.setting("sunsets")));
  };
  await loadOwnLimits();
  const icons = openIcons();
  return {
    stores,
    watchedLimits: rateLimiter && watchedLimits(rateLimiter, () => workers.notifier?.look()),
    receivers,
    internalSecrets: internalSecrets(config.internalSecrets),
    mail: config.mailServer && resources.use(openTracedMail(config.mailServer, start, icons)),
    icons,
    documentation: await openDocumentation(config),
    ownLimits: own,
    sunsets,
    loadOwnLimits,
    workers,
  };
}

function wake({ notifier, deliverer, bulk }: Workers, event: AuditEvent): void {
  if (event.name === "bulk-action.begun") bulk?.look();
  if (leavesNotice(event)) notifier?.look();
  deliverer?.look();
}

/** Each email has a span, and an email that is not sent is logged, without its recipient. */
function openTracedMail(
  server: MailServer,
  { spans, log, look }: Start,
  icons: Icons,
): Mail & AsyncDisposable {
  const logo = letterhead(look.logo, icons, (reason) =>
    log.warn({ reason }, "the logo can't be drawn for emails; they have the service's name"),
  );
  const send = smtpTo(server, undefined, logo);
  const deliver: typeof send = (email, signal) =>
    spans === undefined ? send(email, signal) : spans.sending("mail", () => send(email, signal));
  const at = `${server.host}:${server.port}`;
  return openMail(deliver, (reason, problem) =>
    log.warn({ server: at, problem, reason }, `an email was not sent${because[problem]}`),
  );
}

const because: Readonly<Record<MailProblem, string>> = {
  unreachable: ": the mail server can't be reached",
  tls: ": the mail server's TLS can't be used",
  login: ": the mail server rejected the login",
  rejected: ": the mail server rejected it",
  dropped: "",
  other: "",
};

function openLoggedDeliverer(
  { all: receivers }: OpenReceivers,
  ledger: Ledger,
  clock: () => number,
  log: Logger,
): Promise<Deliverer> {
  return openDeliverer({
    ledger,
    receivers,
    clock,
    changed(receiver, reason) {
      if (reason === undefined) log.info({ receiver }, "event delivery works again");
      else log.warn({ receiver, reason }, "events can't be delivered; they are kept");
    },
    left: (receiver) =>
      log.warn(
        { receiver },
        "the service stops without waiting for an unfinished delivery; its events are kept until the next start. If the file's disk hangs, the process ends once the disk responds, or when it is killed",
      ),
    failed: (reason) => log.warn({ reason }, "deliveries could not be read; retrying"),
  });
}
