/** Values on their way between threads: a structured clone would drop a Secret's private value, so it travels as a marked text. */
import { Secret } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import type { Outcome } from "./write.ts";

export function packed(value: unknown): unknown {
  if (value instanceof Secret) return { [secretMark]: value.reveal() };
  return mapped(value, packed);
}

export function unpacked(value: unknown): unknown {
  if (typeof value === "object" && value !== null && secretMark in value) {
    return new Secret(String(value[secretMark]));
  }
  return mapped(value, unpacked);
}

/** Errors cross as text: the main thread has to know only whether the store failed. */
export function packedOutcome(outcome: Outcome): unknown {
  if (outcome.ok) return { ...outcome, value: packed(outcome.value) };
  const { error } = outcome;
  return {
    ok: false,
    error: {
      store: error instanceof StoreFailure,
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    },
  };
}

export function unpackedOutcome(outcome: unknown): Outcome {
  const packedOne = outcome as
    | (Outcome & { ok: true })
    | { ok: false; error: { store: boolean; message: string; stack?: string } };
  if (packedOne.ok) return { ...packedOne, value: unpacked(packedOne.value) };
  const { store, message, stack } = packedOne.error;
  const error = store ? new StoreFailure(message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return { ok: false, error };
}

const secretMark = "\0secret";

function mapped(value: unknown, each: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)]));
}
