/**
 * How long `countersign import` takes: `node bench/import.ts` makes a file of 1,000 accounts, 100 applications and
 * 100,000 access tokens and imports it twice into a fresh ledger, the second time to pass over what is there. With
 * COUNTERSIGN_DATABASE_URL and COUNTERSIGN_KEYS, into that PostgreSQL.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";

const userCount = 1000;
const applications = 100;
const hash =
  "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b8dWRWJTmaaVObGDK9eKZAz4GA";

const directory = mkdtempSync(join(tmpdir(), "countersign-import-"));
try {
  const file = join(directory, "import.jsonl");
  await writeFile(file);
  for (const what of ["import", "again"]) {
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync("bin/countersign", ["import", file], {
      encoding: "utf8",
      env: { ...process.env, COUNTERSIGN_DATA_DIR: join(directory, "data") },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${what}: ${seconds} s, exit ${status}\n${stdout}${status === 0 ? "" : stderr}`);
  }
} finally {
  rmSync(directory, { recursive: true });
}

async function writeFile(file: string): Promise<void> {
  const stream = createWriteStream(file, { mode: 0o600 });
  const line = (record: object) => stream.write(`${JSON.stringify(record)}\n`);
  const name = (at: number) => `person_${at}`;
  const key = (at: number) => `consumer-key-${at}`;
  const secret = () => randomBytes(30).toString("base64url");
  for (let at = 1; at <= userCount; at += 1) {
    line({ type: "user", id: String(at), screen_name: name(at), password: hash });
  }
  for (let at = 1; at <= applications; at += 1) {
    line({
      ...{ type: "application", owner_id: "1", owner: name(1), name: `Application ${at}` },
      ...{ access: "write", callbacks: [`https://app${at}.example/callback`] },
      ...{ consumer_key: key(at), consumer_secret: secret() },
    });
  }
  for (let at = 0; at < userCount * applications; at += 1) {
    const [user, application] = [1 + (at % userCount), 1 + Math.floor(at / userCount)];
    line({
      ...{ type: "access_token", consumer_key: key(application), user_id: String(user) },
      ...{ screen_name: name(user), access: "write", secret: secret() },
      token: `${user}-${randomBytes(20).toString("hex")}`,
    });
  }
  stream.end();
  await finished(stream);
}
