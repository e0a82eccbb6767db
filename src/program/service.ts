/** The only place that knows all parts: it opens the stores, binds the addresses, and closes everything again. */

import software from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import { identityProvidersIn } from "../config/identity-providers.ts";
import { rejectOnePort } from "../config/one-port.ts";
import { namingSetting } from "../config/setting-names.ts";
import type { Random } from "../domain/credentials.ts";
import type { PublicDependencies } from "../http/operation/endpoint.ts";
import type { ConnectionTimes } from "../http/server/connection-times.ts";
import type { Interceptor } from "../http/server/serve-requests.ts";
import { appearanceOf } from "../pages/views/appearance.ts";
import { randomBytes } from "../tools/keys/random-bytes.ts";
import { openSpans } from "../tools/spans.ts";
import { checkAtStart } from "./checks/at-start.ts";
import { firstAdminLink } from "./service/first-admin.ts";
import { type InheritedSockets, rejectUnusedSocket } from "./service/inherited-sockets.ts";
import { openLog } from "./service/log.ts";
import { openDependencies } from "./service/open-dependencies.ts";
import { openParts, type Parts } from "./service/open-parts.ts";
import { ownOrigins } from "./service/own-origins.ts";
import { isReloadable, logOverlaps, reload } from "./service/reloadable.ts";
import { serveAddresses } from "./service/serve-addresses.ts";
import { isFirst, isInMemory, type Start } from "./service/start.ts";
import { startMaintenance } from "./service/start-maintenance.ts";
import { engineName } from "./stores.ts";

export interface Service extends AsyncDisposable {
  readonly baseUrl: string;
  /** It has the link for the first administrator; undefined if there is one, or the database is in memory. */
  readonly firstAdminFile: string | undefined;
  /** The listening port. A configured base URL may have another one. */
  readonly port: number;
  /** This is undefined if the internal address is off. */
  readonly internalUrl: string | undefined;
  readonly dependencies: PublicDependencies;
  /** Reads files again that can change while it runs. It is undefined if the configuration names none. */
  readonly reload: (() => void) | undefined;
  /** Not ready, it serves for as long as the settings say, so that load balancers lose no request at its end. */
  readonly drain: () => Promise<void>;
}

export interface StartOptions {
  /** This clock decides every lifetime, window and limit. */
  readonly clock?: () => number;
  /** Milliseconds since any moment. It can't be set, so it shows when the clock was. */
  readonly monotonic?: () => number;
  /** The number of this process among several on one machine. */
  readonly process?: number;
  readonly sockets?: InheritedSockets | undefined;
  readonly times?: Partial<ConnectionTimes>;
  /** The source of every token and key. A test server may use the same values in each run. */
  readonly random?: Random;
  /** Only a test server runs this before the operations. */
  readonly interceptor?: Interceptor;
}

/** Resolves once requests are accepted. If it can't start, it throws and leaves nothing open. */
export async function startService(
  config: Config,
  {
    clock = Date.now,
    monotonic = () => performance.now(),
    times = {},
    process,
    sockets,
    random = randomBytes,
    interceptor,
  }: StartOptions = {},
): Promise<Service> {
  rejectOnePort(config);
  rejectUnusedSocket(sockets, config);
  await using resources = new AsyncDisposableStack();
  const logging = resources.use(openLog(config, process));
  const log = logging.logger;
  const start: Start = {
    config,
    resources,
    log,
    clock,
    random,
    process,
    sockets,
    spans: await openSpans(),
    look: appearanceOf(config),
    providers: identityProvidersIn(config.identityProviders),
  };
  const parts = await openParts(start);
  const origins = ownOrigins(config);
  const dependencies = openDependencies(start, parts, origins);
  const served = { dependencies, origins, logging, times, interceptor };
  const { port, tls, internalUrl, drain } = await serveAddresses(start, parts, served);
  startMaintenance(start, parts, dependencies, monotonic);
  const firstAdminFile = await firstAdminFileOf(start, dependencies);
  const [baseUrl] = origins.all;
  log.info(
    { ...installed(config, parts), baseUrl, host: config.host, port, internalUrl },
    "started",
  );
  if (isFirst(start)) logOverlaps(config, log);
  await logFindings(start);
  const closing = resources.move();
  return {
    baseUrl,
    firstAdminFile,
    port,
    internalUrl,
    dependencies,
    reload: isReloadable(config) ? () => reload(config, tls, parts, log) : undefined,
    drain: () => drain(config.drainSeconds * 1000),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** The IDs of the key ring's keys are no secret: the one that encrypts is the first. */
function installed(config: Config, { stores: { keys } }: Parts) {
  const others = keys.keyIds.filter((id) => id !== keys.sealingKeyId);
  return {
    version: software.version,
    engine: engineName(config),
    database: config.database,
    keys: [keys.sealingKeyId, ...others],
  };
}

/** Only one process makes it, because of two links one would be lost. A provider may name the administrator instead. */
async function firstAdminFileOf(
  start: Start,
  { ledger, origins }: PublicDependencies,
): Promise<string | undefined> {
  const { config, clock, random } = start;
  const { dataDir, signInMethods } = config;
  if (isInMemory(config) || !isFirst(start) || signInMethods !== "all") return undefined;
  return namingSetting("DATA_DIR", dataDir, () =>
    firstAdminLink({ ledger, dataDir, origin: origins[0], now: clock(), random }),
  );
}

async function logFindings(start: Start): Promise<void> {
  const { config, log, clock } = start;
  if (!isFirst(start) || isInMemory(config)) return;
  await checkAtStart(config, clock(), ({ check, message, fix }) =>
    log.warn({ check, fix }, message),
  );
}
