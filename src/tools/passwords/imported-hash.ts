/**
 * A hash of another system is used until its owner signs in; then one of ours replaces it
 * (src/accounts/check-password.ts). Its cost is bounded at import, because anonymous callers who try a name
 * make the service pay it.
 */
import { argon2, pbkdf2, scrypt, timingSafeEqual } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { PasswordHash } from "../../domain/credentials.ts";

/** A hash that is stored as imported has this prefix. */
export const importedMark = "imported:";

/**
 * docs/guide/migrate.md lists the largest costs. A bound on a product does not bound what one factor costs by itself:
 * 4,096 passes over 128 KiB in 16 lanes take 18 seconds, because each starts its lanes again.
 */
const most = {
  memory: 128 * 1024 * 1024,
  /** The unit is KiB of argon2id, times passes. */
  argon2Work: 2 ** 19,
  passes: 64,
  lanes: 16,
  bcryptCost: 14,
  /** The product N·r·p of scrypt is bounded. */
  scryptWork: 2 ** 20,
  /** r and p of scrypt are each bounded. */
  scryptFactor: 64,
  /** PBKDF2's iterations count for all blocks of the hash together. */
  iterations: 2_000_000,
} as const;

/** Each of PBKDF2's blocks takes all iterations (RFC 8018 §5.2). */
const blockBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

type Parsed =
  | {
      readonly by: "argon2id";
      readonly memory: number;
      readonly passes: number;
      readonly parallelism: number;
      readonly salt: Buffer;
      readonly tag: Buffer;
    }
  | { readonly by: "bcrypt"; readonly cost: number; readonly text: string }
  | {
      readonly by: "scrypt";
      readonly N: number;
      readonly r: number;
      readonly p: number;
      readonly salt: Buffer;
      readonly tag: Buffer;
    }
  | {
      readonly by: "pbkdf2";
      readonly digest: string;
      readonly iterations: number;
      readonly salt: Buffer;
      readonly tag: Buffer;
    };

/** No message about a wrong hash repeats it. */
export function keptHash(
  text: string,
): { readonly passwordHash: PasswordHash } | { readonly problem: string } {
  if (text.length > longest) return { problem: `the hash has more than ${longest} characters` };
  // The service's own format needs no replacement.
  if (own.test(text)) return { passwordHash: text as PasswordHash };
  const parsed = parse(text);
  if (parsed === undefined) {
    return {
      problem:
        "the hash isn't argon2id, bcrypt, scrypt, or PBKDF2 in a format that docs/guide/migrate.md lists",
    };
  }
  const problem = problemWith(parsed);
  return problem === undefined ? { passwordHash: `${importedMark}${text}` } : { problem };
}

export function withoutMark(passwordHash: PasswordHash): string {
  return passwordHash.startsWith(importedMark)
    ? passwordHash.slice(importedMark.length)
    : passwordHash;
}

export function isImported(passwordHash: PasswordHash): boolean {
  return passwordHash.startsWith(importedMark);
}

/** Other systems use different Unicode forms, so two are tried. Rejects if the stored text is no hash. */
export async function verifyImported(
  password: string,
  passwordHash: PasswordHash,
): Promise<boolean> {
  const parsed = parse(withoutMark(passwordHash));
  if (parsed === undefined) throw new Error("a stored password has an unknown format");
  const texts = new Set([password, password.normalize("NFKC")]);
  let right = false;
  for (const text of texts) right = (await matches(text, parsed)) || right;
  return right;
}

const longest = 512;
const own = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
const base64 = "[A-Za-z0-9+/.]{1,200}={0,2}";

/** Reads PHC strings, passlib's variant with a dot for a plus, bcrypt's format, and Django's PBKDF2. */
function parse(text: string): Parsed | undefined {
  if (text.startsWith("$argon2id$")) return parseArgon2(text);
  if (/^\$2[aby]\$/.test(text)) return parseBcrypt(text);
  if (text.startsWith("$scrypt$")) return parseScrypt(text);
  return parsePbkdf2(text);
}

function parseArgon2(text: string): Parsed | undefined {
  const shape = new RegExp(
    `^\\$argon2id\\$v=19\\$m=(\\d{1,9}),t=(\\d{1,5}),p=(\\d{1,3})\\$(${base64})\\$(${base64})$`,
  );
  const [, memory, passes, parallelism, salt = "", tag = ""] = shape.exec(text) ?? [];
  if (memory === undefined) return undefined;
  return {
    by: "argon2id",
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: bytes(salt),
    tag: bytes(tag),
  };
}

function parseBcrypt(text: string): Parsed | undefined {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text) ?? [];
  return cost === undefined ? undefined : { by: "bcrypt", cost: Number(cost), text };
}

function parseScrypt(text: string): Parsed | undefined {
  const shape = new RegExp(
    `^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,4}),p=(\\d{1,4})\\$(${base64})\\$(${base64})$`,
  );
  const [, ln, r, p, salt = "", tag = ""] = shape.exec(text) ?? [];
  if (ln === undefined) return undefined;
  return {
    by: "scrypt",
    N: 2 ** Number(ln),
    r: Number(r),
    p: Number(p),
    salt: bytes(salt),
    tag: bytes(tag),
  };
}

function parsePbkdf2(text: string): Parsed | undefined {
  const shape = new RegExp(
    `^\\$pbkdf2(?:-(sha1|sha256|sha512))?\\$(?:i=)?(\\d{1,9})(?:,l=\\d{1,3})?\\$(${base64})\\$(${base64})$`,
  );
  const [, digest = "sha1", iterations, salt = "", tag = ""] = shape.exec(text) ?? [];
  if (iterations !== undefined) {
    return {
      by: "pbkdf2",
      digest,
      iterations: Number(iterations),
      salt: bytes(salt),
      tag: bytes(tag),
    };
  }
  // Django's salt is a text and used as it is.
  const [, hash = "", count, words = "", end = ""] =
    new RegExp(
      `^pbkdf2_(sha1|sha256)\\$(\\d{1,9})\\$([\\x21-\\x23\\x25-\\x7e]{1,100})\\$(${base64})$`,
    ).exec(text) ?? [];
  if (count === undefined) return undefined;
  return {
    by: "pbkdf2",
    digest: hash,
    iterations: Number(count),
    salt: Buffer.from(words, "latin1"),
    tag: bytes(end),
  };
}

function bytes(text: string): Buffer {
  return Buffer.from(text.replaceAll(".", "+"), "base64");
}

function problemWith(parsed: Parsed): string | undefined {
  if (parsed.by === "bcrypt") {
    const fits = parsed.cost >= 4 && parsed.cost <= most.bcryptCost;
    return fits ? undefined : `bcrypt's cost is from 4 to ${most.bcryptCost}`;
  }
  // With only a few bytes, many passwords would match.
  if (parsed.tag.length < 16 || parsed.tag.length > 64) return "the hash itself has 16 to 64 bytes";
  if (parsed.salt.length < 1) return "the hash has no salt";
  switch (parsed.by) {
    case "argon2id": {
      const { memory, passes, parallelism, salt } = parsed;
      if (salt.length < 8) return "argon2id's salt has at least 8 bytes";
      const fits =
        memory * 1024 <= most.memory &&
        memory * passes <= most.argon2Work &&
        memory >= 8 * parallelism;
      const isWithin = passes <= most.passes && parallelism <= most.lanes;
      return fits && isWithin && passes >= 1 && parallelism >= 1
        ? undefined
        : `argon2id's costs are out of bounds: at most m=${most.memory / 1024}, t=${most.passes} and p=${most.lanes}, m times t at most ${most.argon2Work}`;
    }
    case "scrypt": {
      const { N, r, p } = parsed;
      const fits = 128 * N * r <= most.memory && N * r * p <= most.scryptWork;
      const areWithin = [r, p].every((one) => one >= 1 && one <= most.scryptFactor);
      // RFC 7914 §2: N is less than 2^(128·r/8).
      return fits && areWithin && N >= 2 && N < 2 ** (16 * r)
        ? undefined
        : `scrypt's costs are out of bounds: r and p at most ${most.scryptFactor}, 128·N·r at most ${most.memory}, N·r·p at most ${most.scryptWork}, N less than 2^(16·r)`;
    }
    default: {
      const { iterations, tag, digest } = parsed;
      const blocks = Math.ceil(tag.length / (blockBytes[digest] ?? 1));
      return iterations >= 1 && iterations * blocks <= most.iterations
        ? undefined
        : `PBKDF2 has at most ${most.iterations} iterations, divided by the blocks of the hash`;
    }
  }
}

async function matches(password: string, parsed: Parsed): Promise<boolean> {
  if (parsed.by === "bcrypt") return matchesBcrypt(password, parsed.text);
  const tag = await derived(password, parsed);
  return tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag);
}

function derived(password: string, parsed: Exclude<Parsed, { by: "bcrypt" }>): Promise<Buffer> {
  const { salt, tag } = parsed;
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Buffer) => (error ? reject(error) : resolve(result));
    switch (parsed.by) {
      case "argon2id": {
        const { memory, passes, parallelism } = parsed;
        const options = {
          message: password,
          nonce: salt,
          tagLength: tag.length,
          memory,
          passes,
          parallelism,
        };
        argon2("argon2id", options, done);
        return;
      }
      case "scrypt": {
        const { N, r, p } = parsed;
        // scrypt needs a little more memory for its blocks.
        scrypt(
          password,
          salt,
          tag.length,
          { N, r, p, maxmem: 128 * r * (N + 2 + p) + 2 ** 20 },
          done,
        );
        return;
      }
      default:
        pbkdf2(password, salt, parsed.iterations, tag.length, parsed.digest, done);
    }
  });
}

/** It can take seconds in JavaScript, in which no request would get a response without a thread. */
function matchesBcrypt(password: string, hash: string): Promise<boolean> {
  // The installed package is JavaScript.
  const thisFile = import.meta.url;
  const file = thisFile.endsWith(".js") ? "./bcrypt-thread.js" : "./bcrypt-thread.ts";
  const worker = new Worker(new URL(file, thisFile), { workerData: { password, hash } });
  return new Promise((resolve, reject) => {
    worker.once("message", (right: unknown) => resolve(right === true));
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended without a result")));
  });
}
