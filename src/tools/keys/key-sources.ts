/** A key ring's keys come from a file, or a text from the administrator. */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  fstatSync,
  linkSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { replaceOwnFile, syncDirectory } from "../files/durable-files.ts";
import { readSecretFile } from "../files/secret-file.ts";
import type { KeyMaterial, KeySource } from "./key-ring.ts";

export const keysShape =
  "id:key pairs (key: base64 of 32 bytes), separated by commas or line breaks; the first one encrypts";

export type KeysFrom = { readonly file: string } | { readonly given: string };

export function keySource(from: KeysFrom): KeySource {
  return "file" in from ? keysInFile(from.file) : givenKeys(from.given);
}

/** Reads `id:base64,id:base64`. Throws an Error that describes the problem and quotes no key. */
export function parseKeys(text: string): readonly KeyMaterial[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const keys = entries.map((entry, index) => {
    const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? [];
    const key = Buffer.from(base64 ?? "", "base64");
    if (id === undefined || key.length !== 32) {
      throw new Error(`key ${index + 1} is not of the form ${keysShape}`);
    }
    return { id, key };
  });
  if (keys.length === 0) throw new Error(`there is no key; the form is ${keysShape}`);
  if (new Set(keys.map((one) => one.id)).size < keys.length) {
    throw new Error("two keys have the same id");
  }
  return keys;
}

export function ensureKeyFile(path: string): void {
  if (!existsSync(path)) createKeyFile(path);
}

/** A ring given as text never changes while the process lives. */
function givenKeys(text: string): KeySource {
  const keys = parseKeys(text);
  return () => keys;
}

/** The file is read again at every call. */
function keysInFile(path: string): KeySource {
  return () => {
    const text = readSecretFile(path);
    try {
      return parseKeys(text);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

/**
 * Adds a new key before the others and returns its ID, once file and directory are on disk: secrets encrypted with a
 * key that a power cut takes away would be lost. Two concurrent calls would lose one key, so the caller must hold a
 * lock. Throws an Error if the file would change its owner.
 */
export function addKeyToFile(path: string): string {
  // A symbolic link stays a link: replacing it would leave its target without the new key.
  const file = realpathSync(path);
  const text = readFileSync(file, "utf8");
  const added = newKey(parseKeys(text).map((one) => one.id));
  replaceOwnFile(file, (fresh) => {
    rejectOtherOwner(file, fresh);
    return `${added.text}\n${text}`;
  });
  return added.id;
}

/** Otherwise the service could no longer read its ring, neither now nor at its next start. */
function rejectOtherOwner(path: string, fresh: number): void {
  if (fstatSync(fresh).uid === statSync(path).uid) return;
  throw new Error(
    `${path} belongs to another account, which could not read what this one writes; run this as the service account`,
  );
}

/** If two processes start at once, one creates the file and both use it. */
function createKeyFile(path: string): void {
  const fresh = `${path}.${process.pid}.new`;
  try {
    replaceOwnFile(fresh, `${newKey([]).text}\n`);
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  syncDirectory(dirname(path));
}

function newKey(taken: readonly string[]): { id: string; text: string } {
  for (;;) {
    const id = randomBytes(4).toString("hex");
    if (!taken.includes(id)) return { id, text: `${id}:${randomBytes(32).toString("base64")}` };
  }
}
