/**
 * A program: `workload.ts DIRECTORY MARKS CHANGES` serves from the data directory, changes it that many times, several
 * at once, and writes a `Fact` into MARKS when a change is confirmed. In the middle, `countersign keys rotate` runs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, writeSync } from "node:fs";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { ConsumerKey } from "../../src/domain/credentials.ts";
import { command } from "../support/process.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import type { Fact } from "./fact.ts";
import { servedFrom } from "./served-from.ts";

const [directory = "", marks = "", changes = ""] = process.argv.slice(2);
const file = openSync(marks, "w");
const note = (fact: Fact) => writeSync(file, JSON.stringify(fact));

await using service = await servedFrom(directory);
const { ledger } = service.dependencies;
note({ is: "ready" });
let left = Number(changes);
const half = left / 2;
let rotation: Promise<void> | undefined;
await Promise.all(Array.from({ length: 4 }, (_, at) => change(`user${at}`)));
await rotation;

async function change(name: string): Promise<void> {
  const user = await makeUser(ledger, name);
  while (left > 0) {
    left -= 1;
    if (left < half) rotation ??= rotate();
    const application = await makeApplication(ledger, user);
    const { token, secret } = await makeAccessToken(ledger, application, user);
    note({ is: "issued", key: application.consumerKey as ConsumerKey, token, secret });
    if (left % 2 === 0) continue;
    note({ is: "revoking", token });
    if (!(await ledger.revokeAccessToken(token, byCommandLine(Date.now())))) throw new Error(token);
    note({ is: "revoked", token });
  }
}

async function rotate(): Promise<void> {
  const env = { ...process.env, COUNTERSIGN_DATA_DIR: directory };
  const child = spawn(command, ["keys", "rotate"], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`keys rotate: exit ${status}`);
  note({ is: "rotated" });
}
