/**
 * The program as a value, and the only place that knows all parts: opens the stores, binds the addresses, runs
 * the upkeep, and closes everything again.
 */
import type { Logger } from "pino";
import { explainRefusal } from "./actions/explain-refusal.ts";
import { checkAtStart } from "./checks/at-start.ts";
import { ownOrigin } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { identityProvidersIn } from "./config/identity-providers.ts";
import { refuseOnePort } from "./config/one-port.ts";
import { namingSetting } from "./config/settings-behind.ts";
import type { Dependencies } from "./dependencies.ts";
import type { AuditEvent } from "./domain/audit.ts";
import type { Random } from "./domain/credentials.ts";
import { ownLimits } from "./domain/own-limits.ts";
import { admitAll } from "./domain/ports/rate-meter.ts";
import { endpoints } from "./endpoints/index.ts";
import { type ConnectionTimes, connectionTimes } from "./http/connections.ts";
import { openApiDocument } from "./http/open-api.ts";
import type { Rehearsal } from "./http/rehearsal.ts";
import { openIcons } from "./icons/icons.ts";
import { openIdentityProviders } from "./identity-providers/identity-providers.ts";
import { randomBytes } from "./keys/random-bytes.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { countTry } from "./rate-limits/count-try.ts";
import { recipientKey } from "./rate-limits/recipient-key.ts";
import { sweeping, writingUsage } from "./service/chores.ts";
import type { Deliverer } from "./service/delivering/deliverer.ts";
import { openLoggedDeliverer } from "./service/delivering/logged-deliverer.ts";
import { openReceivers } from "./service/delivering/receivers.ts";
import { openDenials } from "./service/denials.ts";
import { documentedOperations } from "./service/documented-operations.ts";
import { firstOperatorLink, removeFirstOperatorFile } from "./service/first-operator.ts";
import { watchedLimits } from "./service/limit-watch.ts";
import { openLog } from "./service/log.ts";
import { countRequests } from "./service/metrics/request-counts.ts";
import { leavesNotice, type Notifier, openNotifier } from "./service/notifying.ts";
import { openServerStores } from "./service/open-server-stores.ts";
import { providerTroubles } from "./service/provider-troubles.ts";
import { openRefusedRequests } from "./service/refused-requests.ts";
import { isReloadable } from "./service/reloadable.ts";
import { alsoTold, counting, requestLog } from "./service/request-log.ts";
import { scheduleBackups } from "./service/scheduled-backups.ts";
import { type InternalAddress, serveInternal } from "./service/serve-internal.ts";
import { servePublic } from "./service/serve-public.ts";
import { settledClock } from "./service/settled-clock.ts";
import { openTracedMail } from "./service/traced-mail.ts";
import { openUnprovenRequests } from "./service/unproven-requests.ts";
import { openUnwaitedWrites } from "./service/unwaited-writes.ts";
import { openUsageCounter } from "./service/usage-counter.ts";
import { openSpans } from "./spans.ts";
import { replayJournalIn } from "./storage/engine.ts";
import { appearanceOf } from "./views/look.ts";

export interface Service extends AsyncDisposable {
  /** The base URL. */
  readonly baseUrl: string;
  /**
   * The file with the link for the first operator. Undefined if there is an operator, or the ledger is in
   * memory.
   */
  readonly firstOperatorFile: string | undefined;
  /** The listening port. A configured base URL may have another one. */
  readonly port: number;
  /** The URL of the private address. Undefined if it is off. */
  readonly internalUrl: string | undefined;
  readonly dependencies: Dependencies;
  /** Reads files again that can change while it runs. Undefined if the configuration names none. */
  readonly reload: (() => void) | undefined;
}

export interface StartOptions {
  /** Milliseconds since the epoch; decides every lifetime, window and limit. */
  readonly clock?: () => number;
  /** Milliseconds since any moment. It cannot be set, so it shows when the clock was. */
  readonly monotonic?: () => number;
  /** The number of this process among several on one machine. Undefined if it is the only one. */
  readonly process?: number;
  /** Time limits of connections that differ from the defaults. */
  readonly times?: Partial<ConnectionTimes>;
  /** The source of every token and key. A stand-in may use the same values in each run. */
  readonly random?: Random;
  /** Only for a stand-in: what runs before the operations. */
  readonly rehearsal?: Rehearsal;
}

/** Starts to serve, and resolves once requests are accepted. If it cannot, it throws and leaves nothing open. */
export async function startService(
  config: Config,
  {
    clock = Date.now,
    monotonic = () => performance.now(),
    times = {},
    process: nth,
    random = randomBytes,
    rehearsal,
  }: StartOptions = {},
): Promise<Service> {
  refuseOnePort(config);
  await using opened = new AsyncDisposableStack();
  const logging = opened.use(openLog(config.logLevel, nth));
  const log = logging.logger;
  const spans = await openSpans();
  const look = appearanceOf(config);
  const providers = identityProvidersIn(config.identityProviders);
  const inMemory = config.database === ":memory:";
  /** Of several processes, the first one does what must only be done once. */
  const isFirst = (nth ?? 1) === 1;

  let notifier: Notifier | undefined;
  let deliverer: Deliverer | undefined;
  const committed = (event: AuditEvent) => {
    if (leavesNotice(event)) notifier?.look();
    deliverer?.look();
    if (event.name === "operator.made" && !inMemory) removeFirstOperatorFile(config.dataDir);
  };
  const stores = opened.use(await openServerStores(config, { log, spans, clock, committed }));
  const { ledger, keys, replayBook, rateMeter } = stores;
  const watched = rateMeter && watchedLimits(rateMeter, () => notifier?.look());
  const receivers = opened.use(openReceivers(config, clock, spans));
  if (receivers.all.length > 0) {
    deliverer = opened.use(await openLoggedDeliverer(receivers, ledger, clock, log));
  }
  const own = ownLimits();
  const loadOwnLimits = async () => own.replace(await ledger.applicationLimits());
  await loadOwnLimits();
  const mail = config.mailServer && opened.use(openTracedMail(config.mailServer, spans, log));
  const usage = openUsageCounter(ledger);
  opened.defer(writingUsage(usage, log));
  const refused = opened.use(
    openRefusedRequests({
      explain: (one) => explainRefusal(one, dependencies),
      ledger,
      clock,
      failed: (reason) => log.warn({ reason }, "a refused request could not be kept"),
    }),
  );

  let origins: [string, ...string[]] = [config.baseUrl ?? "", ...config.additionalBaseUrls];
  const dependencies: Dependencies = {
    ledger,
    replayBook,
    rateMeter: (mail ? watched?.meter : rateMeter) ?? admitAll,
    ownLimits: own,
    usage,
    unproven: openUnprovenRequests(),
    refused,
    unwaited: opened.use(openUnwaitedWrites(log)),
    icons: openIcons(),
    identityProviders: openIdentityProviders(providers, {
      clock,
      random,
      troubled: providerTroubles(clock, (one) =>
        log.warn(one, "a sign-in at an identity provider failed"),
      ),
    }),
    operations: documentedOperations(endpoints),
    keys,
    // One per process if there are several processes.
    passwords: createPasswords(nth === undefined ? 2 : 1),
    mail,
    config,
    receiverStates: async () => (await deliverer?.states()) ?? [],
    assets: look.assets,
    get origins() {
      return origins;
    },
    clock,
    random,
  };

  const requests = countRequests();
  const connections = {
    connectionTimes: { ...connectionTimes, ...times },
    troubled: (error: Error) =>
      log.error({ reason: String(error) }, "a connection could not be accepted"),
  };
  const denials = openDenials(log);
  let internal: InternalAddress | undefined;
  // It closes after the public address, so that `/readyz` reports that the service is stopping while requests
  // finish.
  opened.defer(() => internal?.[Symbol.asyncDispose]());
  const served = opened.use(
    await servePublic(
      config,
      {
        ...connections,
        endpoints,
        dependencies,
        frame: {
          ...look.frame,
          hasIdentityProviders: providers.length > 0,
          hasPasswords: config.waysIn === "all",
        },
        served: alsoTold(counting(requests, requestLog(log, denials, endpoints)), rehearsal),
        rehearsal,
        spans,
        openApi: () => JSON.stringify(openApiDocument(endpoints, origins[0])),
      },
      {
        reusePort: nth !== undefined,
        log,
        bound(port) {
          origins = [config.baseUrl ?? ownOrigin(config, port), ...config.additionalBaseUrls];
        },
      },
    ),
  );
  const { port, tls } = served;
  const backups = scheduleBackups(config, {
    ledger,
    clock,
    beginsAtOnce: true,
    failed: (reason) => log.error({ reason }, "a backup failed"),
  });
  if (backups !== undefined) opened.use(backups);
  internal = await serveInternal(config, {
    ...connections,
    dependencies,
    denials,
    log,
    process: nth,
    health: {
      failures: [replayBook.trouble],
      warnings: [logging.trouble, backups?.trouble ?? nothing, deliverer?.trouble ?? nothing],
    },
    counts: { requests, stores: stores.counts },
    watched: {
      draining: served.draining,
      connections: served.connections,
      certificateUntil: tls?.validUntil,
      droppedLines: logging.dropped,
      deliveries: deliverer?.counts ?? [],
      journal: config.postgres || inMemory ? undefined : replayJournalIn(config.dataDir),
    },
  });

  const settled = settledClock(clock, monotonic, replayBook.openedAfter, (ms) => logJump(log, ms));
  const sweepOthers = async (now: number) => {
    await replayBook.sweep(now);
    await rateMeter?.sweep(now);
  };
  const auditKeptMs = config.auditKeep && config.auditKeep * 86_400_000;
  opened.defer(sweeping(ledger, sweepOthers, loadOwnLimits, auditKeptMs, settled, log));
  if (mail !== undefined) {
    notifier = opened.use(
      openNotifier({
        ledger,
        mail,
        frame: look.frame,
        origin: () => origins[0],
        clock,
        reached: () => watched?.take() ?? [],
        admits: async (address) => {
          const limit = "email-confirmation/recipient";
          return (await countTry(limit, recipientKey(address), dependencies)).admitted;
        },
        failed: (reason) =>
          log.warn({ reason }, "notices could not be read and will be tried again"),
      }),
    );
  }

  // Only one process, because of two links one would be lost. If people only sign in at providers, a provider
  // names the first operator.
  const makesLink = !inMemory && isFirst && config.waysIn === "all";
  const firstOperatorFile = !makesLink
    ? undefined
    : await namingSetting("DATA_DIR", config.dataDir, () =>
        firstOperatorLink({
          ledger,
          dataDir: config.dataDir,
          origin: origins[0],
          now: clock(),
          random,
        }),
      );
  const internalUrl = internal?.url;
  log.info({ host: config.host, port, baseUrl: origins[0], internalUrl }, "listening");
  if (isFirst && !inMemory) {
    await checkAtStart(config, clock(), ({ check, says, todo }) => log.warn({ check, todo }, says));
  }
  const closing = opened.move();
  return {
    baseUrl: origins[0],
    firstOperatorFile,
    port,
    internalUrl,
    dependencies,
    reload: isReloadable(config) ? reload : undefined,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };

  function reload(): void {
    tls?.look();
    try {
      if (receivers.readSecretAgain()) log.info("the secret of webhooks was read again");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ reason }, "the secret of webhooks could not be read again");
    }
  }
}

const nothing = () => undefined;

function logJump(log: Logger, ms: number): void {
  const bySeconds = Math.round(ms / 1000);
  log.warn({ bySeconds }, `the clock was set ${ms < 0 ? "back" : "forward"}, or the machine slept`);
}
