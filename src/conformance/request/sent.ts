/** A request as a case describes it: what differs from one that a correct client sends. */
import type { Method, Operation, Placement, SignatureMethod } from "../protocol.ts";
import type { EncodedPair } from "../signing/base-string.ts";
import type { BaseStringFault } from "../signing/base-string-faults.ts";
import type { SecretFault, SignatureFault } from "../signing/signature-faults.ts";

/** Everything that is left out is as a correct client sends it. */
export interface Sent {
  readonly to: Operation;
  /** Left out: the first that the provider offers and the placement allows. */
  readonly method?: Method;
  readonly placement?: Placement;
  readonly signatureMethod?: SignatureMethod;
  /** `unknown`: a key that nobody has. */
  readonly client?: "first" | "second" | "unknown";
  /** Credentials that were kept; `standing`: the run's own access token. Left out: what the operation takes. */
  readonly token?: string;
  /** Signs with the secret of these instead. */
  readonly secretOf?: string;
  /** Parameters of the request itself. */
  readonly extra?: readonly Extra[];
  /** Before the request is signed. */
  readonly change?: readonly Change[];
  readonly baseString?: BaseStringFault;
  readonly secrets?: SecretFault;
  readonly signature?: SignatureFault;
  /** After the request was signed. */
  readonly afterwards?: readonly Change[];
  /** After the request was signed, it goes out with the other method. */
  readonly otherMethod?: true;
  readonly header?: HeaderStyle;
  /** Exactly the request that was kept under this name. */
  readonly again?: string;
}

/** `wire` is what is sent, `signed` what the base string has. Where the two differ, the request was altered. */
export interface Extra {
  readonly in: Placement;
  readonly wire: string;
  readonly signed: readonly EncodedPair[];
}

/** Of a protocol parameter. */
export type Change =
  | { readonly omit: string }
  | { readonly set: string; readonly to: Value }
  | { readonly add: string; readonly value: Value }
  | { readonly rename: string; readonly to: string };

export type Value =
  | string
  /** Seconds from now; `form` writes them in another way. */
  | {
      readonly now: number;
      readonly form?: "milliseconds" | "fraction" | "exponent" | "hex" | "date";
    }
  /** The value that the parameter has in a kept request. */
  | { readonly sameAs: string }
  | { readonly before?: string; readonly after?: string }
  | { readonly edit: "halved" | "swapped-case" | "last-changed" | "reversed" }
  | { readonly repeated: string; readonly times: number }
  /** The verifier that was given for a kept request token. */
  | { readonly verifierOf: string }
  | { readonly tokenOf: string };

export const headerStyles = [
  "without-spaces",
  "with-tabs",
  "scheme-in-lower-case",
  "scheme-in-upper-case",
  "realm-first",
  "realm-last",
  "realm-empty",
  "realm-with-comma",
  "in-other-order",
  "names-encoded",
  "everything-encoded",
  "another-scheme",
  "twice",
  "without-quotes-closed",
  "single-quotes",
  "without-commas",
  "scheme-alone",
] as const;
export type HeaderStyle = (typeof headerStyles)[number];
