/** Checks the database and the key ring, with or without a running server. Nothing is changed. */
import type { Config } from "../../config/config.ts";
import { ConfigProblem } from "../../config/row.ts";
import { withDefaultDatabase } from "../../config/storage.ts";
import { dayMs } from "../../domain/day.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { exists, type Inspected, inspectStores, isShared } from "../stores.ts";
import { aheadOf, type OtherClock } from "./clock.ts";
import { type Finding, failure, ok, reasonOf, skipped, warning } from "./finding.ts";

export interface CheckedStores {
  readonly findings: readonly Finding[];
  /** This is undefined if there is no ring, or it is not the one of the database. */
  readonly keys: KeyRing | undefined;
  /** The events that wait for each receiver; undefined if the database can't be read. */
  readonly receivers: Inspected["receivers"];
  /** The database server's. It has none if it can't be reached, or on SQLite. */
  readonly clocks: readonly OtherClock[];
  readonly latestEvent: Inspected["latestEvent"];
  /** Undefined if the database can't be read. */
  readonly lastOf: Inspected["lastOf"] | undefined;
}

export async function checkStores(config: Config): Promise<CheckedStores> {
  try {
    const before = Date.now();
    const { inspected, keys } = await inspectStores(config);
    const { clock } = inspected;
    return {
      findings: [
        ledger(config, inspected),
        ...(await leftByMove(config)),
        ring(config, inspected, keys),
      ],
      keys: inspected.ringProblem === undefined ? keys : undefined,
      receivers: inspected.receivers,
      clocks:
        clock === undefined
          ? []
          : [{ whose: "the database server", ahead: aheadOf(clock, before, Date.now()) }],
      latestEvent: inspected.latestEvent,
      lastOf: inspected.lastOf,
    };
  } catch (error) {
    const about = error instanceof ConfigProblem ? "key ring" : "database";
    const fix =
      about === "key ring"
        ? "Put the correct key ring there, readable only by this account"
        : "Make it reachable for this account: check the disk, the database server, and the settings";
    const findings = [failure(about, reasonOf(error), fix)];
    const unknown = {
      keys: undefined,
      receivers: undefined,
      latestEvent: undefined,
      lastOf: undefined,
    };
    return { ...unknown, findings, clocks: [] };
  }
}

function ledger(
  { database }: Config,
  { exists, missing, unknown, movedProblem }: Inspected,
): Finding {
  if (movedProblem !== undefined) {
    return failure(
      "database",
      movedProblem,
      "Run this with the settings of the servers; delete the file once you no longer need it",
    );
  }
  if (!exists)
    return skipped("database", `There is no database ${database} yet; the first start creates it`);
  if (unknown.length > 0) {
    return failure(
      "database",
      `A later version has changed the schema of ${database}: ${unknown.join(", ")}`,
      "Run that version, or restore an older backup",
    );
  }
  if (missing.length > 0) {
    return warning(
      "database",
      `${database} has the schema of an earlier version; ${missing.join(", ")} will run at the next start`,
      "Create a backup, then run `countersign migrate` or start the service",
    );
  }
  return ok("database", `${database} can be read and has this version's schema`);
}

/** Whether a SQLite database is in the data directory of a server on PostgreSQL. */
async function leftByMove(config: Config): Promise<readonly Finding[]> {
  const initial = withDefaultDatabase(config);
  const { database } = initial;
  if (!isShared(config) || !exists(database)) return [];
  const { inspected } = await inspectStores(initial);
  if (inspected.movedProblem !== undefined) {
    const message = `${database} is left from the move to PostgreSQL, and no server can use it; delete it once you don't need it`;
    return [ok("database", message)];
  }
  return [
    warning(
      "database",
      `${database} isn't the database of these settings, and wasn't marked by \`countersign move\`: a server that is started with it accepts what has been revoked in PostgreSQL`,
      "Delete it, or take it out of the data directory",
    ),
  ];
}

function ring(
  { keys: from }: Config,
  { exists, missing, ringProblem, lastOf }: Inspected,
  keys: KeyRing | undefined,
): Finding {
  const name = "file" in from ? from.file : "COUNTERSIGN_KEYS";
  if (ringProblem !== undefined)
    return failure(
      "key ring",
      ringProblem,
      "Restore the original key ring: the secrets can't be decrypted without it",
    );
  if (keys === undefined)
    return skipped("key ring", `There is no key ring ${name} yet; the first start creates it`);
  const count = `${keys.keyIds.length} ${keys.keyIds.length === 1 ? "key" : "keys"}`;
  if (!exists || missing.length > 0) return ok("key ring", `${name} has ${count}`);
  const rotated = lastOf["keys.rotated"];
  const message = `${name} has ${count} and matches this database`;
  if (rotated === undefined || Date.now() - rotated > dayMs) return ok("key ring", message);
  return ok(
    "key ring",
    `${message}; the keys were rotated at ${new Date(rotated).toISOString()}, so copy the ring to its backup again, and keep the previous keys for backups from before`,
  );
}
