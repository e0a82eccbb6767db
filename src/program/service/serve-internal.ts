/** The internal address is for the administrator's own servers. It is never reachable through the public one. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { isLoopbackHost } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { isExpired } from "../../domain/api-key.ts";
import { internalEndpoints } from "../../http/endpoints/index.ts";
import { createInternalServer, type InternalParts } from "../../http/server/internal-server.ts";
import type { Decision } from "../../verification/decision.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { openIdempotencyKeys } from "../../verification/idempotency-keys.ts";
import { type AccessDeniedLog, isDenyingCode } from "./access-denied-log.ts";
import { type HealthChecks, healthOf } from "./health.ts";
import { listenOnInherited } from "./inherited-sockets.ts";
import type { Leaving } from "./leaving.ts";
import { gaugesOf, type Watched } from "./metrics/gauges.ts";
import { type Measured, metricsText } from "./metrics/metrics.ts";
import { pacedLines } from "./pace.ts";
import { readinessOf, storeStates } from "./readiness.ts";
import { listening } from "./taken-ports.ts";

export interface InternalAddress extends AsyncDisposable {
  readonly url: string;
}

interface Parts extends Pick<InternalParts, "connectionTimes" | "onProblem" | "secrets"> {
  readonly dependencies: Dependencies;
  readonly deniedLog: AccessDeniedLog;
  readonly leaving: Leaving;
  readonly log: Logger;
  /** The number of this process among several. It is undefined if it is the only one. */
  readonly process: number | undefined;
  /** The descriptor of the socket to listen on instead of the settings' address. */
  readonly inherited: number | undefined;
  readonly health: HealthChecks;
  readonly rejectsUntil: () => Promise<number | undefined>;
  readonly counts: Pick<Measured, "requests" | "stores">;
  readonly watched: Omit<Watched, "dependencies" | "states">;
}

/** Returns undefined if the configuration turns it off. Throws `ConfigProblem` if it can't listen. */
export async function serveInternal(
  { internalHost: host, internalPort: port }: Config,
  {
    dependencies,
    deniedLog,
    leaving,
    secrets,
    log,
    process,
    inherited,
    health,
    rejectsUntil,
    counts,
    watched,
    ...connections
  }: Parts,
): Promise<InternalAddress | undefined> {
  if (port === "off") return undefined;
  const decisions = { valid: 0, rejected: 0 };
  const misconfigured = { secret: 0, origin: 0, host: 0 };
  const logUnanswered = pacedLines((entry) =>
    log.warn(entry, "a call of the internal address failed"),
  );
  const logMisconfigured = () =>
    pacedLines((entry) =>
      log.warn(
        entry,
        "a gateway or service with a wrong configuration called the internal address",
      ),
    );
  // Each has a pace of its own: hosts are what clients send, and must not hide the others.
  const lines = {
    secret: logMisconfigured(),
    origin: logMisconfigured(),
    host: logMisconfigured(),
  };
  const states = () => storeStates(dependencies);
  const gauges = () => gaugesOf({ ...watched, dependencies, states });
  const { server, listen, close } = createInternalServer({
    ...connections,
    dependencies,
    endpoints: internalEndpoints,
    secrets,
    endsConnections: leaving.endsConnections,
    idempotencyKeys: openIdempotencyKeys<Decision>(dependencies.random),
    health: () => healthOf(dependencies.ledger, health),
    readiness: async () =>
      readinessOf(await states(), {
        draining: watched.draining(),
        rejectsUntil: await rejectsUntil().catch(() => undefined),
      }),
    metrics: () => {
      const rejections = dependencies.usage.rejections();
      return metricsText({ ...counts, rejections, decisions, misconfigured, process, gauges });
    },
    decided(decision) {
      if (decision.valid) decisions.valid += 1;
      else decisions.rejected += 1;
      if (isDenyingCode(decision.code)) deniedLog.note(decision);
      log.debug(decision, "decision");
    },
    warn: (reason) => logUnanswered({ reason }),
    misconfigured(call) {
      misconfigured[call.problem] += 1;
      lines[call.problem](call);
    },
  });
  const where = { host, port, reusePort: process !== undefined };
  if (inherited === undefined) await listening(() => listen(where), host, port, "INTERNAL_");
  else await listenOnInherited(inherited, { server, listen }, where, "INTERNAL_");
  if (!isLoopbackHost(host) && (await hasApiKey(dependencies))) {
    log.warn(
      { host },
      "the keys of the admin API travel without TLS: use them only within a private network, or through a tunnel",
    );
  }
  return {
    url: `http://${hostAndPort(host, server)}`,
    async [Symbol.asyncDispose]() {
      await leaving.stopListening(server);
      await close(lastAnswersMs);
    },
  };
}

/** Whether one works; a hundred keys are enough to see one. */
async function hasApiKey({ ledger, clock }: Dependencies): Promise<boolean> {
  const keys = await ledger.apiKeys({ after: undefined, size: 100 });
  return keys.some((one) => !isExpired(one, clock()));
}

function hostAndPort(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Requests in progress may take this long once the service has stopped. */
const lastAnswersMs = 2000;
