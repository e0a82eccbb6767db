import type { Cause } from "./cause.ts";
import type { Known } from "./known.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import type { Signing } from "./signing.ts";

export interface Facts {
  readonly request: PastedRequest;
  /** How the service expects this request to be signed. */
  readonly signing: Signing;
  readonly known: Known;
}

/** One thing that a client may have done differently. */
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

/**
 * Two changes of `encoding` can be combined, because each changes what the other leaves. This holds for no
 * other part. `one:NAME` is a single parameter.
 */
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

/** One idea of what may be wrong, as all the changes that would show it. */
export type Hypothesis = (facts: Facts) => readonly Change[];
