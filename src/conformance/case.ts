/** What a case is: data, and nothing that runs. docs/guide/conformance.md says how to add one. */
import type { Ability } from "./abilities.ts";
import type { CheckName } from "./checks.ts";
import type { EncodedPair } from "./signing/base-string.ts";
import type { BaseStringFault } from "./signing/base-string-faults.ts";
import type { SecretFault, SignatureFault } from "./signing/signature-faults.ts";

export const severities = ["must", "should", "security"] as const;
/** `must` and `should` as RFC 2119 has them; `security`: somebody gains by it. */
export type Severity = (typeof severities)[number];

export const operations = ["request-token", "access-token", "resource", "revocation"] as const;
export type Operation = (typeof operations)[number];
export const placements = ["header", "query", "form"] as const;
export type Placement = (typeof placements)[number];
export const signatureMethods = ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"] as const;
export type SignatureMethod = (typeof signatureMethods)[number];
export type Method = "GET" | "POST";

export interface Case {
  /** Permanent: `SECTION/NAME`, and what a family adds. Reports and `--only` use it. */
  readonly id: string;
  /** Of RFC 5849. */
  readonly section: string;
  readonly severity: Severity;
  /** What passes when the case does, in a sentence. */
  readonly shows: string;
  /** Beyond what the steps need by themselves. */
  readonly needs?: readonly Ability[];
  readonly steps: readonly Step[];
}

export type Step = SendStep | TogetherStep | ApproveStep | OpenStep;

export interface SendStep {
  readonly send: Sent;
  /** Left out: the step prepares, and where it is not accepted the case cannot be tried. */
  readonly expect?: Expected;
  /** Later steps know the request and its credentials by this name. */
  readonly keep?: string;
}

/** Several requests at once, of which exactly one may be accepted. */
export interface TogetherStep {
  readonly together: Sent;
  readonly times: number;
  /** One request, sent several times. Left out: each has its own nonce. */
  readonly same?: true;
}

/** The person answers for the request token that was kept under this name. */
export interface ApproveStep {
  readonly approve: string;
  readonly decision?: "deny";
  /** Added to the query of the authorization URL. */
  readonly more?: readonly (readonly [string, string])[];
  readonly checks?: readonly CheckName[];
}

/** A browser without cookies opens the authorization page. */
export interface OpenStep {
  /** Undefined: no `oauth_token` at all. Otherwise a kept request token, or a text that is no token. */
  readonly open: { readonly token?: string; readonly text?: string };
  readonly expect: Expected;
}

export interface Expected {
  /** `answered`: accepted or refused, but not broken. */
  readonly verdict: "accepted" | "refused" | "answered";
  readonly status?: readonly number[];
  readonly checks?: readonly CheckName[];
}

/** A request as a right client sends it, and what is different. */
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
