/** The service in several processes (COUNTERSIGN_PROCESSES). Its modules are loaded only if it has them. */
import type { Config } from "../../config/config.ts";
import type { InheritedSockets } from "../service/inherited-sockets.ts";
import { openLog } from "../service/log.ts";
import {
  ignoreRepeatedStop,
  leave,
  type Ports,
  ProcessFailed,
  type Role,
  roleOf,
  type Started,
  startProcesses,
  tellStarted,
  toldAtOnce,
} from "../service/processes.ts";
import { isReloadable } from "../service/reloadable.ts";
import { rejectTakenPorts } from "../service/taken-ports.ts";
import { startOnPort } from "./port.ts";
import { sayOfService } from "./say-of-service.ts";

export interface Serving {
  readonly config: Config;
  readonly port: number | undefined;
  readonly sockets: InheritedSockets | undefined;
  readonly stopped: Promise<NodeJS.Signals>;
  readonly sayReady: (config: Config, started: Started) => void;
}

/** The first process starts the others, which each run this too. */
export async function serveBySeveral({ config, ...serving }: Serving): Promise<void> {
  const role = roleOf(process.env);
  if (role === undefined) await startOthers({ config, ...serving });
  else await serveAsOneOfSeveral(withPorts(config, role.ports), role, serving.stopped);
}

async function startOthers({ config, port, sockets, ...serving }: Serving): Promise<void> {
  const { stopped, sayReady } = serving;
  if (sockets === undefined) await startOnPort(port, () => rejectTakenPorts(config));
  await using log = openLog(config);
  try {
    const processes = await startProcesses(config.processes, log.logger, sockets);
    if (isReloadable(config)) process.on("SIGHUP", processes.reload);
    sayReady(config, processes.started);
    const signal = await stopped;
    if (!(await processes.stop({ drain: signal === "SIGTERM" }))) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof ProcessFailed)) throw error;
    // That process has already printed the reason.
    sayOfService("fatal", error.message);
    process.exitCode = error.exitCode;
  }
}

async function serveAsOneOfSeveral(
  config: Config,
  { nth, sockets }: Role,
  stopped: Promise<NodeJS.Signals>,
): Promise<void> {
  const atOnce = toldAtOnce();
  ignoreRepeatedStop();
  try {
    const { startService } = await import("../service.ts");
    let reload: (() => void) | undefined;
    // From the beginning. A signal that comes during the start needs no reload, because the start reads the files
    // itself.
    if (isReloadable(config)) process.on("SIGHUP", () => reload?.());
    const service = await startService(config, { process: nth, sockets });
    reload = service.reload;
    const { baseUrl, firstAdminFile, port, internalUrl } = service;
    const internalPort = internalUrl === undefined ? undefined : Number(new URL(internalUrl).port);
    tellStarted({ baseUrl, firstAdminFile, ports: { port, internalPort } });
    if ((await stopped) === "SIGTERM") await Promise.race([service.drain(), atOnce]);
    await service[Symbol.asyncDispose]();
  } finally {
    leave();
  }
}

function withPorts(config: Config, ports: Ports | undefined): Config {
  if (ports === undefined) return config;
  return { ...config, port: ports.port, internalPort: ports.internalPort ?? "off" };
}
