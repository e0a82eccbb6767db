/**
 * The password of the tests' users, with a cheap hash, because otherwise sign-ins would cost more than everything else
 * in the tests.
 */
import { argon2Sync, randomBytes } from "node:crypto";
import type { PasswordHash } from "../../src/domain/credentials.ts";
import { hashPassword } from "../../src/tools/passwords/passwords.ts";

export const testPassword = "a long enough password";

let isCostly = false;
let passwordHash: Promise<PasswordHash> | undefined;

/**
 * From now on, users get a hash of the usual cost, for tests about the cost of sign-ins. It lasts until the returned
 * value is disposed of.
 */
export function keepPasswordsCostly(): Disposable {
  choose(true);
  return { [Symbol.dispose]: () => choose(false) };
}

function choose(costly: boolean): void {
  isCostly = costly;
  passwordHash = undefined;
}

/** A PHC string; the same for all users. */
export function testPasswordHash(): Promise<PasswordHash> {
  passwordHash ??= isCostly ? hashPassword(testPassword) : Promise.resolve(cheapHash(testPassword));
  return passwordHash;
}

function cheapHash(password: string): PasswordHash {
  const nonce = randomBytes(16);
  const costs = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync("argon2id", { message: password, nonce, ...costs });
  const [salt, hash] = [nonce, tag].map((one) => one.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}
