/** An import has many lines in each transaction. Records that already exist stay as they are, so it can be repeated. */

import type { SignatureMethod } from "#oauth1";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { Random } from "../../domain/credentials.ts";
import {
  type ImportedKind,
  type ImportedRecord,
  type ImportOutcome,
  importedKinds,
} from "../../domain/imported.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { maxEdge } from "../../tools/icons/bounded-image.ts";
import { openIcons } from "../../tools/icons/icons.ts";
import { type Line, linesOf } from "./lines.ts";
import { BadRecord } from "./members.ts";
import { openPlanned } from "./planned.ts";
import { readRecord } from "./record-line.ts";

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly withAdmins: boolean;
  /** What the service accepts (`COUNTERSIGN_SIGNATURE_METHODS`). */
  readonly signatureMethods: readonly SignatureMethod[];
  readonly random: Random;
  readonly clock: () => number;
  /** Called for each line that was not imported. */
  readonly tell: (problem: LineProblem) => void;
  /** Called after each transaction with the number of lines so far. */
  readonly progress: (lines: number) => void;
  /** Called between two transactions, so that a running server gets its turn. */
  readonly pause: (tookMs: number) => Promise<void>;
}

export interface LineProblem {
  readonly line: number;
  readonly is: "conflict" | "rejected";
  readonly why: string;
}

export interface Imported {
  readonly lines: number;
  /** How many of each kind are new, and how many existed already. */
  readonly counts: Readonly<Record<ImportedKind, { readonly new: number; readonly there: number }>>;
  readonly conflicts: number;
  readonly rejected: number;
}

/** The number of records in one transaction is small enough that a running server waits only milliseconds. */
const atOnce = 1000;
/** The limit for all lines of one transaction, in characters. */
const maxAtOnce = 4_000_000;

/** Throws `StoreFailure`; what was committed stays, and the same import can be run again. */
export async function importRecords(
  ledger: Pick<Ledger, "importRecords">,
  stream: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Imported> {
  const counts = Object.fromEntries(
    importedKinds.map((kind) => [kind, { new: 0, there: 0 }]),
  ) as Record<ImportedKind, { new: number; there: number }>;
  const sum = { lines: 0, conflicts: 0, rejected: 0 };
  const planned = options.dryRun ? openPlanned() : undefined;
  /** Lines that name users and applications whose own lines were not imported are rejected too. */
  const skipped = new Set<string>();
  let batch: { readonly line: number; readonly record: ImportedRecord }[] = [];
  let size = 0;
  const icons = openIcons();

  for await (const line of linesOf(stream)) {
    sum.lines = line.number;
    const record = await drawnAgain(line, readLine(line));
    if (record !== undefined) batch.push({ line: line.number, record });
    size += line.text?.length ?? 0;
    if (batch.length >= atOnce || size >= maxAtOnce) await flush();
  }
  await flush();
  return { ...sum, counts };

  function readLine(line: Line): ImportedRecord | undefined {
    if (line.text === undefined) {
      problem(line.number, "rejected", line.problem ?? "it cannot be read");
      return undefined;
    }
    if (line.text.trim() === "") return undefined;
    try {
      return readRecord(line.text, { ...options, now: options.clock() });
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      problem(line.number, "rejected", error.message);
      return undefined;
    }
  }

  /** An image from the file is never served unchanged; the service encodes it again. */
  async function drawnAgain(
    { number }: Line,
    record: ImportedRecord | undefined,
  ): Promise<ImportedRecord | undefined> {
    if (record?.kind !== "icon") return record;
    const icon = await icons.encodedUnlessOurs(record.icon.image, { network: "import" });
    if (icon !== undefined) return { ...record, icon };
    problem(
      number,
      "rejected",
      `"image" is not a PNG, JPEG or WebP of at most ${maxEdge} by ${maxEdge} pixels, or it is damaged or animated`,
    );
    return undefined;
  }

  async function flush(): Promise<void> {
    size = 0;
    if (batch.length === 0) return;
    const began = performance.now();
    const known = batch.filter(({ line, record }) => {
      const unknown = namedBy(record).find((one) => skipped.has(one));
      if (unknown !== undefined) problem(line, "rejected", `${unknown} was skipped`);
      return unknown === undefined;
    });
    batch = [];
    if (known.length === 0) return;
    const now = options.clock();
    const outcomes = await ledger.importRecords(
      { records: known.map(({ record }) => record), now, dryRun: options.dryRun },
      byCommandLine(now),
    );
    for (const [at, { line, record }] of known.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined) count(line, record, planned?.judge(record, outcome) ?? outcome);
    }
    options.progress(sum.lines);
    await options.pause(performance.now() - began);
  }

  function count(line: number, record: ImportedRecord, outcome: ImportOutcome): void {
    if (!("why" in outcome)) {
      counts[record.kind][outcome.is] += 1;
      return;
    }
    if (record.kind === "user") skipped.add(nameOfUser(record.id));
    if (record.kind === "application") skipped.add(nameOfApplication(record.consumerKey));
    problem(line, outcome.is, outcome.why);
  }

  function problem(line: number, is: LineProblem["is"], why: string): void {
    sum[is === "conflict" ? "conflicts" : "rejected"] += 1;
    options.tell({ line, is, why });
  }
}

/** Returns the users and applications that a record refers to. */
function namedBy(record: ImportedRecord): readonly string[] {
  const { kind } = record;
  return [
    ...("owner" in record ? [nameOfUser(record.owner.id)] : []),
    ...("user" in record ? [nameOfUser(record.user.id)] : []),
    ...("consumerKey" in record && kind !== "application"
      ? [nameOfApplication(record.consumerKey)]
      : []),
  ];
}

function nameOfUser(id: string): string {
  return `the account with the ID ${id}`;
}

function nameOfApplication(consumerKey: string): string {
  return `the application ${consumerKey}`;
}
