/**
 * Listening sockets that a supervisor such as systemd opened and keeps (sd_listen_fds(3)). While the service restarts,
 * connections wait in them instead of being refused.
 */
import { lookup } from "node:dns/promises";
import { type AddressInfo, isIP, type Server } from "node:net";
import { isWildcard } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { spelled } from "../../config/one-port.ts";
import { ConfigProblem } from "../../config/row.ts";

/** File descriptors. An address without one is opened as the settings say. */
export interface InheritedSockets {
  readonly public: number;
  readonly internal: number | undefined;
}

/** The first after standard error. */
const firstDescriptor = 3;

/**
 * Takes them out of the environment: they are not for the processes that this one starts. Returns undefined if there
 * are none for this process. Throws an Error whose message says what is wrong with them.
 */
export function takeInheritedSockets(
  environment: NodeJS.ProcessEnv,
  pid: number,
): InheritedSockets | undefined {
  const { LISTEN_FDS, LISTEN_PID, LISTEN_FDNAMES = "" } = environment;
  for (const name of ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]) delete environment[name];
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(pid)) return undefined;
  const count = Number(LISTEN_FDS);
  const given = LISTEN_FDNAMES.split(":");
  const isNamed = given.includes("public") || given.includes("internal");
  const names = isNamed ? given : ["public", "internal"].slice(0, count);
  if (names.length !== count || !["public", "internal,public"].includes(names.toSorted().join())) {
    throw new Error(
      `the supervisor passes ${LISTEN_FDS} sockets, named ${JSON.stringify(LISTEN_FDNAMES)}; it can pass one for the public address and, after it, one for the internal address, or name them public and internal`,
    );
  }
  const descriptorOf = (name: string) => firstDescriptor + names.indexOf(name);
  return {
    public: descriptorOf("public"),
    internal: names.includes("internal") ? descriptorOf("internal") : undefined,
  };
}

/** Throws `ConfigProblem` if one is passed for an address that is off. */
export function rejectUnusedSocket(
  sockets: InheritedSockets | undefined,
  { internalPort }: Pick<Config, "internalPort">,
): void {
  if (sockets?.internal === undefined || internalPort !== "off") return;
  throw new ConfigProblem(
    ["INTERNAL_PORT"],
    "it is off, and the supervisor passes a socket for it",
  );
}

/** Whether the supervisor keeps a socket for every address, so that connections wait while the service restarts. */
export function allStay(
  sockets: InheritedSockets | undefined,
  { internalPort }: Pick<Config, "internalPort">,
): boolean {
  return sockets !== undefined && (internalPort === "off" || sockets.internal !== undefined);
}

interface Settings {
  readonly host: string;
  readonly port: number;
}

/** Throws `ConfigProblem` if the socket can't be used, or isn't where the settings say that the service listens. */
export async function listenOnInherited(
  descriptor: number,
  { server, listen }: { server: Server; listen: (where: { fd: number }) => Promise<void> },
  settings: Settings,
  which: "" | "INTERNAL_",
): Promise<void> {
  let allowed: Allowed;
  const socket = `the socket that the supervisor passes as descriptor ${descriptor}`;
  try {
    // Nothing is awaited between listening and the comparison: no connection is accepted at a wrong address.
    allowed = await allowedBy(settings);
    await listen({ fd: descriptor });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigProblem([`${which}PORT`], `${socket} can't be used (${why})`);
  }
  const problem = differenceFrom(server.address() as AddressInfo | null, settings.port, allowed);
  if (problem === undefined) return;
  server.close();
  const [setting, text] = problem;
  throw new ConfigProblem([`${which}${setting}`], `${socket} ${text}`);
}

/** The setting that differs, and the rest of a sentence about the socket. */
function differenceFrom(
  address: AddressInfo | null,
  port: number,
  allowed: Allowed,
): readonly [setting: "HOST" | "PORT", text: string] | undefined {
  if (address === null) return ["PORT", "is not a TCP socket"];
  if (port !== 0 && address.port !== port) {
    return [
      "PORT",
      `listens on port ${address.port}, and the setting is ${port}; make them the same`,
    ];
  }
  // The sockets may be exchanged, and what the settings reject for one address was not checked for another.
  if (allowed.addresses !== "all" && !allowed.addresses.includes(address.address)) {
    return [
      "HOST",
      `listens on ${address.address}, and the setting is ${allowed.host}; make them the same`,
    ];
  }
  return undefined;
}

interface Allowed {
  readonly host: string;
  readonly addresses: readonly string[] | "all";
}

/** A setting can be a name. */
async function allowedBy({ host }: Settings): Promise<Allowed> {
  if (isWildcard(host)) return { host, addresses: "all" };
  const addresses = spelled(host);
  if (addresses.every((one) => isIP(one) !== 0)) return { host, addresses };
  const found = await lookup(host, { all: true });
  return { host, addresses: found.flatMap(({ address }) => spelled(address)) };
}
