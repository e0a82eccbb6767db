/** A request as a case describes it: how it differs from a correct client's request. */
import type { Method, Operation, Placement, SignatureMethod } from "../protocol.ts";
import type { EncodedPair } from "../signing/base-string.ts";
import type { BaseStringFault } from "../signing/base-string-faults.ts";
import type { SecretFault, SignatureFault } from "../signing/signature-faults.ts";

/** Members that are left out are as a correct client sends them. */
export interface Sent {
  readonly to: Operation;
  /** The default is the first method that the provider offers and the placement allows. */
  readonly method?: Method;
  readonly placement?: Placement;
  readonly signatureMethod?: SignatureMethod;
  /** `unknown` is a consumer key that does not exist. */
  readonly client?: "first" | "second" | "unknown";
  /**
   * The name of kept credentials, or `standing` for the run's access token. The default is what the operation needs.
   */
  readonly token?: string;
  /** Signs with the secret of these credentials instead. */
  readonly secretOf?: string;
  /** Parameters that do not belong to the protocol. */
  readonly extra?: readonly Extra[];
  /** A JSON body, sent by POST. */
  readonly body?: HashedBody;
  /** Applied before signing. */
  readonly change?: readonly Change[];
  readonly baseString?: BaseStringFault;
  readonly secrets?: SecretFault;
  readonly signature?: SignatureFault;
  /** Applied after signing. */
  readonly afterwards?: readonly Change[];
  /** Sends the signed request with the other method. */
  readonly otherMethod?: true;
  readonly header?: HeaderStyle;
  /** Sends the kept request with this name again, byte for byte. */
  readonly again?: string;
}

export const hashDigests = ["sha1", "sha256", "sha512"] as const;

/** Its hash is a protocol parameter, `oauth_body_hash`. */
export interface HashedBody {
  /** What the client hashes, and sends unless the case sends another text. */
  readonly text: string;
  readonly digest: (typeof hashDigests)[number];
  readonly sent?: string;
  /** How the hash is written instead of in base64. */
  readonly written?: "hex" | "beginning" | "nothing";
}

/** `wire` is sent, and `signed` is in the base string. If they differ, the request was altered after signing. */
export interface Extra {
  readonly in: Placement;
  readonly wire: string;
  readonly signed: readonly EncodedPair[];
}

export type Change =
  | { readonly omit: string }
  | { readonly set: string; readonly to: Value }
  | { readonly add: string; readonly value: Value }
  | { readonly rename: string; readonly to: string };

export type Value =
  | string
  /** The current time plus seconds. `form`: another way to write it. */
  | {
      readonly now: number;
      readonly form?: "milliseconds" | "fraction" | "exponent" | "hex" | "date";
    }
  | { readonly sameAs: string }
  | { readonly before?: string; readonly after?: string }
  | { readonly edit: "halved" | "swapped-case" | "last-changed" | "reversed" }
  | { readonly repeated: string; readonly times: number }
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
  "absent",
] as const;
export type HeaderStyle = (typeof headerStyles)[number];

export type Pair = readonly [name: string, value: string];

export interface WireRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** The protocol parameters as sent, decoded. */
  readonly protocol: readonly Pair[];
  readonly baseString: string;
}
