import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { portOption } from "./port.ts";
import { configFromEnvironment } from "./stores.ts";

const lastWordsMs = 1000;

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Run the service in the foreground; SIGTERM finishes running requests, then exits")
    .addOption(portOption("the port to listen on, instead of COUNTERSIGN_PORT"))
    .action(async ({ port }: { port?: number }) => {
      const config = configFromEnvironment(port);
      const stopped = stopSignal();
      const { startService } = await import("../service.ts");
      const service = await startService(config);
      process.stdout.write(`ready ${service.baseUrl}\n`);
      // For the next start, should this one end without being asked.
      flushCompileCache();
      if (service.firstOperatorFile !== undefined) {
        process.stderr.write(firstSteps(config, service.baseUrl, service.firstOperatorFile));
      }
      await stopped;
      await service[Symbol.asyncDispose]();
      // Text that nobody reads would keep the process; this timer alone does not.
      setTimeout(() => process.exit(), lastWordsMs).unref();
    });
}

/** Resolves at the first signal, however early it comes. A second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

/** Where the link is, and never the link: what is printed here ends in logs. */
function firstSteps(config: Config, baseUrl: string, file: string): string {
  const directory =
    process.env["COUNTERSIGN_DATA_DIR"] === undefined
      ? ""
      : `COUNTERSIGN_DATA_DIR='${config.dataDir.replaceAll("'", "'\\''")}' `;
  const command = `${directory}${existsSync("bin/countersign") ? "bin/countersign" : "countersign"}`;
  return `
There is no operator yet. To create the operator's account, open the link in this file in a browser:

  ${resolve(file)}

The link works once and expires after 7 days; a later start creates a new one. Then create applications in the portal:

  ${baseUrl}/portal

You can also create an operator, or promote an existing user, on the command line:

  ${command} user create --operator --screen-name alice --password 'choose-your-own'
  ${command} user promote --screen-name alice

The README has the next steps. To try the service with sample data, run \`countersign demo\`.

`;
}
