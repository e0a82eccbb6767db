import type { Cause } from "./cause.ts";
import type { Known } from "./known.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import type { Signing } from "./signing.ts";

/** What hypotheses are made from. */
export interface Facts {
  readonly request: PastedRequest;
  /** How the service expects this request to be signed. */
  readonly signing: Signing;
  readonly known: Known;
}

/** One thing that a client may have done otherwise. */
export interface Change {
  /** What it means if the signature comes out. */
  readonly cause: Cause;
  /** The parts of a signing that it replaces. Two changes of one part are not tried together. */
  readonly parts: readonly Part[];
  /** From 1 (met every day) to 4 (hardly ever): what is likelier is tried first, and is the answer where two explain the same. */
  readonly weight: 1 | 2 | 3 | 4;
  /** Gives back the same value where there is nothing to change. */
  readonly apply: (signing: Signing) => Signing;
}

/**
 * `encoding` is the one part of which two changes can be tried together, since each changes what the other leaves.
 * `one:NAME` is a single parameter.
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

/** One idea of what can go wrong, as all the changes by which it shows. */
export type Hypothesis = (facts: Facts) => readonly Change[];
