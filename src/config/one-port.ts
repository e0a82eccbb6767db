import { isIPv4, isIPv6 } from "node:net";
import { type Addresses, addressesOf } from "./addresses.ts";
import { ConfigProblem } from "./row.ts";

type Listening = Pick<Addresses, "host" | "port" | "internalHost" | "internalPort">;

/** Throws `ConfigProblem` if both addresses would be the same: processes would share the port and serve both on it. */
export function rejectOnePort({ host, port, internalHost, internalPort }: Listening): void {
  if (port === 0 || port !== internalPort || !overlap(host, internalHost)) return;
  throw new ConfigProblem(
    ["PORT", "INTERNAL_PORT"],
    `the public and the internal address are the same port, ${port}; give one of them a different port`,
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

/** The addresses of a host have their usual spelling; IPv6 addresses have several. */
export function spelled(host: string): readonly string[] {
  return addressesOf(host.toLowerCase()).map((one) =>
    isIPv6(one) ? new URL(`http://[${one}]`).hostname.slice(1, -1) : one,
  );
}
