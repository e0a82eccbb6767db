import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { type InheritedSockets, takeInheritedSockets } from "../service/inherited-sockets.ts";
import type { Started } from "../service/processes.ts";
import { WrongUse } from "./outcome.ts";
import { portOption, startOnPort } from "./port.ts";
import type { Serving } from "./serve-by-several.ts";
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
      const sockets = inheritedSockets();
      if (config.processes === 1) await serveAlone({ config, port, sockets, stopped });
      else {
        const { serveBySeveral } = await import("./serve-by-several.ts");
        await serveBySeveral({ config, port, sockets, stopped, sayReady });
      }
      // Text that no one reads would keep the process alive; this timer ends it and does not keep it alive itself.
      setTimeout(() => process.exit(), lastWordsMs).unref();
    });
}

async function serveAlone({
  config,
  port,
  sockets,
  stopped,
}: Omit<Serving, "sayReady">): Promise<void> {
  const { startService } = await import("../service.ts");
  const service = await startOnPort(port, () => startService(config, { sockets }));
  const { reload } = service;
  // If there is nothing to read again, the signal keeps its default meaning.
  if (reload !== undefined) process.on("SIGHUP", reload);
  sayReady(config, service);
  if ((await stopped) === "SIGTERM") await service.drain();
  await service[Symbol.asyncDispose]();
}

function inheritedSockets(): InheritedSockets | undefined {
  try {
    return takeInheritedSockets(process.env, process.pid);
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
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
  const setting = ["COUNTERSIGN_DATABASE_URL", "COUNTERSIGN_DATABASE_URL_FILE"].find(
    (name) => process.env[name] !== undefined,
  );
  const where = setting === undefined ? "" : `, with ${setting} set as it is for this server`;
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
