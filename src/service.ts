/**
 * The program as a value, and the only place that knows everybody: opens the stores, binds the
 * addresses, sweeps, and closes it all again.
 */
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { Logger } from "pino";
import { explainRefusal } from "./actions/explain-refusal.ts";
import { findingsAtStart } from "./checks/at-start.ts";
import { ownOrigin } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { readIdentityProviders } from "./config/identity-providers.ts";
import { besideSetting, namingSetting } from "./config/settings-behind.ts";
import { readTlsFiles } from "./config/tls-files.ts";
import type { Dependencies, DocumentedOperation } from "./dependencies.ts";
import type { AuditEvent } from "./domain/audit.ts";
import type { Random } from "./domain/credentials.ts";
import { ownLimits } from "./domain/own-limits.ts";
import { admitAll } from "./domain/ports/rate-meter.ts";
import type { Endpoint } from "./endpoint.ts";
import { endpoints, internalEndpoints } from "./endpoints/index.ts";
import { addressesOf, alsoListening } from "./http/both-families.ts";
import { type ConnectionTimes, connectionTimes } from "./http/connections.ts";
import { createInternalServer, type InternalParts } from "./http/internal-server.ts";
import { openApiDocument } from "./http/open-api.ts";
import type { Rehearsal } from "./http/rehearsal.ts";
import { createServer, type Served } from "./http/server.ts";
import { openIcons } from "./icons/icons.ts";
import { openIdentityProviders } from "./identity-providers/identity-providers.ts";
import { type Mail, openMail } from "./mail/mail.ts";
import type { MailServer } from "./mail/mail-server.ts";
import { smtpTo } from "./mail/smtp.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { sweeping, writingUse } from "./service/chores.ts";
import { crowdLog } from "./service/crowd-log.ts";
import { type Deliverer, openDeliverer } from "./service/delivering/deliverer.ts";
import { openReceivers } from "./service/delivering/receivers.ts";
import { firstOperatorLink, removeFirstOperatorFile } from "./service/first-operator.ts";
import { type HealthChecks, healthOf } from "./service/health.ts";
import { watchedLimits } from "./service/limit-watch.ts";
import { listening } from "./service/listening.ts";
import { openLog } from "./service/log.ts";
import { gaugesOf } from "./service/metrics/gauges.ts";
import { metricsText } from "./service/metrics/metrics.ts";
import { countRequests, type RequestCounts } from "./service/metrics/request-counts.ts";
import { countStores } from "./service/metrics/store-counts.ts";
import { leavesNotice, type Notifier, openNotifier } from "./service/notifying.ts";
import { providerTroubles } from "./service/provider-troubles.ts";
import { readinessOf, storeStates } from "./service/readiness.ts";
import { openRefusedRequests } from "./service/refused-requests.ts";
import { isReloadable } from "./service/reloadable.ts";
import { scheduleBackups } from "./service/scheduled-backups.ts";
import { settledClock } from "./service/settled-clock.ts";
import { reloadTls } from "./service/tls-reload.ts";
import { traceOf } from "./service/trace.ts";
import { openUnprovenRequests } from "./service/unproven-requests.ts";
import { openUseCounter } from "./service/use-counter.ts";
import { openSpans, type Spans } from "./spans.ts";
import { engineFor, replayJournalIn } from "./storage/engine.ts";
import { holdStores, openStores } from "./stores.ts";
import { openAttempts } from "./verification/attempts.ts";
import type { Verdict } from "./verification/verdict.ts";
import { appearanceOf } from "./views/look.ts";

export interface Service extends AsyncDisposable {
  /** Where it is reached: the base URL. */
  readonly baseUrl: string;
  /** Where the link for the first operator is; undefined where there is an operator, or nothing is kept. */
  readonly firstOperatorFile: string | undefined;
  /** The port that is listened on; a base URL that is set need not name it. */
  readonly port: number;
  /** Where the operators' surface is reached; undefined if it is off. */
  readonly internalUrl: string | undefined;
  readonly dependencies: Dependencies;
  /** Reads the files again that may change while it runs; undefined where the configuration names none. */
  readonly reload: (() => void) | undefined;
}

export interface StartOptions {
  /** Milliseconds since the epoch; decides every lifetime, window and limit. */
  readonly clock?: () => number;
  /** Milliseconds since any moment. Nobody can set it, so it shows when the clock was set. */
  readonly monotonic?: () => number;
  /** Which of several processes on one machine this is; undefined: the only one. */
  readonly process?: number;
  /** How patient the service is with slow connections, where it differs from the default. */
  readonly times?: Partial<ConnectionTimes>;
  /** Where every token and key comes from; a stand-in may want the same ones in each run. */
  readonly random?: Random;
  /** For a stand-in alone: what stands before the operations. */
  readonly rehearsal?: Rehearsal;
}

/**
 * Starts to serve, and resolves once requests are accepted. Throws where it cannot, with nothing left
 * open.
 */
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
  await using opened = new AsyncDisposableStack();
  const logging = opened.use(openLog(config.logLevel, nth));
  const log = logging.logger;
  const own = ownLimits();
  const look = appearanceOf(config);
  const providers = await namingSetting("IDENTITY_PROVIDERS", config.identityProviders ?? "", () =>
    config.identityProviders === undefined ? [] : readIdentityProviders(config.identityProviders),
  );
  const inMemory = config.database === ":memory:";
  let notifier: Notifier | undefined;
  let deliverer: Deliverer | undefined;
  const requests = countRequests();
  const stores = countStores();
  const verdicts = { valid: 0, refused: 0 };
  const committed = (event: AuditEvent) => {
    stores.happened(event.name);
    if (leavesNotice(event)) notifier?.look();
    deliverer?.look();
    if (event.name === "operator.made" && !inMemory) removeFirstOperatorFile(config.dataDir);
  };
  const engine = engineFor(config);
  opened.use(await holdStores(config));
  const storeOptions = { serving: true, committed, grouped: stores.committed };
  const { ledger: unmeasured, keys } = opened.use(await openStores(config, log, storeOptions));
  const spans = openSpans();
  const measured = stores.measured(unmeasured);
  const ledger = spans?.store("ledger", measured) ?? measured;
  const keptBook = opened.use(
    await namingSetting(...besideSetting(config), () =>
      engine.openReplayBook((level, message) => log[level](message), clock()),
    ),
  );
  const replayBook = spans?.store("replay-book", keptBook) ?? keptBook;
  const rateMeter =
    config.rateLimits === "off"
      ? undefined
      : opened.use(await engine.openRateMeter(config.rateLimits));
  const watched = rateMeter && watchedLimits(rateMeter, () => notifier?.look());
  const receivers = opened.use(openReceivers(config, clock, spans));
  if (receivers.all.length > 0) {
    deliverer = opened.use(
      await openDeliverer({
        ledger,
        receivers: receivers.all,
        clock,
        changed(receiver, reason) {
          if (reason === undefined) log.info({ receiver }, "events are delivered again");
          else log.warn({ receiver, reason }, "events cannot be delivered and wait");
        },
        failed: (reason) =>
          log.warn({ reason }, "deliveries could not be read and will be tried again"),
      }),
    );
  }
  const loadOwnLimits = async () => own.replace(await ledger.applicationLimits());
  await loadOwnLimits();
  const mail = config.mailServer && opened.use(mailBy(config.mailServer, spans, log));
  const use = openUseCounter(ledger);
  const unproven = openUnprovenRequests();
  opened.defer(writingUse(use, log));
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
    use,
    unproven,
    refused,
    icons: openIcons(),
    identityProviders: openIdentityProviders(providers, {
      clock,
      random,
      troubled: providerTroubles(clock, (one) =>
        log.warn(one, "a sign-in at an identity provider failed"),
      ),
    }),
    operations: documented(endpoints),
    keys,
    // Together they hash as many at once as there are processes.
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

  const troubled = (error: Error) =>
    log.error({ reason: String(error) }, "a connection could not be accepted");
  const crowd = opened.use(crowdLog((message) => log.warn(message)));
  const tlsFiles = config.tls && readTlsFiles(config.tls);
  const app = createServer({
    endpoints,
    dependencies,
    frame: {
      ...look.frame,
      hasIdentityProviders: providers.length > 0,
      hasPasswords: config.waysIn === "all",
    },
    served: alsoTold(counting(requests, requestLog(log)), rehearsal),
    rehearsal,
    spans,
    turnedAway: crowd.turnedAway,
    openApi: () => JSON.stringify(openApiDocument(endpoints, origins[0])),
    connectionTimes: { ...connectionTimes, ...times },
    troubled,
    tls: tlsFiles,
  });
  const tls =
    config.tls &&
    tlsFiles &&
    opened.use(
      reloadTls(config.tls, tlsFiles, {
        use: (files) => (app.server as unknown as TlsServer).setSecureContext(files),
        changed(problem) {
          if (problem === undefined) log.info("the certificate was read again");
          else log.error({ reason: problem }, "the certificate could not be read again");
        },
      }),
    );
  let draining = false;
  let internal: Server | undefined;
  // After the public address: while requests end there, `/readyz` says that no others should come.
  opened.defer(() => internal && closed(internal));
  opened.defer(() => closedWithin(app, { ...connectionTimes, ...times }.stopping, log));
  opened.defer(() => {
    draining = true;
  });
  // Known before the first request can come: nothing is served against an unknown origin.
  app.server.once("listening", () => {
    const { port } = app.server.address() as AddressInfo;
    origins = [config.baseUrl ?? ownOrigin(config, port), ...config.additionalBaseUrls];
  });
  const [host, ...others] = addressesOf(config.host);
  const reusePort = nth !== undefined;
  const where = { host, port: config.port, reusePort };
  await listening(() => app.listen(where), config.host, config.port, "");
  const { port } = app.server.address() as AddressInfo;
  for (const address of others) {
    const other = await alsoListening(app.server, { host: address, port, reusePort }, troubled);
    if (other !== undefined) opened.defer(() => void other.close());
  }
  const backups = scheduleBackups(config, {
    ledger,
    clock,
    beginsAtOnce: true,
    failed: (reason) => log.error({ reason }, "a backup failed"),
  });
  if (backups !== undefined) opened.use(backups);
  const checks: HealthChecks = {
    failures: [replayBook.trouble],
    warnings: [logging.trouble, backups?.trouble ?? nothing, deliverer?.trouble ?? nothing],
  };
  const states = () => storeStates(dependencies);
  internal = await startInternal(config, reusePort, {
    dependencies,
    connectionTimes: { ...connectionTimes, ...times },
    troubled,
    health: () => healthOf(ledger, checks),
    readiness: async () => readinessOf(await states(), draining),
    metrics: () =>
      metricsText({
        requests,
        stores,
        verdicts,
        process: nth,
        gauges: () =>
          gaugesOf({
            dependencies,
            states,
            draining: () => draining,
            connections: () => connectionsOf(app.server),
            certificateUntil: tls?.validUntil,
            droppedLines: logging.dropped,
            deliveries: deliverer?.counts ?? [],
            journal: config.postgres || inMemory ? undefined : replayJournalIn(config.dataDir),
          }),
      }),
    decided(decision) {
      if (decision.valid) verdicts.valid += 1;
      else verdicts.refused += 1;
      log.debug(decision, "decision");
    },
    warn: (reason) => log.warn({ reason }, "a question on the private address was not answered"),
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
        failed: (reason) =>
          log.warn({ reason }, "notices could not be read and will be tried again"),
      }),
    );
  }

  const internalUrl = internal && `http://${hostAndPort(config.internalHost, internal)}`;
  // Two processes would each make one, and one of the links would be lost. Where nobody signs up, a provider names the first.
  const makesLink = !inMemory && (nth ?? 1) === 1 && config.waysIn === "all";
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
  log.info({ host: config.host, port, baseUrl: origins[0], internalUrl }, "listening");
  if ((nth ?? 1) === 1 && !inMemory) {
    for (const { check, says, todo } of findingsAtStart(config, clock())) {
      log.warn({ check, todo }, says);
    }
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

function mailBy(server: MailServer, spans: Spans | undefined, log: Logger): Mail & AsyncDisposable {
  const send = smtpTo(server);
  const deliver: typeof send = (letter, signal) =>
    spans === undefined ? send(letter, signal) : spans.sending("mail", () => send(letter, signal));
  return openMail(deliver, (reason) => log.warn({ reason }, "a mail was not sent"));
}

/** Successes and refusals are for debugging; a request that failed through a fault of ours is an error. */
function requestLog(log: Logger): Served {
  const debugging = log.isLevelEnabled("debug");
  return ({ id, address, headers }, endpoint, status, refusal) => {
    if (!debugging && status < 500) return;
    const trace = traceOf(headers.traceparent);
    const entry = { id, endpoint, status, code: refusal?.row.code, address, ...trace };
    if (status < 500) log.debug(entry, "request");
    else log.error({ ...entry, reason: refusal?.more.reason }, "request failed");
  };
}

function counting(requests: RequestCounts, next: Served): Served {
  return (incoming, operation, status, refusal, took) => {
    requests.answered(operation, status, took, refusal?.row.code);
    next(incoming, operation, status, refusal, took);
  };
}

function alsoTold(served: Served, rehearsal: Rehearsal | undefined): Served {
  if (rehearsal === undefined) return served;
  return (incoming, operation, status, refusal, took) => {
    served(incoming, operation, status, refusal, took);
    rehearsal.answered(incoming, operation, status, refusal);
  };
}

type FastifyServer = ReturnType<typeof createServer>;

/** The private address: never reachable through the public one. */
async function startInternal(
  config: Config,
  reusePort: boolean,
  parts: Omit<InternalParts, "endpoints" | "secret" | "attempts">,
): Promise<Server | undefined> {
  const { internalHost: host, internalPort: port, internalSecret: secret } = config;
  if (port === "off") return undefined;
  const attempts = openAttempts<Verdict>();
  const server = createInternalServer({ ...parts, endpoints: internalEndpoints, secret, attempts });
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host, reusePort }, resolve);
    });
  await listening(listen, host, port, "INTERNAL_");
  return server;
}

/** Takes nothing more, and answers what it has, as far as it ends in time: a client that never ends its request must not keep the process. */
async function closedWithin(app: FastifyServer, ms: number, log: Logger): Promise<void> {
  const late = setTimeout(() => {
    log.warn("requests that were not answered in time were cut off");
    app.server.closeAllConnections();
  }, ms);
  await app.close();
  clearTimeout(late);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}

function hostAndPort(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function logJump(log: Logger, ms: number): void {
  const bySeconds = Math.round(ms / 1000);
  log.warn({ bySeconds }, `the clock was set ${ms < 0 ? "back" : "forward"}, or the machine slept`);
}

/** What programs call, and where they send people. */
function documented(all: readonly Endpoint[]): readonly DocumentedOperation[] {
  return (
    all
      .filter(({ name, produces }) => /^(?:json|form)$/.test(produces) || name.startsWith("oauth/"))
      // Providers of the operator's call it, and nobody else's programs.
      .filter(({ name }) => name !== "sign-out/from")
      .map(({ name, methods, paths: [path], summary, caller: { scheme } }) => {
        return { name, methods, path, summary, scheme };
      })
  );
}
