import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { Logger } from "pino";
import { addressesOf } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { readTlsFiles } from "../../config/tls-files.ts";
import { createServer, type ServerParts } from "../../http/server/server.ts";
import { listenOnInherited } from "./inherited-sockets.ts";
import type { Leaving } from "./leaving.ts";
import { overloadLog } from "./overload-log.ts";
import { listening } from "./taken-ports.ts";
import { reloadTls, type TlsReload } from "./tls-reload.ts";

export interface PublicAddress extends AsyncDisposable {
  readonly port: number;
  readonly connections: () => Promise<number>;
  readonly tls: TlsReload | undefined;
}

interface Options {
  readonly leaving: Leaving;
  readonly reusePort: boolean;
  /** The descriptor of the socket to listen on instead of the settings' address. */
  readonly inherited: number | undefined;
  readonly log: Logger;
  /** Called with the port before the first request can arrive, so that the origin is known. */
  readonly bound: (port: number) => void;
}

/** Throws `ConfigProblem` if it can't listen. Disposing lets requests finish for a while, and then cuts them off. */
export async function servePublic(
  config: Config,
  parts: Omit<ServerParts, "tls" | "turnedAway" | "cutShort" | "endsConnections">,
  { leaving, reusePort, inherited, log, bound }: Options,
): Promise<PublicAddress> {
  await using resources = new AsyncDisposableStack();
  const crowd = resources.use(overloadLog((message) => log.warn(message)));
  const tlsFiles = config.tls && readTlsFiles(config.tls);
  const { server, listen, alsoListen, close } = createServer({
    ...parts,
    tls: tlsFiles,
    endsConnections: leaving.endsConnections,
    turnedAway: crowd.turnedAway,
    cutShort: (reason) => log.warn({ reason }, "a response was cut off"),
  });
  const tls =
    config.tls &&
    tlsFiles &&
    resources.use(
      reloadTls(config.tls, tlsFiles, {
        // With `tls`, the server is one of node:https.
        use: (files) => (server as unknown as TlsServer).setSecureContext(files),
        changed(problem) {
          if (problem === undefined) log.info("certificate reloaded");
          else log.error({ reason: problem }, "the certificate could not be reloaded");
        },
      }),
    );
  resources.defer(async () => {
    // A client that never ends its request must not keep the process.
    const inTime = await close(parts.connectionTimes.stopping);
    if (!inTime) log.warn("requests that took too long were cut off");
  });
  resources.defer(() => leaving.stopListening(server));
  const portOf = () => (server.address() as AddressInfo).port;
  if (inherited === undefined) {
    const [host, ...others] = addressesOf(config.host);
    const where = { host, port: config.port, reusePort };
    await listening(() => listen(where), config.host, config.port, "");
    bound(portOf());
    for (const address of others) {
      const other = await alsoListen({ host: address, port: portOf(), reusePort });
      if (other !== undefined) resources.defer(() => void other.close());
    }
  } else {
    await listenOnInherited(inherited, { server, listen }, config, "");
    bound(portOf());
  }
  const closing = resources.move();
  return {
    port: portOf(),
    tls,
    connections: () => connectionsOf(server),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
