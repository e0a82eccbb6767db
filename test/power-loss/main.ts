/**
 * `npm run power-loss -- [--cuts 500] [--changes 300] [--seed 1] [ext4] [xfs]`: what a service has confirmed is there
 * after the power fails.
 *
 * A workload runs on a file system whose disk logs its writes and flushes. Then the power is cut at that many places of
 * the log: what was flushed is on the disk, and of what was written since, a random half of the blocks. For each cut
 * the file system is mounted, which recovers it, the service starts, and everything that was confirmed before the cut
 * is compared. Needs root, loop devices, and Debian's libfuse3-dev, fuse3, pkg-config, gcc and xfsprogs.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mulberry32 } from "../support/mulberry32.ts";
import { type FileSystem, fileSystems, loggedDisk, makeImage, mounted } from "./disk.ts";
import type { Fact } from "./fact.ts";
import { type DiskRecord, readLog } from "./log.ts";
import { servedFrom } from "./served-from.ts";

/** What current disks write as a whole or not at all. File systems need that for their superblocks. */
const block = 4096;

const { values, positionals } = parseArgs({
  options: {
    cuts: { type: "string", default: "500" },
    changes: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
  },
  allowPositionals: true,
});
const wanted = fileSystems.filter((one) => positionals.length === 0 || positionals.includes(one));
if (wanted.length < positionals.length) throw new Error(`the file systems are ${fileSystems}`);
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9][0-9]*$/.test(value)) throw new Error(`--${name} takes a number above 0`);
}
let failures = 0;
for (const kind of wanted) failures += await cutOn(kind);
process.exitCode = failures === 0 ? 0 : 1;

async function cutOn(kind: FileSystem): Promise<number> {
  const work = mkdtempSync(join(tmpdir(), "countersign-power-"));
  try {
    const before = join(work, "before");
    const log = join(work, "log");
    makeImage(before, kind);
    await runWorkload(before, log, work);
    const records = readLog(log);
    const ready = records.findIndex((one) => one.is === "fact");
    const random = mulberry32(Number(values.seed));
    const places = Array.from(
      { length: Number(values.cuts) },
      () => ready + 1 + Math.floor(random() * (records.length - ready)),
    ).toSorted((one, other) => one - other);
    return await compareAll(places, { records, random, before, work, kind });
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function runWorkload(before: string, log: string, work: string): Promise<void> {
  const image = join(work, "image");
  copyFileSync(before, image);
  await using disk = await loggedDisk(image, { log, work });
  const data = join(disk.directory, "data");
  mkdirSync(data, { mode: 0o700 });
  const program = fileURLToPath(new URL("./workload.ts", import.meta.url));
  const args = ["--disable-warning=ExperimentalWarning", program, data, disk.marks, values.changes];
  execFileSync(process.execPath, args, { stdio: "inherit" });
}

interface Run {
  readonly records: readonly DiskRecord[];
  readonly random: () => number;
  readonly before: string;
  readonly work: string;
  readonly kind: FileSystem;
}

async function compareAll(
  places: readonly number[],
  { records, random, before, work, kind }: Run,
): Promise<number> {
  const flushed = openSync(before, "r+");
  const facts: Fact[] = [];
  let pending: DiskRecord[] = [];
  let at = 0;
  let [lost, afterWrite, compared] = [0, 0, 0];
  for (const place of places) {
    for (; at < place; at += 1) {
      const record = records[at];
      if (record?.is === "fact") facts.push(record.fact);
      if (record?.is === "write") pending.push(record);
      if (record?.is !== "flush") continue;
      for (const one of pending) writeBlocks(flushed, one, () => true);
      pending = [];
    }
    const after = join(work, "after");
    execFileSync("cp", ["--sparse=always", before, after]);
    const file = openSync(after, "r+");
    for (const one of pending) writeBlocks(file, one, () => random() < 0.5);
    if (pending.length > 0) afterWrite += 1;
    for (const problem of await problemsAfter(after, join(work, "recovered"), facts)) {
      lost += 1;
      console.log(`${kind}, cut at ${place} of ${records.length}: ${problem}`);
    }
    compared += facts.length;
    rmSync(after);
  }
  const flushes = records.filter((one) => one.is === "flush").length;
  console.log(
    `${kind}: ${places.length} cuts, ${afterWrite} of them after a write that was not flushed, in ${records.length} records with ${flushes} flushes; ${compared} facts compared, ${lost} problems`,
  );
  return lost;
}

function writeBlocks(file: number, record: DiskRecord, isKept: () => boolean): void {
  if (record.is !== "write") return;
  for (let at = 0; at < record.data.length; at += block) {
    if (isKept())
      writeSync(file, record.data, at, Math.min(block, record.data.length - at), record.at + at);
  }
}

async function problemsAfter(
  image: string,
  directory: string,
  facts: readonly Fact[],
): Promise<readonly string[]> {
  try {
    using _ = mounted(image, directory);
    await using service = await servedFrom(join(directory, "data"));
    const { ledger } = service.dependencies;
    const revoking = new Set(facts.flatMap((one) => (one.is === "revoking" ? [one.token] : [])));
    const revoked = new Set(facts.flatMap((one) => (one.is === "revoked" ? [one.token] : [])));
    const problems: string[] = [];
    for (const one of facts) {
      if (one.is !== "issued") continue;
      const found = await ledger.accessTokenCredentials(one.key, one.token, Date.now());
      const isRight = found?.access.secret.reveal() === one.secret;
      if (revoked.has(one.token)) {
        if (found !== undefined) problems.push("a token is valid whose revocation was confirmed");
      } else if (found === undefined ? !revoking.has(one.token) : !isRight) {
        problems.push("a token that was issued is lost, or has another secret");
      }
    }
    return problems;
  } catch (error) {
    return [String(error)];
  }
}
