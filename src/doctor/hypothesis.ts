import type { Cause } from "./cause.ts";
import type { Known } from "./known.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import type { Signing } from "./signing.ts";

export interface Facts {
  readonly request: PastedRequest;
  readonly signing: Signing;
  readonly known: Known;
}

export interface Change {
  /** The cause, if the signature matches with this change. */
  readonly cause: Cause;
  /** Two changes of the same part of a signing are not combined. */
  readonly parts: readonly Part[];
  /** From 1 (very common) to 4 (very rare). Common ones are tried first, and win if two explain the same. */
  readonly weight: 1 | 2 | 3 | 4;
  /** Returns the same value if there is nothing to change. */
  readonly apply: (signing: Signing) => Signing;
}

/** Only two changes of `encoding` can be combined: each changes what the other leaves. `one:NAME` is one parameter. */
export type Part =
  | "method"
  | "origin"
  | "path"
  | "parameters"
  | `one:${string}`
  | "encoding"
  | "order"
  | "consumer secret"
  | "token secret"
  | "join";

/** A hypothesis: one possible error, with all the changes that would confirm it. */
export type Hypothesis = (facts: Facts) => readonly Change[];
