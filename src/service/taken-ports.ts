/** The ports of a start: taken by another process, or one for both addresses. Processes share their ports (SO_REUSEPORT), and would share them with another service that allows it. So a start asks first. */
import { once } from "node:events";
import { createServer, isIPv4, isIPv6 } from "node:net";
import type { Config } from "../config/config.ts";
import { ConfigProblem } from "../config/row.ts";
import { addressesOf } from "../http/both-families.ts";
import { listening } from "./listening.ts";

/** Throws `ConfigProblem` where another process has a port. */
export async function refuseTakenPorts(config: Config): Promise<void> {
  refuseOnePort(config);
  const { host, port, internalHost, internalPort } = config;
  await listening(() => probe(addressesOf(host)[0], port), host, port, "");
  if (internalPort === "off") return;
  await listening(() => probe(internalHost, internalPort), internalHost, internalPort, "INTERNAL_");
}

/** Throws `ConfigProblem` where the public and the private address would meet. Processes would share the port, and answer on it for both. */
export function refuseOnePort({ host, port, internalHost, internalPort }: Config): void {
  if (port === 0 || port !== internalPort || !overlap(host, internalHost)) return;
  throw new ConfigProblem(
    ["PORT", "INTERNAL_PORT"],
    `the public and the private address are the same port, ${port}; choose another one for one of them`,
  );
}

function overlap(one: string, other: string): boolean {
  const meets = (address: string, another: string) =>
    address === another ||
    // It takes IPv4 too.
    address === "::" ||
    (address === "0.0.0.0" && isIPv4(another));
  return spelled(one).some((address) =>
    spelled(other).some((another) => meets(address, another) || meets(another, address)),
  );
}

/** The addresses of a host, each as it is usually written: one of IPv6 may be written in several ways. */
function spelled(host: string): readonly string[] {
  return addressesOf(host.toLowerCase()).map((one) =>
    isIPv6(one) ? new URL(`http://[${one}]`).hostname.slice(1, -1) : one,
  );
}

async function probe(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
