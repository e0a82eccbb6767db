/**
 * Packs values for another thread. A structured clone would drop the private value of a `Secret`, so a secret
 * crosses as a marked text. A clone would also silently turn other class instances into plain objects. These,
 * and everything else that would not arrive unchanged, are rejected with a TypeError.
 */
import { ConfigurationRejected } from "../../domain/application-configuration.ts";
import { Secret } from "../../domain/credentials.ts";
import {
  BeyondApiKey,
  OutcomeUnknown,
  RequestClaimed,
  RoleEnded,
  SessionEnded,
  StoreFailure,
} from "../../domain/errors.ts";
import type { WriteName } from "../sql/write.ts";
import type { Outcome } from "./write-batch.ts";

/**
 * Throws TypeError for functions, symbols, cycles, instances of classes other than `Secret` and `Uint8Array`,
 * and for arrays and objects with anything besides elements or enumerable properties. A `Buffer` arrives as a
 * plain `Uint8Array`.
 */
export function packed(value: unknown): unknown {
  return packedAt(value, 0);
}

export function unpacked(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(unpacked);
  if (secretMark in value) return new Secret(String(value[secretMark]));
  return mapped(value, unpacked);
}

/** The messages of the writing thread: outcomes in the order of the writes, and its problems. */
export type ThreadMessage =
  | { readonly outcomes: readonly unknown[]; readonly commitProblem: string | undefined }
  | { readonly checkpointProblem: string | undefined }
  | { readonly isOpen: true };

/** Errors cross as text, with their kind. Never throws. */
export function packedOutcome(outcome: Outcome): unknown {
  if (!outcome.ok) return packedFailure(outcome.error);
  try {
    return { ...outcome, value: packed(outcome.value) };
  } catch (error) {
    // It is committed all the same.
    return packedFailure(error);
  }
}

function packedFailure(error: unknown): unknown {
  const isError = error instanceof Error;
  return {
    ok: false,
    error: {
      kind: kindOf(error),
      message: isError ? error.message : String(error),
      stack: isError ? error.stack : undefined,
    },
  };
}

type FailureKind =
  | "outcome-unknown"
  | "store"
  | "session-ended"
  | "role-ended"
  | "request-claimed"
  | "beyond-api-key"
  | "configuration-rejected"
  | "fault";

function kindOf(error: unknown): FailureKind {
  if (error instanceof OutcomeUnknown) return "outcome-unknown";
  if (error instanceof StoreFailure) return "store";
  if (error instanceof RoleEnded) return "role-ended";
  if (error instanceof BeyondApiKey) return "beyond-api-key";
  if (error instanceof RequestClaimed) return "request-claimed";
  if (error instanceof ConfigurationRejected) return "configuration-rejected";
  return error instanceof SessionEnded ? "session-ended" : "fault";
}

const failures = {
  "outcome-unknown": OutcomeUnknown,
  store: StoreFailure,
  "session-ended": SessionEnded,
  "role-ended": RoleEnded,
  "request-claimed": RequestClaimed,
  "beyond-api-key": BeyondApiKey,
  "configuration-rejected": ConfigurationRejected,
  fault: Error,
} as const;

/** The caller states `Name`, because messages have no types. */
export function unpackedOutcome<Name extends WriteName>(message: unknown): Outcome<Name> {
  const outcome = message as
    | (Outcome<Name> & { ok: true })
    | { ok: false; error: { kind: FailureKind; message: string; stack?: string } };
  if (outcome.ok) {
    return { ...outcome, value: unpacked(outcome.value) as typeof outcome.value };
  }
  const { kind, message: text, stack } = outcome.error;
  const error = new failures[kind](text);
  if (stack !== undefined) error.stack = stack;
  return { ok: false, error };
}

const secretMark = "\0secret";

/** The deepest nesting. Anything deeper must be a cycle. */
const deepest = 50;

function packedAt(value: unknown, depth: number): unknown {
  if (typeof value === "function" || typeof value === "symbol") throw cannotCarry(typeof value);
  if (value instanceof Secret) return { [secretMark]: value.reveal() };
  if (value instanceof Uint8Array) return packedBytes(value);
  if (!isContainer(value)) return value;
  if (depth > deepest) throw cannotCarry("cycle");
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (prototype !== Array.prototype) throw cannotCarry(`instance of ${value.constructor.name}`);
    // Its elements and its length.
    if (propertiesOf(value) !== value.length + 1) {
      throw cannotCarry("array with holes or properties");
    }
    return value.map((one) => packedAt(one, depth + 1));
  }
  if (prototype !== Object.prototype && prototype !== null) {
    throw cannotCarry(`instance of ${value.constructor.name}`);
  }
  if (propertiesOf(value) !== Object.keys(value).length) {
    throw cannotCarry("symbol or property that is not enumerable");
  }
  if (secretMark in value) throw cannotCarry("object that looks like a secret");
  return mapped(value, (one) => packedAt(one, depth + 1));
}

/** Together these two cost a fifth of `Reflect.ownKeys`. */
function propertiesOf(value: object): number {
  return Object.getOwnPropertyNames(value).length + Object.getOwnPropertySymbols(value).length;
}

/** A clone copies the whole underlying memory; for a small `Buffer` that is the pool with everything else in it. */
function packedBytes(bytes: Uint8Array): Uint8Array {
  const prototype: unknown = Object.getPrototypeOf(bytes);
  if (prototype !== Uint8Array.prototype && prototype !== Buffer.prototype) {
    throw cannotCarry(`instance of ${bytes.constructor.name}`);
  }
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

function cannotCarry(what: string): TypeError {
  return new TypeError(`a ${what} cannot cross to another thread`);
}

function isContainer(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}

function mapped(
  value: Record<string, unknown>,
  each: (value: unknown) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    // Setting it would change the prototype of the copy.
    if (name === "__proto__") throw cannotCarry(name);
    copy[name] = each(value[name]);
  }
  return copy;
}
