import type { AccessLevel } from "../domain/access.ts";

const moment = Date.UTC(2026, 4, 7, 10, 22);
const alterations = oneOf("space", "line-end", "quotes", "case", "cut");
/** The encoded part of the base string: its values, its names, the list of parameters, or one parameter's value. */
const places = oneOf<EncodingPlace>("values", "names", "list", "everything", { name: "status" });
export type EncodingPlace = "values" | "names" | "list" | "everything" | { readonly name: string };

/**
 * The causes, and examples of the details that their sentences contain, which are readable texts. Each language has a
 * sentence that describes a cause and one that describes what to change. The first examples of all details of a cause
 * belong together, as do the second ones, and so on: together they show each wording.
 */
const causes = {
  unsigned: {},
  bearer: {},
  basic: {},
  "basic-needed": {},
  "basic-malformed": {},
  "basic-secret": {},
  "two-headers": {},
  "two-identities": {},
  "malformed-header": {},
  missing: { name: like("oauth_nonce") },
  "different-values": { name: like("oauth_token") },
  "not-utf8": { name: like("oauth_callback") },
  "too-many-parameters": { most: like(256) },
  version: { sent: like("2.0") },
  "timestamp-form": { sent: like("now") },
  "nonce-form": {},
  "signature-method": {
    sent: like("HMAC-SHA256", "RSA-SHA1"),
    /** Whether the signature was really made with that method, and with the right secrets. */
    right: oneOf(true, false),
    accepted: like<readonly string[]>(["HMAC-SHA1"], ["HMAC-SHA1", "HMAC-SHA256"]),
  },

  /** `application` is the name, if the viewer works on that application. */
  "other-key": { application: oneOf<string | undefined>(undefined, "Garden") },
  "key-altered": { how: alterations },
  "token-missing": {},
  /** An API accepts only applications on their own behalf, and the request has a user's token. */
  "token-unwanted": {},
  "token-gone": { kind: oneOf("access", "request", "unknown") },
  /** `by` is who ended the token, as far as the application's owner may know. */
  "token-revoked": { at: like(moment), by: oneOf("user", "application", "admin") },
  "token-of-other-application": { application: like("Garden") },
  "request-token-expired": { at: like(moment) },
  "request-token-instead": {},
  "access-token-instead": {},
  "not-approved": {},

  /** An administrator ended the consumer secret, and there is no other one yet. */
  "secret-revoked": { at: like(moment) },
  "previous-secret": { until: like(moment) },
  "other-application-secret": { application: like("Garden") },
  "consumer-secret-altered": { how: alterations },
  "consumer-secret-missing": {},
  "consumer-secret-is-key": {},
  "consumer-secret-is-token-secret": {},
  "token-secret-missing": {},
  /** Neither the token that was sent nor its secret was signed with. */
  "signed-alone": {},
  "token-secret-altered": { how: alterations },
  "token-secret-is-token": {},
  "token-secret-is-consumer-secret": {},
  "secrets-swapped": {},
  /**
   * Nothing else explains the signature. `setAt` is when the current consumer secret was set, and `replaced` whether it
   * took another one's place.
   */
  "wrong-secret": {
    setAt: like(moment),
    replaced: oneOf(false, true),
    withToken: oneOf(false, true),
  },
  "key-unencoded": {},
  "key-without-ampersand": {},
  "key-ampersand-encoded": {},

  digest: {
    used: oneOf("HMAC-SHA256", "HMAC-SHA1", "HMAC-SHA512", "HMAC-MD5", "PLAINTEXT"),
    expected: like("HMAC-SHA1", "HMAC-SHA256"),
  },
  hex: {},
  "hex-in-base64": {},
  "signature-unencoded": {},
  "signature-encoded-twice": {},
  "signature-altered": { how: oneOf("padding", "url-safe", "line-end") },

  method: { signed: like("GET"), sent: like("POST") },
  "method-case": { signed: like("post", "") },
  scheme: { signed: like("http://id.example.com"), expected: like("https://id.example.com") },
  host: { signed: like("http://localhost:8080"), expected: like("https://id.example.com") },
  port: { signed: like("https://id.example.com:80"), expected: like("https://id.example.com") },
  path: { signed: like("/statuses/update"), sent: like("/2/statuses/update") },
  /** A page such as `index.php` was added to the path or removed from it. */
  "index-page": { signed: like("/index.php/items"), sent: like("/items") },
  "trailing-slash": { signed: like("/items/", "/items"), sent: like("/items", "/items/") },
  "query-in-url": { signed: like("/items?page=2") },
  "url-encoding": { how: oneOf("none", "twice") },

  "query-unsigned": {},
  "body-unsigned": {},
  "json-signed": {},
  "multipart-signed": {},
  "realm-signed": {},
  "signature-signed": {},
  "empty-unsigned": {},
  "cut-by-shell": { rest: like("count=20&page=2") },
  "parameter-unsigned": { name: like("utm_source") },
  "parameter-lost": { name: like("include_email", ""), value: like("true", "") },
  "parameter-doubled": { name: like("page") },
  "sent-twice": {},
  "parameter-changed": { name: like("status"), signed: like("Hello "), sent: like("Hello") },
  /** The client splits the query or the form at `separator` as well as at `&`. */
  separator: { separator: oneOf(";", "&amp;") },
  "question-mark-signed": { name: like("page") },
  /** Names with brackets. */
  brackets: { signed: like("ids"), sent: like("ids[]") },
  /** The fields of a nested value were sent, and the value was signed as the client's language prints it. */
  "nested-printed": { name: like("filter"), signed: like('{"lang"=>"en"}') },
  order: {
    how: oneOf(
      "as-sent",
      "decoded",
      "joined",
      "names-only",
      "ignoring-case",
      "oauth-first",
      "descending",
    ),
  },

  "encoded-twice": { where: places },
  unencoded: { where: places },
  "plus-for-space": {},
  "plus-unencoded": { name: like("status") },
  "form-encoding": {},
  "lower-hex": {},
  "unreserved-encoded": { characters: like("-._") },
  tilde: {},
  "reserved-unencoded": { characters: like("!'()*") },
  "unicode-form": { signed: oneOf("NFD", "NFC") },
  latin1: {},

  clock: {
    seconds: like(1_788_209_790_000, 1_788_209_790_000_000, 7200, -900_000, 400, -400),
    likely: oneOf("milliseconds", "microseconds", "time-zone", "old", "ahead", "behind"),
  },
  "nonce-used": {},
  "body-hash-other": {},
  "body-hash-form": {},
  "body-hash-ruled-out": {},
  "body-hash-missing": {},
  "callback-missing": {},
  "callback-unregistered": {
    sent: like("https://app.example/callback/"),
    nearest: like("https://app.example/callback"),
    difference: oneOf("scheme", "host", "port", "slash", "case", "path"),
  },
  "callback-waiting": { sent: like("weather://done") },
  "pin-only": { sent: like("https://app.example/callback") },
  "verifier-missing": {},
  "verifier-of-other-token": {},
  "verifier-wrong": { pin: oneOf(false, true) },
  /** The service accepts the method, and the application does not. `accepted` may be empty. */
  "method-ruled-out": {
    sent: like("HMAC-SHA1"),
    accepted: like<readonly string[]>(["HMAC-SHA256", "HMAC-SHA512"], []),
  },
  "application-suspended": { because: like("Too many complaints.") },
  /** The token belongs to another user than the owner, or the request has none. */
  "application-unapproved": {},
  "user-suspended": {},
  "network-not-allowed": { address: like("198.51.100.1") },
  /** The name of the sunset that rejects it. If it is not over, a brownout does. */
  retired: {
    sunset: like("sha1"),
    ends: like(moment),
    over: oneOf(true, false),
    link: like("https://example.com/sha1"),
  },
  level: { asked: like("write"), has: oneOf<AccessLevel>("read") },
  "write-level": {},
};

export type CauseId = keyof typeof causes;
export type Cause = { [Id in CauseId]: { readonly id: Id } & CauseDetails[Id] }[CauseId];
export type CauseDetails = { readonly [Id in CauseId]: Details<(typeof causes)[Id]> };
type Details<Examples> = {
  readonly [Name in keyof Examples]: Examples[Name] extends readonly (infer Value)[]
    ? Value
    : never;
};

export type Alteration = CauseDetails["key-altered"]["how"];

/** The detail is any value of the type of these examples. */
function like<Value>(...examples: readonly Value[]): readonly Value[] {
  return examples;
}

/** The detail is one of these values. */
function oneOf<const Value>(...values: readonly Value[]): readonly Value[] {
  return values;
}

/** Returns each cause in each of its wordings. */
export function exampleCauses(): readonly Cause[] {
  return Object.entries(causes).flatMap(([id, details]) => {
    const examples = Object.entries<readonly unknown[]>(details);
    const wordings = Math.max(1, ...examples.map(([, values]) => values.length));
    return Array.from({ length: wordings }, (_, at) => {
      const pairs = examples.map(([name, values]) => [name, values[at % values.length]]);
      return { id, ...Object.fromEntries(pairs) } as Cause;
    });
  });
}

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
