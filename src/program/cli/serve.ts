import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import type { Command } from "commander";
import { defaultCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import { type InheritedSockets, takeInheritedSockets } from "../service/inherited-sockets.ts";
import { logFormat, saidIn } from "../service/log-lines.ts";
import type { Started } from "../service/processes.ts";
import { WrongUse } from "./outcome.ts";
import { portOption, startOnPort } from "./port.ts";
import { sayOfService } from "./say-of-service.ts";
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
    .configureOutput({ writeErr: (text) => sayOfService("fatal", text.trim(), text) })
    .action(async ({ port }: { port?: number }) => {
      const config = configFromEnvironment(port, (warning) => sayOfService("warn", warning));
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
  const format = logFormat(config.logFormat);
  process.stdout.write(
    saidIn(format, {
      level: "info",
      msg: "ready",
      fields: { baseUrl },
      text: `ready ${baseUrl}\n`,
    }),
  );
  // The next start needs it, in case this process is killed.
  flushCompileCache();
  if (firstAdminFile === undefined) return;
  const { text, ...fields } = firstSteps(config, baseUrl, firstAdminFile);
  process.stderr.write(saidIn(format, { level: "info", msg: noAdministrator, fields, text }));
}

type StopSignal = (typeof stopSignals)[number];
const stopSignals = ["SIGTERM", "SIGINT"] as const;

/** Resolves at the first signal, even if it comes very early. A second signal of the kind ends the process at once. */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve(signal));
  });
}

const noAdministrator =
  "There is no administrator yet. To create the administrator's account, open the link in this file in a browser";

/** Says where the link is and never the link itself: this ends up in logs. */
function firstSteps(config: Config, baseUrl: string, path: string) {
  const file = resolve(path);
  const portal = `${baseUrl}/portal`;
  const isOurs = config.command === defaultCommand;
  const program = isOurs && existsSync("bin/countersign") ? "bin/countersign" : config.command;
  const directory =
    !isOurs || process.env["COUNTERSIGN_DATA_DIR"] === undefined
      ? ""
      : `COUNTERSIGN_DATA_DIR='${config.dataDir.replaceAll("'", "'\\''")}' `;
  // The URL may contain a password, so it is not printed.
  const setting = ["COUNTERSIGN_DATABASE_URL", "COUNTERSIGN_DATABASE_URL_FILE"].find(
    (name) => process.env[name] !== undefined,
  );
  const where =
    !isOurs || setting === undefined ? "" : `, with ${setting} set as it is for this server`;
  const commands = [
    `${directory}${program} user create --admin --screen-name alice --password 'choose-your-own'`,
    `${directory}${program} admin grant --screen-name alice`,
  ];
  const text = `
${noAdministrator}:

  ${file}

The link works once and expires after 7 days; a later start creates a new one. Then create applications in the portal:

  ${portal}

You can also create an administrator, or promote an existing user, on the command line${where}:

${commands.map((one) => `  ${one}`).join("\n")}

The README has the next steps. To try the service with sample data, run \`${program} demo\`.

`;
  return { file, portal, commands, text };
}
