/**
 * The program as a value, and the only place that knows everybody: opens the stores, binds the
 * addresses, sweeps, and closes it all again.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { ownOrigin } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { ConfigProblem } from "./config/row.ts";
import type { AuditEvent } from "./domain/audit.ts";
import { ownLimits } from "./domain/own-limits.ts";
import type { Ledger } from "./domain/ports.ts";
import { endpoints } from "./endpoints/index.ts";
import { openApiDocument } from "./http/open-api.ts";
import { createServer, type Served } from "./http/server.ts";
import { type Mail, openMail } from "./mail/mail.ts";
import type { MailServer } from "./mail/mail-server.ts";
import { smtpTo } from "./mail/smtp.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { firstOperatorLink, removeFirstOperatorFile } from "./service/first-operator.ts";
import { holdDataDirectory } from "./storage/data-directory.ts";
import { openRateMeter } from "./storage/memory/rate-meter.ts";
import { openReplayBook } from "./storage/memory/replay-book.ts";
import { openUseCounter, type WrittenUseCounter } from "./storage/memory/use-counter.ts";
import { createLog, openStores } from "./stores.ts";
import type { Surroundings } from "./surroundings.ts";
import { lookOf } from "./views/look.ts";

export interface Service extends AsyncDisposable {
  /** Where it is reached: the base URL. */
  readonly baseUrl: string;
  /** Where the link for the first operator is; undefined where there is an operator, or nothing is kept. */
  readonly firstOperatorFile: string | undefined;
  /** The port that is listened on; a base URL that is set need not name it. */
  readonly port: number;
  /** Where the operators' surface is reached; undefined if it is off. */
  readonly internalUrl: string | undefined;
  readonly surroundings: Surroundings;
}

/**
 * Starts to serve, and resolves once requests are accepted. Throws where it cannot, with nothing left
 * open. `clock` (milliseconds since the epoch) decides every lifetime, window and limit.
 */
export async function startService(
  config: Config,
  { clock = Date.now }: { readonly clock?: () => number } = {},
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  const own = ownLimits();
  const look = lookOf(config);
  const inMemory = config.database === ":memory:";
  const committed = (event: AuditEvent) => {
    own.committed(event);
    if (event.name === "operator.made" && !inMemory) removeFirstOperatorFile(config.dataDir);
  };
  if (!inMemory) opened.use(holdDataDirectory(config.dataDir));
  const { ledger, keys } = opened.use(await openStores(config, log, committed));
  const replayBook = opened.use(
    openReplayBook(inMemory ? undefined : join(config.dataDir, "replay"), clock()),
  );
  const loadOwnLimits = async () => own.replace(await ledger.applicationLimits());
  await loadOwnLimits();
  const mail = config.mailServer && opened.use(mailBy(config.mailServer, log));
  const use = openUseCounter(ledger);
  opened.defer(writingUse(use, log));
  let origins: [string, ...string[]] = [config.baseUrl ?? "", ...config.additionalBaseUrls];
  const surroundings: Surroundings = {
    ledger,
    replayBook,
    rateMeter: openRateMeter(config.rateLimits === "off" ? undefined : config.rateLimits),
    ownLimits: own,
    use,
    keys,
    passwords: createPasswords(),
    mail,
    config,
    assets: look.assets,
    get origins() {
      return origins;
    },
    clock,
    random: randomBytes,
  };

  const app = createServer({
    endpoints,
    surroundings,
    frame: look.frame,
    served: requestLog(log),
    openApi: () => (openApi ??= JSON.stringify(openApiDocument(endpoints, origins[0]))),
    tls: config.tls && { cert: readPem(config.tls.cert), key: readPem(config.tls.key) },
  });
  let openApi: string | undefined;
  opened.defer(() => app.close());
  // Known before the first request can come: nothing is served against an unknown origin.
  app.server.once("listening", () => {
    const { port } = app.server.address() as AddressInfo;
    origins = [config.baseUrl ?? ownOrigin(config, port), ...config.additionalBaseUrls];
  });
  await listening(
    () => app.listen({ host: config.host, port: config.port }),
    config.host,
    config.port,
    "",
  );
  const { port } = app.server.address() as AddressInfo;
  const internal = await startInternal(config, ledger);
  if (internal !== undefined) opened.defer(() => closed(internal));
  opened.defer(sweeping(ledger, replayBook.sweep, loadOwnLimits, clock, log));

  const internalUrl = internal && `http://${hostAndPort(config.internalHost, internal)}`;
  const firstOperatorFile = inMemory
    ? undefined
    : await firstOperatorLink({
        ledger,
        dataDir: config.dataDir,
        origin: origins[0],
        now: clock(),
        random: randomBytes,
      });
  log.info({ host: config.host, port, baseUrl: origins[0], internalUrl }, "listening");
  const closing = opened.move();
  return {
    baseUrl: origins[0],
    firstOperatorFile,
    port,
    internalUrl,
    surroundings,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function mailBy(server: MailServer, log: Logger): Mail & AsyncDisposable {
  return openMail(smtpTo(server), (reason) => log.warn({ reason }, "a mail was not sent"));
}

/** Successes and refusals are for debugging; a request that failed through a fault of ours is an error. */
function requestLog(log: Logger): Served {
  const debugging = log.isLevelEnabled("debug");
  return ({ id, address }, endpoint, status, refusal) => {
    if (!debugging && status < 500) return;
    const entry = { id, endpoint, status, code: refusal?.row.code, address };
    if (status < 500) log.debug(entry, "request");
    else log.error({ ...entry, reason: refusal?.more.reason }, "request failed");
  };
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigProblem(
      `the TLS file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function listening(
  listen: () => Promise<unknown>,
  host: string,
  port: number,
  which: "" | "INTERNAL_",
): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const why =
      code === "EADDRINUSE"
        ? "is taken by another process"
        : `cannot be listened on (${error instanceof Error ? error.message : String(error)})`;
    throw new ConfigProblem(
      `${host}:${port} ${why}; choose another with COUNTERSIGN_${which}PORT or COUNTERSIGN_${which}HOST`,
    );
  }
}

/** The operators' surface: never reachable through the public address. */
async function startInternal(config: Config, ledger: Ledger): Promise<Server | undefined> {
  const { internalHost: host, internalPort: port } = config;
  if (port === "off") return undefined;
  const server = createHttpServer(async (request, response) => {
    const well = request.url === "/healthz" ? await isWell(ledger) : undefined;
    response.writeHead(well === undefined ? 404 : well ? 200 : 503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    response.end(JSON.stringify(well === undefined ? {} : { status: well ? "ok" : "failing" }));
  });
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  await listening(listen, host, port, "INTERNAL_");
  return server;
}

async function isWell(ledger: Ledger): Promise<boolean> {
  try {
    await ledger.ping();
    return true;
  } catch {
    return false;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function hostAndPort(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const writeUseEveryMs = 60_000;

/** Returns what stops it, and writes the rest. */
function writingUse(use: WrittenUseCounter, log: Logger): () => Promise<void> {
  const timer = setInterval(write, writeUseEveryMs).unref();
  return async function stop() {
    clearInterval(timer);
    await write();
  };

  async function write(): Promise<void> {
    try {
      await use.write();
    } catch (error) {
      log.warn(
        { reason: String(error) },
        "counts of use could not be written and will be tried again",
      );
    }
  }
}

const sweepEveryMs = 15_000;
const sweepStep = 500;

/** Cleans up in small steps; between two of them everybody else's writes get their turn. Returns what stops it. */
function sweeping(
  ledger: Ledger,
  sweepReplays: (now: number) => number,
  loadOwnLimits: () => Promise<void>,
  clock: () => number,
  log: Logger,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const timer = setInterval(() => {
    running = running.then(sweepOnce);
  }, sweepEveryMs).unref();

  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await running;
  };

  async function sweepOnce(): Promise<void> {
    try {
      sweepReplays(clock());
      await loadOwnLimits();
      while (!stopped && (await ledger.sweep(clock(), sweepStep)) >= sweepStep);
    } catch (error) {
      log.warn({ reason: String(error) }, "the clean-up failed and will be tried again");
    }
  }
}
