/** Processes share their ports (SO_REUSEPORT), also with another service that allows it, so a start checks first. */
import { once } from "node:events";
import { createServer } from "node:net";
import { addressesOf } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { rejectOnePort } from "../../config/one-port.ts";
import { ConfigProblem } from "../../config/row.ts";

/** Throws `ConfigProblem` if another process uses a port. */
export async function rejectTakenPorts(config: Config): Promise<void> {
  rejectOnePort(config);
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

/** Calls `listen`. Throws a `ConfigProblem` that names the settings to change if it fails. */
export async function listening(
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
        ? "is in use by another process"
        : `can't be opened (${error instanceof Error ? error.message : String(error)})`;
    throw new ConfigProblem(
      [`${which}HOST`, `${which}PORT`],
      `${host}:${port} ${why}; choose a different address or port`,
    );
  }
}
