/**
 * A program: `ledger-on-failing-disk.ts LEDGER RULES` creates an account after each of these failures of its disk. The
 * disk is the one of failing-disk.ts, and RULES is the file of its rules. It prints the outcome of each write
 * (`Written[]`), and copies the ledger's files into a directory `after-N` beside it, as a kill at that moment would
 * leave them.
 */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mintUserId } from "../../src/domain/credentials.ts";
import { openSqliteLedger } from "../../src/storage/sqlite/ledger.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";
import { keySource } from "../../src/tools/keys/key-sources.ts";

export interface Written {
  /** `ok`, or the error's class and message. */
  readonly outcome: string;
  readonly problems: readonly string[];
  /** How many open handles this process has on the ledger's file. */
  readonly open: number;
}

const failures = [
  // Failures of moving the log into the ledger, which is tried after the first write, and again fifteen seconds later.
  ["sync .db", "write .db"],
  ...[["sync-once -wal"], [], ["sync-once -wal"], ["sync -wal"], ["sync -wal"], []],
  // A failure of the log itself: nothing of the write exists.
  ["write -wal"],
];

const [path = "", rules = ""] = process.argv.slice(2);
const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };
const keys = new KeyRing(keySource(keysFrom));
const beginning = Promise.withResolvers<string>();
const ledger = await openSqliteLedger({
  ...{ path, keys, keysFrom },
  committed: () => {},
  onProblem: beginning.resolve,
});
const written: Written[] = [];
for (const [at, failure] of failures.entries()) {
  rmSync(rules, { force: true });
  if (failure.length > 0) writeFileSync(rules, `${failure.join("\n")}\n`);
  const outcome = await outcomeOf(createAccount(`after${at}`));
  if (at === 0) await beginning.promise;
  const problems = ledger.problems().map((one) => one.reason);
  written.push({ outcome, problems, open: timesOpen() });
  const copy = join(dirname(path), `after-${at}`);
  mkdirSync(copy);
  for (const end of ["", "-wal"]) copyFileSync(path + end, join(copy, `ledger.db${end}`));
}
await ledger[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify(written));

function createAccount(screenName: string): Promise<unknown> {
  const account = { screenName, name: "", email: "", passwordHash: "$" as const, now: 1 };
  return ledger.createUser(
    { id: mintUserId(randomBytes), ...account },
    { at: 1, actor: "service" },
  );
}

function timesOpen(): number {
  const { ino } = statSync(path);
  const files = readdirSync("/proc/self/fd").map((name) => join("/proc/self/fd", name));
  return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.ino === ino).length;
}

async function outcomeOf(write: Promise<unknown>): Promise<string> {
  try {
    await write;
    return "ok";
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  }
}
