/**
 * Credentials: their types, their formats and how they are generated.
 *
 * Values consist of [A-Za-z0-9] (an access token adds one `-`), because several clients split form bodies
 * without decoding them. 27 characters of a 62-letter alphabet carry 160 bits. Only the PIN, which a user
 * types, is shorter.
 */
import { hash } from "node:crypto";

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The credential of an application that a request was made with. An overlap has two of a kind. */
export type ApplicationCredential = (typeof credentialsOfApplications)[number];
export const credentialsOfApplications = [
  "consumer secret",
  "previous consumer secret",
  "bearer token",
  "previous bearer token",
] as const;

export type ConsumerKey = Branded<"ConsumerKey">;
export type RequestToken = Branded<"RequestToken">;
export type AccessToken = Branded<"AccessToken">;
export type BearerToken = Branded<"BearerToken">;
export type Verifier = Branded<"Verifier">;
export type SessionId = Branded<"SessionId">;
/** The SHA-256 of a token that is looked up but never stored: 43 characters of base64url. */
export type TokenDigest = Branded<"TokenDigest">;
/** Decimal digits, at most 2^53 − 1, so that it is exact as a JSON number. */
export type UserId = Branded<"UserId">;
export type ApplicationId = Branded<"ApplicationId">;
export type ApiKeyId = Branded<"ApiKeyId">;
export type BulkActionId = Branded<"BulkActionId">;
/** A PHC string, or another system's hash. The type prevents a typed password from being stored by mistake. */
export type PasswordHash = `$${string}` | `imported:${string}`;

/** A cryptographically secure source of bytes. It is an argument so that this file stays deterministic. */
export type Random = (bytes: number) => Uint8Array;

/** A value that must not reach a log, an error or a page. It always prints as `[secret]`. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

export function mintConsumerKey(random: Random): ConsumerKey {
  return mintText(25, random) as ConsumerKey;
}

export function mintConsumerSecret(random: Random): Secret {
  return new Secret(mintText(50, random));
}

/** As long as a new one, so that no one chooses a secret that can be guessed. */
export function isConsumerSecret(text: string): boolean {
  return /^[A-Za-z0-9]{50}$/.test(text);
}

export const consumerSecretForm = "50 letters (A to Z) and digits";

export function mintRequestToken(random: Random): { token: RequestToken; secret: Secret } {
  return { token: mintText(27, random) as RequestToken, secret: new Secret(mintText(32, random)) };
}

export function mintVerifier(random: Random): Verifier {
  return mintText(32, random) as Verifier;
}

/** Every value from 0000000 to 9999999 is equally likely. */
export function mintPin(random: Random): Verifier {
  return mintFrom(digits, 7, random) as Verifier;
}

/** This is the random part of an access token; the user is known once access is granted. */
export function mintAccessTokenCandidate(random: Random): { suffix: string; secret: Secret } {
  return { suffix: mintText(40, random), secret: new Secret(mintText(45, random)) };
}

export function accessTokenOf(userId: UserId, suffix: string): AccessToken {
  return `${userId}-${suffix}` as AccessToken;
}

export function mintBearerToken(random: Random): BearerToken {
  return mintText(110, random) as BearerToken;
}

export function mintSessionId(random: Random): SessionId {
  return mintText(43, random) as SessionId;
}

export function mintLinkSecret(random: Random): Secret {
  return new Secret(mintText(43, random));
}

/** The beginning lets scanners of source code find a key that was committed. */
export function mintApiKeySecret(random: Random): Secret {
  return new Secret(`cs_live_${mintText(43, random)}`);
}

/**
 * Returns a random number between 10^15 and 2^53 − 1. Nodes need no coordination, and an ID reveals neither
 * how many users there are nor when one signed up. The primary key rejects the rare collision.
 */
export function mintUserId(random: Random): UserId {
  for (;;) {
    // A number of more than 53 bits would be rounded.
    const [first = 0, ...others] = random(7);
    let value = first % 32;
    for (const byte of others) value = value * 256 + byte;
    if (value >= 1e15) return String(value) as UserId;
  }
}

export function mintApplicationId(random: Random): ApplicationId {
  return mintUserId(random) as string as ApplicationId;
}

export function mintBulkActionId(random: Random): BulkActionId {
  return mintUserId(random) as string as BulkActionId;
}

/** Returns undefined if the text is not an ID. IDs made here have 16 digits; imported ones may have fewer. */
export function idFrom<Id extends UserId | ApplicationId | ApiKeyId | BulkActionId>(
  text: string | null | undefined,
): Id | undefined {
  const isId = text != null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
  return isId ? (text as Id) : undefined;
}

/** Imported keys may have any unreserved characters (RFC 3986 §2.3), which need no encoding anywhere. */
export function isConsumerKey(text: string): text is ConsumerKey {
  return /^[A-Za-z0-9._~-]{4,100}$/.test(text);
}

export const consumerKeyForm =
  "4 to 100 letters (A to Z), digits, dots, underscores, tildes, or hyphens";

/** Bearer tokens, long verifiers and session IDs are looked up by this digest. */
export function tokenDigest(token: string): TokenDigest {
  return hash("sha256", token, "base64url") as TokenDigest;
}

const digits = "0123456789";
const lettersAndDigits = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${digits}`;

function mintText(length: number, random: Random): string {
  return mintFrom(lettersAndDigits, length, random);
}

/** Bytes above the largest multiple of the alphabet's size are discarded, so that the draw has no bias. */
function mintFrom(alphabet: string, length: number, random: Random): string {
  const bound = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of random(length - text.length + 8)) {
      if (byte < bound && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
