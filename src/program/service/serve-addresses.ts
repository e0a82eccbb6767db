/** The public address is for applications and users, the internal one for the administrator's servers. */

import { commandName } from "../../config/command-name.ts";
import { endpoints } from "../../http/endpoints/index.ts";
import type { PublicDependencies } from "../../http/operation/endpoint.ts";
import { type ConnectionTimes, connectionTimes } from "../../http/server/connection-times.ts";
import { openApiDocument } from "../../http/server/open-api.ts";
import type { Interceptor } from "../../http/server/serve-requests.ts";
import { openAccessDeniedLog } from "./access-denied-log.ts";
import { watchDiskGrowth } from "./disk-growth.ts";
import { allStay } from "./inherited-sockets.ts";
import { type Leaving, leaving } from "./leaving.ts";
import type { Log } from "./log.ts";
import { countRequests } from "./metrics/request-counts.ts";
import type { Parts } from "./open-parts.ts";
import type { OwnOrigins } from "./own-origins.ts";
import { alsoTold, counting, requestLog } from "./request-log.ts";
import { type InternalAddress, serveInternal } from "./serve-internal.ts";
import { servePublic } from "./serve-public.ts";
import type { Start } from "./start.ts";
import type { TlsReload } from "./tls-reload.ts";

export interface Addresses {
  readonly port: number;
  readonly tls: TlsReload | undefined;
  readonly internalUrl: string | undefined;
  readonly drain: Leaving["drain"];
}

interface Served {
  readonly dependencies: PublicDependencies;
  readonly origins: OwnOrigins;
  readonly logging: Log;
  readonly times: Partial<ConnectionTimes>;
  readonly interceptor: Interceptor | undefined;
}

/** Resolves once both accept requests. Throws `ConfigProblem` if one can't. */
export async function serveAddresses(
  { config, look, providers, resources, log, spans, process, sockets }: Start,
  { stores, workers, internalSecrets }: Parts,
  { dependencies, origins, logging, times, interceptor }: Served,
): Promise<Addresses> {
  const requests = countRequests();
  const deniedLog = openAccessDeniedLog(log);
  const leave = leaving({ socketsStay: allStay(sockets, config) });
  const connections = {
    connectionTimes: { ...connectionTimes, ...times },
    onProblem: (error: Error) =>
      log.error({ reason: String(error) }, "a connection could not be accepted"),
  };
  let internal: InternalAddress | undefined;
  // It closes after the public address, so that `/readyz` reports that the service is stopping while requests finish.
  resources.defer(() => internal?.[Symbol.asyncDispose]());
  const served = resources.use(
    await servePublic(
      config,
      {
        ...connections,
        endpoints,
        dependencies,
        frame: {
          ...look.frame,
          hasIdentityProviders: providers.length > 0,
          hasPasswords: config.signInMethods === "all",
          sendsMail: dependencies.mail !== undefined,
          command: commandName(),
        },
        served: alsoTold(counting(requests, requestLog(log, deniedLog, endpoints)), interceptor),
        interceptor,
        spans,
        openApi: () => JSON.stringify(openApiDocument(endpoints, origins.all[0])),
      },
      {
        ...{ leaving: leave, log, bound: origins.bind },
        ...{ reusePort: process !== undefined, inherited: sockets?.public },
      },
    ),
  );
  const { port, tls, connections: count } = served;
  const { ledgerFiles, clock } = dependencies;
  const disk = resources.use(watchDiskGrowth(ledgerFiles, clock));
  internal = await serveInternal(config, {
    ...connections,
    dependencies,
    deniedLog,
    leaving: leave,
    secrets: internalSecrets,
    log,
    process,
    inherited: sockets?.internal,
    health: {
      failures: [stores.nonceStore.problem],
      warnings: [
        logging.problem,
        () => workers.backups?.problem(),
        () => workers.deliverer?.problem(),
        disk.problem,
      ],
    },
    rejectsUntil: async () => stores.nonceStore.rejectsUntil(clock()),
    counts: { requests, stores: stores.counts },
    watched: {
      draining: leave.hasBegun,
      connections: count,
      certificateUntil: tls?.validUntil,
      droppedLines: logging.dropped,
      deliveries: workers.deliverer?.counts ?? [],
      diskFree: disk.free,
    },
  });
  return { port, tls, internalUrl: internal?.url, drain: leave.drain };
}
