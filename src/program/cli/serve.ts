import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import type { Ports, Role, Started } from "../service/processes.ts";
import { portOption, startOnPort } from "./port.ts";
import { configFromEnvironment } from "./stores.ts";

const lastWordsMs = 1000;

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description(
      "Run the service in the foreground; SIGTERM drains (COUNTERSIGN_DRAIN_SECONDS), finishes running requests, then exits",
    )
    .addOption(portOption("the port to listen on, instead of COUNTERSIGN_PORT"))
    .action(async ({ port }: { port?: number }) => {
      const config = configFromEnvironment(port);
      const stopped = stopSignal();
      if (config.processes === 1) await serveAlone(config, port, stopped);
      else await serveBySeveral(config, port, stopped);
      // Text that no one reads would keep the process alive; this timer ends it and does not keep it alive itself.
      setTimeout(() => process.exit(), lastWordsMs).unref();
    });
}

async function serveAlone(
  config: Config,
  port: number | undefined,
  stopped: Promise<StopSignal>,
): Promise<void> {
  const { startService } = await import("../service.ts");
  const service = await startOnPort(port, () => startService(config));
  const { reload } = service;
  // If there is nothing to read again, the signal keeps its default meaning.
  if (reload !== undefined) process.on("SIGHUP", reload);
  sayReady(config, service);
  if ((await stopped) === "SIGTERM") await service.drain();
  await service[Symbol.asyncDispose]();
}

async function serveBySeveral(
  config: Config,
  port: number | undefined,
  stopped: Promise<StopSignal>,
): Promise<void> {
  const { roleOf } = await import("../service/processes.ts");
  const role = roleOf(process.env);
  if (role === undefined) await startOthers(config, port, stopped);
  else await serveAsOneOfSeveral(withPorts(config, role.ports), role, stopped);
}

async function startOthers(
  config: Config,
  port: number | undefined,
  stopped: Promise<StopSignal>,
): Promise<void> {
  const { ProcessFailed, startProcesses } = await import("../service/processes.ts");
  const { openLog } = await import("../service/log.ts");
  const { isReloadable } = await import("../service/reloadable.ts");
  const { rejectTakenPorts } = await import("../service/taken-ports.ts");
  await startOnPort(port, () => rejectTakenPorts(config));
  await using log = openLog(config.logLevel);
  try {
    const processes = await startProcesses(config.processes, log.logger);
    if (isReloadable(config)) process.on("SIGHUP", processes.reload);
    sayReady(config, processes.started);
    const signal = await stopped;
    if (!(await processes.stop({ drain: signal === "SIGTERM" }))) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof ProcessFailed)) throw error;
    // That process has already printed the reason.
    process.stderr.write(`countersign: ${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

async function serveAsOneOfSeveral(
  config: Config,
  { nth }: Role,
  stopped: Promise<StopSignal>,
): Promise<void> {
  const { ignoreRepeatedStop, leave, tellStarted, toldAtOnce } = await import(
    "../service/processes.ts"
  );
  const atOnce = toldAtOnce();
  ignoreRepeatedStop();
  try {
    const { startService } = await import("../service.ts");
    let reload: (() => void) | undefined;
    const { isReloadable } = await import("../service/reloadable.ts");
    // From the beginning. A signal that comes during the start needs no reload, because the start reads the files
    // itself.
    if (isReloadable(config)) process.on("SIGHUP", () => reload?.());
    const service = await startService(config, { process: nth });
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

function sayReady(
  config: Config,
  { baseUrl, firstAdminFile }: Pick<Started, "baseUrl" | "firstAdminFile">,
): void {
  process.stdout.write(`ready ${baseUrl}\n`);
  // The next start needs it, in case this process is killed.
  flushCompileCache();
  if (firstAdminFile === undefined) return;
  process.stderr.write(firstSteps(config, baseUrl, firstAdminFile));
}

type StopSignal = (typeof stopSignals)[number];
const stopSignals = ["SIGTERM", "SIGINT"] as const;

/** Resolves at the first signal, even if it comes very early. A second signal of the kind ends the process at once. */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve(signal));
  });
}

/** Prints where the link is and never the link itself: this text ends up in logs. */
function firstSteps(config: Config, baseUrl: string, file: string): string {
  const directory =
    process.env["COUNTERSIGN_DATA_DIR"] === undefined
      ? ""
      : `COUNTERSIGN_DATA_DIR='${config.dataDir.replaceAll("'", "'\\''")}' `;
  // The URL may contain a password, so it is not printed.
  const where =
    process.env["COUNTERSIGN_DATABASE_URL"] === undefined
      ? ""
      : ", with COUNTERSIGN_DATABASE_URL set as it is for this server";
  const program = existsSync("bin/countersign") ? "bin/countersign" : "countersign";
  const command = `${directory}${program}`;
  return `
There is no administrator yet. To create the administrator's account, open the link in this file in a browser:

  ${resolve(file)}

The link works once and expires after 7 days; a later start creates a new one. Then create applications in the portal:

  ${baseUrl}/portal

You can also create an administrator, or promote an existing user, on the command line${where}:

  ${command} user create --admin --screen-name alice --password 'choose-your-own'
  ${command} admin grant --screen-name alice

The README has the next steps. To try the service with sample data, run \`${program} demo\`.

`;
}
