import type { Command } from "commander";
import { ownsKeyFile } from "../config/storage.ts";
import type { ResealPosition } from "../domain/ports.ts";
import { byCommandLine, keysRotated } from "../events.ts";
import { addKeyToFile, ensureKeyFile } from "../keys/key-sources.ts";
import { createLog, openStores } from "../stores.ts";
import { print } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";

export function addKeysCommands(program: Command): void {
  const keys = program.command("keys").description("The key ring that encrypts secrets at rest");
  keys
    .command("rotate")
    .description(
      "Encrypt every secret anew: under a new key where the ring is the data directory's own file, under the first key of a ring that is given. Servers may go on running.",
    )
    .option("--json", "print one JSON object")
    .action(rotate);
}

async function rotate({ json }: { json?: true }): Promise<void> {
  const config = configFromEnvironment();
  if ("file" in config.keys && ownsKeyFile(config)) {
    ensureKeyFile(config.keys.file);
    addKeyToFile(config.keys.file);
  }
  await using stores = await openStores(config, createLog("silent"));
  let position: ResealPosition | undefined = { column: 0 };
  let resealed = 0;
  while (position !== undefined) {
    const step = await stores.ledger.reseal(position);
    resealed += step.resealed;
    position = step.next;
  }
  const keyId = stores.keys.firstKeyId;
  await stores.ledger.record(keysRotated(byCommandLine(Date.now()), keyId));
  print(json, { key_id: keyId, resealed }, [`${resealed} secrets are now under the key ${keyId}`]);
}
