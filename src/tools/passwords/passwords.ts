/**
 * argon2id (RFC 9106) runs in a bounded queue, so that sign-ins leave threads and memory to token traffic, and one
 * account or network cannot take the places of others. PHC strings let costs be raised later.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import type { PasswordHash } from "../../domain/credentials.ts";
import type { Requester } from "../../domain/fair-queue.ts";
import { fairTurns } from "../../domain/fair-turns.ts";
import { isImported, verifyImported } from "./imported-hash.ts";

export interface Passwords {
  /** Returns a PHC string. Throws `StoreFailure` if too much is waiting. */
  hash(password: string, by: Requester): Promise<PasswordHash>;
  /**
   * False, at the same cost, above 1,024 UTF-16 units, and if no one has the name (`passwordHash` is
   * undefined). Throws `StoreFailure` if too much is waiting.
   */
  verify(password: string, passwordHash: PasswordHash | undefined, by: Requester): Promise<boolean>;
  waiting(): number;
}

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** With more than 64 waiting, the last would wait too long. Each takes 19 MiB. */
const maxWaiting = { entries: 64, perAccount: 4 };

/** `atOnce`: two are half of the threads of Node's pool. */
/**
 * In UTF-16 units; a new password has at most 128 characters. ICU sorts combining marks in
 * quadratic time: 64 KB take a third of a second.
 */
const maxTyped = 1024;

export function createPasswords(atOnce = 2): Passwords {
  const { inTurn, waiting } = fairTurns(atOnce, maxWaiting, "too many passwords are waiting");
  // Checking it costs as much as a real one, and no password matches it.
  const nobody = phc(randomBytes(16), randomBytes(tagLength));

  return {
    waiting,
    hash: (password, by) => inTurn(by, () => hashPassword(password)),
    async verify(password, passwordHash, by) {
      const isTooLong = password.length > maxTyped;
      const isRight = await matches(isTooLong ? "" : password, passwordHash ?? nobody, by);
      return isRight && !isTooLong && passwordHash !== undefined;
    },
  };

  async function matches(
    password: string,
    passwordHash: PasswordHash,
    by: Requester,
  ): Promise<boolean> {
    if (isImported(passwordHash)) return inTurn(by, () => verifyImported(password, passwordHash));
    const parsed = parsePhc(passwordHash);
    const tag = await inTurn(by, () => derive(password, parsed.salt, parsed.cost));
    return timingSafeEqual(tag, parsed.tag);
  }
}

/** The command line needs no queue. */
export async function hashPassword(password: string, costs = cost): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return phc(salt, await derive(password, salt, costs), costs);
}

function derive(password: string, salt: Uint8Array, costs: typeof cost): Promise<Buffer> {
  const options = { message: password.normalize("NFKC"), nonce: salt, tagLength, ...costs };
  return new Promise((resolve, reject) => {
    argon2("argon2id", options, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function phc(salt: Uint8Array, tag: Uint8Array, costs = cost): PasswordHash {
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function parsePhc(text: string): { cost: typeof cost; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (found === null) throw new Error("a stored password isn't a PHC string");
  const [, memory, passes, parallelism, salt = "", tag = ""] = found;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}
