import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { ownsKeyFile } from "../../config/storage.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { ResealPosition } from "../../domain/ports/maintenance.ts";
import { addKeyToFile } from "../../tools/keys/key-sources.ts";
import { holdKeys, isShared, openStores, unlogged } from "../stores.ts";
import { plural, print } from "./outcome.ts";
import { openProgress } from "./progress.ts";
import { configFromEnvironment } from "./stores.ts";

export function addKeysCommands(program: Command): void {
  const keys = program.command("keys").description("The key ring that encrypts secrets at rest");
  keys
    .command("rotate")
    .description(
      "Re-encrypt every secret: with a new key if the service owns its key ring file, or with the first key of the ring you provide. Running servers are not interrupted.",
    )
    .option("--json", "print one JSON object")
    .action(rotate);
}

async function rotate({ json }: { json?: true }): Promise<void> {
  const config = configFromEnvironment();
  // The other nodes have other key files, so they could not open what the new key seals.
  if (isShared(config) && ownsKeyFile(config)) {
    throw new Error(
      "on PostgreSQL, a new key must be in the ring of every server before it encrypts: give all of them the same ring with COUNTERSIGN_KEYS_FILE or COUNTERSIGN_KEYS, add the new key after the first one, restart them, put it first, restart them, and then rotate",
    );
  }
  await using _held = await holdKeys(config);
  // It is opened first, so that the ring of another database is rejected before it gets another key.
  await using stores = await openStores(config, unlogged);
  const { ledger, keys } = stores;
  const isOurs = config.database !== ":memory:" && ownsKeyFile(config) && "file" in config.keys;
  const keyId = isOurs ? addKeyToFile(config.keys.file) : (keys.keyIds[0] ?? "");
  await ledger.sealUnder(keyId);
  using progress = openProgress({ json });
  const of = process.stderr.isTTY ? await secretsIn(ledger) : undefined;
  let position: ResealPosition | undefined = { column: 0 };
  let resealed = 0;
  while (position !== undefined) {
    const began = performance.now();
    const step = await ledger.reseal(position);
    resealed += step.resealed;
    progress.show({ done: resealed, of, unit: "secrets" });
    position = step.next;
    if (step.resealed > 0) {
      await setTimeout(Math.max(pauseMs, performance.now() - began));
    }
  }
  progress.clear();
  await ledger.record({ ...byCommandLine(Date.now()), name: "keys.rotated", details: { keyId } });
  print(json, { key_id: keyId, resealed }, [
    `${plural(resealed, "secret is", "secrets are")} now encrypted with key ${keyId}`,
  ]);
}

/** About as many as there are: those of sign-ins and the log of requests are not counted. */
async function secretsIn(ledger: Ledger): Promise<number> {
  const { applications, accessTokens, bearerTokens } = await ledger.recordCounts();
  return applications + accessTokens + bearerTokens;
}

/** Longer than the sleep of a server that waits for a step to end: SQLite sleeps 1, 2, 5, 10, 15 and then 20 ms. */
const pauseMs = 25;
