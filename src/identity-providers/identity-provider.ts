/** An OpenID provider that people of the operator's sign in with: who it is, and what the service makes of its word. */
import type { Secret } from "../domain/credentials.ts";

export interface IdentityProvider {
  /** In addresses: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** On the button. */
  readonly name: string;
  /** As the provider's documents and tokens name it, to the letter. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** `openid` among them. */
  readonly scopes: readonly string[];
  readonly firstSignIn: FirstSignIn;
  /** The claim that proposes a screen name. */
  readonly screenNameClaim: string;
  /** Who has this value becomes an operator with their first sign-in, while there is no operator. */
  readonly firstOperator: { readonly claim: string; readonly value: string } | undefined;
  /** The provider asks everybody for a second factor. */
  readonly secondFactor: boolean;
}

/** What becomes of somebody whose identity has no account here. */
export const firstSignIns = ["create", "link", "refuse"] as const;
export type FirstSignIn = (typeof firstSignIns)[number];

/** What was told of somebody. OpenID Connect Core 1.0 §5.1 */
export type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim that is a text, or of one of its members where it is a list. */
export function claimHas(claims: Claims, { claim, value }: { claim: string; value: string }) {
  const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return told === value || (Array.isArray(told) && told.includes(value));
}

/** Whether this person is to be the first operator. An address that was not proven to the provider makes nobody one. */
export function isNamedOperator({ firstOperator }: IdentityProvider, claims: Claims): boolean {
  if (firstOperator === undefined) return false;
  if (firstOperator.claim === "email") return provenEmail(claims) === firstOperator.value;
  return claimHas(claims, firstOperator);
}

/** A screen name made of what was told, which may be taken; empty where nothing of it can be used. */
export function proposedScreenName(claims: Claims, claim: string): string {
  const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof told !== "string") return "";
  const [local = ""] = told.slice(0, 200).normalize("NFKD").split("@");
  return local
    .replace(/[\s.-]+/g, "_")
    .replace(/[^A-Za-z0-9_]/g, "")
    .slice(0, 15);
}

/** The address that the provider says it has seen proven; no other is theirs. OpenID Connect Core 1.0 §5.7 */
export function provenEmail({ email, email_verified: verified }: Claims): string | undefined {
  return typeof email === "string" && verified === true ? email : undefined;
}

/** What can be kept of a provider's own name for a session. */
export function isSid(told: unknown): told is string {
  return typeof told === "string" && /^[\x20-\x7e]{1,255}$/.test(told);
}

export type ProviderTrouble = "unreachable" | "refused" | "cancelled" | "invalid";

/**
 * `unreachable`: it did not answer, or not in time. `cancelled`: the person said no. `refused`: it answered with
 * another error. `invalid`: its answer is not for this sign-in, or does not hold.
 */
export class ProviderProblem extends Error {
  readonly trouble: ProviderTrouble;
  /** For the log: codes alone. */
  readonly reason: string;

  constructor(trouble: ProviderTrouble, reason: string) {
    super(`an identity provider: ${trouble} (${reason})`);
    this.name = "ProviderProblem";
    this.trouble = trouble;
    this.reason = reason;
  }
}
