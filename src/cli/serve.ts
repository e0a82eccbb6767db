import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { configFromEnvironment } from "./stores.ts";

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
      if (await service.surroundings.ledger.isEmpty()) process.stderr.write(firstSteps(config));
      await stopped;
      await service[Symbol.asyncDispose]();
    });
}

/** Resolves at the first signal, however early it comes. A second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

function firstSteps(config: Config): string {
  const directory =
    process.env["COUNTERSIGN_DATA_DIR"] === undefined
      ? ""
      : `COUNTERSIGN_DATA_DIR='${config.dataDir.replaceAll("'", "'\\''")}' `;
  const command = `${directory}${existsSync("bin/countersign") ? "bin/countersign" : "countersign"}`;
  return `
There are no accounts yet. In another terminal, three commands lead to a first signed call:

  ${command} user create --screen-name alice --password 'choose-your-own'
  ${command} app create --owner alice --name 'My application' --access read
  ${command} token create --user alice --consumer-key KEY_FROM_THE_SECOND

The README goes on from there. \`countersign demo\` has it all prepared.

`;
}
