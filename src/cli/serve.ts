import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { configFromEnvironment } from "./stores.ts";

const lastWordsMs = 1000;

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Run the service in the foreground; SIGTERM lets running requests finish")
    .action(async () => {
      const config = configFromEnvironment();
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
There is no operator yet. Open the link in this file in a browser to make your account:

  ${resolve(file)}

It works once, for 7 days; a later start makes another. Applications are then made in the portal:

  ${baseUrl}/portal

The command line makes operators too, of nobody or of somebody:

  ${command} user create --operator --screen-name alice --password 'choose-your-own'
  ${command} user promote --screen-name alice

The README goes on from there. \`countersign demo\` has it all prepared.

`;
}
