/**
 * Processes share their ports (SO_REUSEPORT) and would also share them with another service that allows it,
 * so a start checks first.
 */
import { once } from "node:events";
import { createServer } from "node:net";
import { addressesOf } from "../config/addresses.ts";
import type { Config } from "../config/config.ts";
import { refuseOnePort } from "../config/one-port.ts";
import { listening } from "./listening.ts";

/** Throws `ConfigProblem` if another process uses a port. */
export async function refuseTakenPorts(config: Config): Promise<void> {
  refuseOnePort(config);
  const { host, port, internalHost, internalPort } = config;
  await listening(() => probe(addressesOf(host)[0], port), host, port, "");
  if (internalPort === "off") return;
  await listening(() => probe(internalHost, internalPort), internalHost, internalPort, "INTERNAL_");
}

async function probe(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
