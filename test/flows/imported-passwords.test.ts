/** Users from another system sign in with their old passwords. */
import assert from "node:assert/strict";
import { pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintUserId, type UserId } from "../../src/domain/credentials.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import { keptHash } from "../../src/tools/passwords/imported-hash.ts";
import { startTestService } from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";

const password = "a long enough password";
const scrypt = scryptSync(password, "some salt", 32, { N: 1024, r: 8, p: 1 });
const pbkdf2 = pbkdf2Sync(password, "some salt", 1000, 32, "sha512");
const salt = Buffer.from("some salt").toString("base64");
const hashes: readonly string[] = [
  `$scrypt$ln=10,r=8,p=1$${salt}$${scrypt.toString("base64")}`,
  `$pbkdf2-sha512$1000$${salt}$${pbkdf2.toString("base64")}`,
];

async function importUser(ledger: Ledger, screenName: string, hash: string): Promise<UserId> {
  const result = keptHash(hash);
  assert.ok("passwordHash" in result);
  const id = mintUserId(randomBytes);
  const [outcome] = await ledger.importRecords(
    {
      records: [
        {
          ...{ kind: "user", id, screenName, name: "", email: "", emailVerified: false },
          ...{
            passwordHash: result.passwordHash,
            isAdmin: undefined,
            notificationsOff: [],
            language: undefined,
            createdAt: 1,
          },
          suspendedBecause: undefined,
        },
      ],
      now: Date.now(),
      dryRun: false,
    },
    byCommandLine(Date.now()),
  );
  assert.deepEqual(outcome, { is: "new" });
  return id;
}

test("303 — the first sign-in with a hash of another system leaves one of ours, and nothing ends", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  for (const [at, hash] of hashes.entries()) {
    const screenName = `carol_${at}`;
    const id = await importUser(ledger, screenName, hash);
    const storedHash = async () => (await ledger.passwordOf(screenName))?.passwordHash ?? "";
    const anonymous = new Visitor(service.baseUrl);
    const wrong = { username: screenName, password: "another long password" };
    const rejected = await anonymous.submit(await anonymous.get("/sign-in"), wrong);
    assert.equal(rejected.status, 422);
    assert.match(await storedHash(), /^imported:/, "a wrong password leaves it as it is");

    const user = { id, screenName, password };
    const revocations = async () => (await ledger.revocations({ after: 0, size: 99 })).rows.length;
    const before = await revocations();
    const visitor = await signedIn(service.baseUrl, user);
    assert.match(await storedHash(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await revocations(), before);
    assert.equal((await visitor.get("/account")).status, 200);
    await signedIn(service.baseUrl, user);
    assert.equal((await visitor.get("/account")).status, 200, "the first session stands");
  }
});

test("303 — users who sign in twice at once both get in, and one hash is left", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const id = await importUser(ledger, "bob", hashes[0] ?? "");
  const user = { id, screenName: "bob", password };
  await Promise.all([signedIn(service.baseUrl, user), signedIn(service.baseUrl, user)]);
  assert.match((await ledger.passwordOf("bob"))?.passwordHash ?? "", /^\$argon2id\$/);
  await signedIn(service.baseUrl, user);
});
