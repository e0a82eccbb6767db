/**
 * Passwords: argon2id (RFC 9106) in a bounded queue, so that a burst of sign-ins takes neither all
 * threads nor all memory from token traffic. Kept in PHC string form, so that costs can rise later.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { StoreFailure } from "../domain/refusals.ts";

export interface Passwords {
  /** The PHC string to keep. Throws `StoreFailure` if too much is waiting. */
  hash(password: string): Promise<string>;
  /** `kept` undefined (nobody has that name) costs the same and is false. Throws `StoreFailure` if too much is waiting. */
  verify(password: string, kept: string | undefined): Promise<boolean>;
}

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Two of the four threads of Node's pool, at 19 MiB each; who waits behind 64 others waits too long. */
const atOnce = 2;
const mostWaiting = 64;

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  // Costs what a real one costs, and no password opens it.
  const nobody = phc(randomBytes(16), randomBytes(tagLength));

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return phc(salt, await inTurn(() => derive(password, salt, cost)));
    },
    async verify(password, kept) {
      const parsed = parsePhc(kept ?? nobody);
      const tag = await inTurn(() => derive(password, parsed.salt, parsed.cost));
      return timingSafeEqual(tag, parsed.tag) && kept !== undefined;
    },
  };

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new StoreFailure("too many passwords are waiting");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody overtakes the queue.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
}

function derive(password: string, salt: Uint8Array, costs: typeof cost): Promise<Buffer> {
  const options = { message: password.normalize("NFKC"), nonce: salt, tagLength, ...costs };
  return new Promise((resolve, reject) => {
    argon2("argon2id", options, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function phc(salt: Uint8Array, tag: Uint8Array): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function parsePhc(text: string): { cost: typeof cost; salt: Buffer; tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (found === null) throw new Error("a kept password is not in PHC string form");
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
