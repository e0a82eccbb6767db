/** The state of the process, the stores, their files and the deliveries, read at each request for the metrics. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import software from "../../../../package.json" with { type: "json" };
import type { AuditEventName } from "../../../domain/audit.ts";
import { everyItem } from "../../../domain/slice.ts";
import { lastBackupAt, lastVerifiedBackupAt } from "../../../http/actions/last-backup.ts";
import type { MailCounts } from "../../../tools/mail/mail.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import type { DeliveryCounts } from "../delivering/delivery-counts.ts";
import type { StoreState } from "../readiness.ts";
import type { Gauge } from "./metrics.ts";

export interface Watched {
  readonly dependencies: Dependencies;
  readonly states: () => Promise<readonly StoreState[]>;
  readonly draining: () => boolean;
  readonly connections: () => Promise<number>;
  /** Returns undefined if another server terminates TLS. */
  readonly certificateUntil: (() => number) | undefined;
  readonly droppedLines: () => number;
  readonly deliveries: readonly DeliveryCounts[];
  /** In bytes, by the directory. */
  readonly diskFree: () => ReadonlyMap<string, number>;
}

export async function gaugesOf(watched: Watched): Promise<readonly Gauge[]> {
  return [
    ...processGauges(),
    ...(await serviceGauges(watched)),
    ...(await storeGauges(watched)),
    ...(await deliveryGauges(watched)),
  ];
}

function processGauges(): readonly Gauge[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  const startedAt = performance.timeOrigin / 1000;
  return [
    one("process_cpu_seconds_total", "CPU time.", (user + system) / 1e6, true),
    one("process_resident_memory_bytes", "Resident memory.", rss),
    one("process_start_time_seconds", "When the process started.", startedAt),
    one("nodejs_heap_used_bytes", "Heap in use.", heapUsed),
    one(
      "countersign_event_loop_active_seconds_total",
      "Time in which the event loop worked.",
      active / 1000,
      true,
    ),
    one(
      "countersign_event_loop_idle_seconds_total",
      "Time in which the event loop waited.",
      idle / 1000,
      true,
    ),
  ];
}

async function serviceGauges(watched: Watched): Promise<readonly Gauge[]> {
  const { mail, passwords } = watched.dependencies;
  const until = inSeconds(watched.certificateUntil?.());
  const info = [{ version: software.version }, 1] as const;
  return [
    { name: "countersign_build_info", help: "The version, as a label.", samples: [info] },
    one("countersign_draining", "1 while the service is stopping.", watched.draining() ? 1 : 0),
    one(
      "countersign_clock_seconds",
      "The time of the service's clock, to compare with that of Prometheus.",
      watched.dependencies.clock() / 1000,
    ),
    one(
      "countersign_certificate_expiry_timestamp_seconds",
      "When the certificate in use expires.",
      until,
    ),
    one(
      "countersign_connections",
      "Open connections of the public address.",
      await watched.connections(),
    ),
    one(
      "countersign_passwords_waiting",
      "Passwords that are waiting to be hashed.",
      passwords.waiting(),
    ),
    one("countersign_mails_waiting", "Emails that are waiting to be sent.", mail?.waiting() ?? 0),
    ...(mail === undefined ? [] : mailCounters(mail.counts())),
    one(
      "countersign_log_lines_dropped_total",
      "Lines of the log that were lost.",
      watched.droppedLines(),
      true,
    ),
  ];
}

function mailCounters({ sent, failed }: MailCounts): readonly Gauge[] {
  return [
    one("countersign_mails_sent_total", "Emails that the mail server accepted.", sent, true),
    {
      name: "countersign_mail_failures_total",
      help: "Emails that were not sent, by what is wrong.",
      // Each from the start, because Prometheus doesn't see the first increase of a series that begins with it.
      samples: Object.entries(failed).map(([problem, value]) => [{ problem }, value]),
      isCounter: true,
    },
  ];
}

async function storeGauges(watched: Watched): Promise<readonly Gauge[]> {
  const { ledger, ledgerFiles: files } = watched.dependencies;
  const states = await watched.states();
  const wal = files && sizeOf(files.log);
  return [
    {
      name: "countersign_store_up",
      help: "Whether a store responds.",
      samples: states.map(({ store, ready }) => [{ store }, ready ? 1 : 0]),
    },
    {
      name: "countersign_store_ping_seconds",
      help: "How long a store took to respond just now.",
      samples: states.map(({ store, seconds }) => [{ store }, seconds]),
    },
    one(
      "countersign_database_bytes",
      "Size of the database.",
      await orNothing(async () => ledger.bytes()),
    ),
    one("countersign_database_wal_bytes", "Size of the database's write-ahead log.", wal),
    one(
      "countersign_nonce_journal_bytes",
      "Size of the nonce journal.",
      files && sizeIn(files.journal),
    ),
    {
      name: "countersign_disk_free_bytes",
      help: "Free space for the database and the data directory, by the directory; absent on PostgreSQL.",
      samples: [...watched.diskFree()].map(([directory, free]) => [{ directory }, free]),
    },
    one(
      "countersign_last_backup_timestamp_seconds",
      "Time of the last backup that the service knows of; absent on PostgreSQL.",
      inSeconds(await orNothing(() => lastBackupAt(ledger, files))),
    ),
    one(
      "countersign_last_backup_verified_timestamp_seconds",
      "Time of the latest event in the latest backup that was verified; absent if none ever was, and on PostgreSQL.",
      inSeconds(await orNothing(() => lastVerifiedBackupAt(ledger, files))),
    ),
    one(
      "countersign_encryption_key_timestamp_seconds",
      "When the encrypting key was put first in the ring; without a rotation, when the database was created.",
      (await lastOf(ledger, "keys.rotated")) ?? (await beganAt(ledger)),
    ),
    {
      name: "countersign_api_key_expiry_seconds",
      help: "For how long an API key still works, by its name; of the 100 that expire first.",
      samples: (await orNothing(() => apiKeyExpiries(watched.dependencies))) ?? [],
    },
  ];
}

/** A key that has expired has none, so that nothing is left to report once a program has another one. */
async function apiKeyExpiries({ ledger, clock }: Dependencies): Promise<Gauge["samples"]> {
  const now = clock();
  const keys = everyItem(
    (after) => ledger.apiKeys({ after, size: 500 }),
    ({ id }) => id,
  );
  const expiring: { readonly name: string; readonly expiresAt: number }[] = [];
  for await (const { name, expiresAt } of keys) {
    if (expiresAt !== undefined && expiresAt > now) expiring.push({ name, expiresAt });
  }
  return expiring
    .toSorted((one, other) => one.expiresAt - other.expiresAt)
    .slice(0, maxApiKeySamples)
    .map(({ name, expiresAt }) => [{ name }, (expiresAt - now) / 1000]);
}

const maxApiKeySamples = 100;

/** A receiver's label is its host, or `file`. */
async function deliveryGauges({ dependencies, deliveries }: Watched): Promise<readonly Gauge[]> {
  const states = (await orNothing(dependencies.receiverStates)) ?? [];
  const counted = (name: string, help: string, of: "delivered" | "failures"): Gauge => ({
    name,
    help,
    isCounter: true,
    samples: deliveries.map((one) => [{ receiver: one.name }, one[of]]),
  });
  return [
    counted("countersign_deliveries_total", "Events that a receiver has accepted.", "delivered"),
    counted(
      "countersign_delivery_failures_total",
      "Batches that a receiver rejected at least in part.",
      "failures",
    ),
    {
      name: "countersign_deliveries_waiting",
      help: "Events that are waiting for a receiver.",
      samples: states.map(({ name, waiting }) => [{ receiver: name }, waiting]),
    },
    {
      name: "countersign_deliveries_oldest_timestamp_seconds",
      help: "Time of the oldest event that is waiting for a receiver.",
      samples: states.flatMap(({ name, oldest }) =>
        oldest === undefined ? [] : [[{ receiver: name }, oldest / 1000] as const],
      ),
    },
    {
      name: "countersign_deliveries_dropped_total",
      help: "Events that were dropped: too old, or too many.",
      isCounter: true,
      samples: states.map(({ name, dropped }) => [{ receiver: name }, dropped]),
    },
  ];
}

function one(name: string, help: string, value: number | undefined, isCounter?: true): Gauge {
  return {
    name,
    help,
    samples: value === undefined ? [] : [[{}, value]],
    ...(isCounter && { isCounter }),
  };
}

async function lastOf(ledger: Dependencies["ledger"], name: AuditEventName) {
  const found = await orNothing(async () =>
    ledger.eventsBy({ name }, { after: undefined, size: 1 }),
  );
  return inSeconds(found?.[0]?.at);
}

async function beganAt(ledger: Dependencies["ledger"]): Promise<number | undefined> {
  return inSeconds((await orNothing(async () => ledger.recordCounts()))?.since);
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

/** `countersign_store_up` shows a store that fails; the other metrics are still returned. */
async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function sizeIn(directory: string): number {
  try {
    return readdirSync(directory).reduce((sum, name) => sum + sizeOf(join(directory, name)), 0);
  } catch {
    return 0;
  }
}
