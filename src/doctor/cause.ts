/** For each cause, each language has a sentence that describes it and one that describes what to change. */
import type { AccessLevel } from "../domain/access.ts";

type Nothing = Readonly<Record<never, never>>;

/** The sentences about a cause contain these details, which are readable texts. */
export interface CauseDetails {
  readonly unsigned: Nothing;
  readonly bearer: Nothing;
  readonly basic: Nothing;
  readonly "basic-needed": Nothing;
  readonly "basic-malformed": Nothing;
  readonly "basic-secret": Nothing;
  readonly "two-headers": Nothing;
  readonly "two-identities": Nothing;
  readonly "malformed-header": Nothing;
  readonly missing: { readonly name: string };
  readonly "different-values": { readonly name: string };
  readonly "not-utf8": { readonly name: string };
  readonly "too-many-parameters": { readonly most: number };
  readonly version: { readonly sent: string };
  readonly "timestamp-form": { readonly sent: string };
  readonly "nonce-form": Nothing;
  /** `right` is whether the signature was really made with that method, and with the right secrets. */
  readonly "signature-method": {
    readonly sent: string;
    readonly right: boolean;
    readonly accepted: readonly string[];
  };

  // `application` is the name, if the viewer works on that application.
  readonly "other-key": { readonly application: string | undefined };
  readonly "key-altered": { readonly how: Alteration };
  readonly "token-missing": Nothing;
  /** An API accepts only applications on their own behalf, and the request has a user's token. */
  readonly "token-unwanted": Nothing;
  readonly "token-gone": { readonly kind: "access" | "request" | "unknown" };
  readonly "token-revoked": { readonly at: number; readonly by: RevokedBy };
  readonly "token-of-other-application": { readonly application: string };
  readonly "request-token-expired": { readonly at: number };
  readonly "request-token-instead": Nothing;
  readonly "access-token-instead": Nothing;
  readonly "not-approved": Nothing;

  readonly "previous-secret": { readonly until: number };
  readonly "other-application-secret": { readonly application: string };
  readonly "consumer-secret-altered": { readonly how: Alteration };
  readonly "consumer-secret-missing": Nothing;
  readonly "consumer-secret-is-key": Nothing;
  readonly "consumer-secret-is-token-secret": Nothing;
  readonly "token-secret-missing": Nothing;
  /** Neither the token that was sent nor its secret was signed with. */
  readonly "signed-alone": Nothing;
  readonly "token-secret-altered": { readonly how: Alteration };
  readonly "token-secret-is-token": Nothing;
  readonly "token-secret-is-consumer-secret": Nothing;
  readonly "secrets-swapped": Nothing;
  /** Nothing else explains the signature. `setAt` is when the current consumer secret was set. */
  readonly "wrong-secret": { readonly setAt: number; readonly withToken: boolean };
  readonly "key-unencoded": Nothing;
  readonly "key-without-ampersand": Nothing;
  readonly "key-ampersand-encoded": Nothing;

  readonly digest: { readonly used: DigestName; readonly expected: string };
  readonly hex: Nothing;
  readonly "hex-in-base64": Nothing;
  readonly "signature-unencoded": Nothing;
  readonly "signature-encoded-twice": Nothing;
  readonly "signature-altered": { readonly how: SignatureAlteration };

  readonly method: { readonly signed: string; readonly sent: string };
  readonly "method-case": { readonly signed: string };
  readonly scheme: { readonly signed: string; readonly expected: string };
  readonly host: { readonly signed: string; readonly expected: string };
  readonly port: { readonly signed: string; readonly expected: string };
  readonly path: { readonly signed: string; readonly sent: string };
  /** A page such as `index.php` was added to the path or removed from it. */
  readonly "index-page": { readonly signed: string; readonly sent: string };
  readonly "trailing-slash": { readonly signed: string; readonly sent: string };
  readonly "query-in-url": { readonly signed: string };
  readonly "url-encoding": { readonly how: "none" | "twice" };

  readonly "query-unsigned": Nothing;
  readonly "body-unsigned": Nothing;
  readonly "json-signed": Nothing;
  readonly "multipart-signed": Nothing;
  readonly "realm-signed": Nothing;
  readonly "signature-signed": Nothing;
  readonly "empty-unsigned": Nothing;
  readonly "cut-by-shell": { readonly rest: string };
  readonly "parameter-unsigned": { readonly name: string };
  readonly "parameter-lost": { readonly name: string; readonly value: string };
  readonly "parameter-doubled": { readonly name: string };
  readonly "sent-twice": Nothing;
  readonly "parameter-changed": {
    readonly name: string;
    readonly signed: string;
    readonly sent: string;
  };
  /** The client splits the query or the form at `separator` as well as at `&`. */
  readonly separator: { readonly separator: ";" | "&amp;" };
  readonly "question-mark-signed": { readonly name: string };
  /** Names with brackets. */
  readonly brackets: { readonly signed: string; readonly sent: string };
  /** The fields of a nested value were sent, and the value was signed as the client's language prints it. */
  readonly "nested-printed": { readonly name: string; readonly signed: string };
  readonly order: { readonly how: OrderName };

  readonly "encoded-twice": { readonly where: EncodingPlace };
  readonly unencoded: { readonly where: EncodingPlace };
  readonly "plus-for-space": Nothing;
  readonly "plus-unencoded": { readonly name: string };
  readonly "form-encoding": Nothing;
  readonly "lower-hex": Nothing;
  readonly "unreserved-encoded": { readonly characters: string };
  readonly tilde: Nothing;
  readonly "reserved-unencoded": { readonly characters: string };
  readonly "unicode-form": { readonly signed: "NFC" | "NFD" };
  readonly latin1: Nothing;

  readonly clock: { readonly seconds: number; readonly likely: LikelyClock };
  readonly "nonce-used": Nothing;
  readonly "body-hash-other": Nothing;
  readonly "body-hash-form": Nothing;
  readonly "body-hash-ruled-out": Nothing;
  readonly "body-hash-missing": Nothing;
  readonly "callback-missing": Nothing;
  readonly "callback-unregistered": {
    readonly sent: string;
    readonly nearest: string;
    readonly difference: CallbackDifference;
  };
  readonly "callback-waiting": { readonly sent: string };
  readonly "pin-only": { readonly sent: string };
  readonly "verifier-missing": Nothing;
  readonly "verifier-of-other-token": Nothing;
  readonly "verifier-wrong": { readonly pin: boolean };
  /** The service accepts the method, and the application does not. `accepted` may be empty. */
  readonly "method-ruled-out": { readonly sent: string; readonly accepted: readonly string[] };
  readonly "application-suspended": { readonly because: string };
  readonly "user-suspended": Nothing;
  readonly level: { readonly asked: string; readonly has: AccessLevel };
  readonly "write-level": Nothing;
}

export type CauseId = keyof CauseDetails;
export type Cause = { [Id in CauseId]: { readonly id: Id } & CauseDetails[Id] }[CauseId];

export type Alteration = "space" | "line-end" | "quotes" | "case" | "cut";
export type SignatureAlteration = "padding" | "url-safe" | "line-end";
export type DigestName = "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "HMAC-MD5" | "PLAINTEXT";
export type OrderName =
  | "as-sent"
  | "decoded"
  | "joined"
  | "names-only"
  | "ignoring-case"
  | "oauth-first"
  | "descending";
/** The encoded part of the base string: its values, its names, the list of parameters, or one parameter's value. */
export type EncodingPlace = "values" | "names" | "list" | "everything" | { readonly name: string };
export type LikelyClock =
  | "milliseconds"
  | "microseconds"
  | "time-zone"
  | "old"
  | "ahead"
  | "behind";
export type CallbackDifference = "scheme" | "host" | "port" | "slash" | "case" | "path";
/** Who ended a token, as far as the application's owner may know. */
export type RevokedBy = "user" | "application" | "admin";

export interface Finding {
  readonly cause: Cause;
  /**
   * "certain" means that with this change (and the other certain findings) the signature matches, or the
   * service knows it. A "guess" explains what was sent, but so might something else.
   */
  readonly certainty: "certain" | "guess";
}

export interface BaseStrings {
  readonly expected: string;
  /** The base string that the client signed, if it was found and differs from `expected`. */
  readonly signed: string | undefined;
}

export interface Diagnosis {
  /** The most important finding first; empty if nothing is wrong with the request. */
  readonly findings: readonly Finding[];
  /** Undefined if the request is wrong in a way that leaves no base string. */
  readonly baseStrings: BaseStrings | undefined;
  readonly tried: number;
}

export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
