/** An OpenID provider that people may sign in with, and what the service does with its answers. */
import type { Secret } from "../domain/credentials.ts";
import { isScreenName, maxScreenName } from "../domain/user.ts";

export interface IdentityProvider {
  /** In addresses: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The text of its button. */
  readonly name: string;
  /** Exactly as in the provider's metadata and tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Includes `openid`. */
  readonly scopes: readonly string[];
  readonly firstSignIn: FirstSignIn;
  /** The claim that proposes a screen name. */
  readonly screenNameClaim: string;
  /** While there is no operator, the first person who signs in with this value of the claim becomes one. */
  readonly firstOperator: { readonly claim: string; readonly value: string } | undefined;
  /** The provider asks every person for a second factor. */
  readonly secondFactor: boolean;
}

/** What happens to a person whose identity has no account here. */
export const firstSignIns = ["create", "link", "refuse"] as const;
export type FirstSignIn = (typeof firstSignIns)[number];

/** The claims about a person. OpenID Connect Core 1.0 §5.1 */
export type Claims = Readonly<Record<string, unknown>>;

/** Whether a claim is this text, or a list with it. */
export function claimHas(claims: Claims, { claim, value }: { claim: string; value: string }) {
  const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return told === value || (Array.isArray(told) && told.includes(value));
}

/** Whether this person becomes the first operator. An email that the provider has not verified does not count. */
export function isNamedOperator({ firstOperator }: IdentityProvider, claims: Claims): boolean {
  if (firstOperator === undefined) return false;
  if (firstOperator.claim === "email") return provenEmail(claims) === firstOperator.value;
  return claimHas(claims, firstOperator);
}

/** A screen name made from the claims. It may be taken already; empty if no claim can be used. */
export function proposedScreenName(claims: Claims, claim: string): string {
  const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof told !== "string") return "";
  const [local = ""] = told.slice(0, 200).normalize("NFKD").split("@");
  const name = local
    .replace(/\s+/g, "_")
    .replace(/[^A-Za-z0-9_.-]/g, "")
    .slice(0, maxScreenName);
  return isScreenName(name) ? name : "";
}

/** The email, if the provider says that it is verified. OpenID Connect Core 1.0 §5.7 */
export function provenEmail({ email, email_verified: verified }: Claims): string | undefined {
  return typeof email === "string" && verified === true ? email : undefined;
}

/** The provider's ID of a session, if it can be stored. */
export function isSid(told: unknown): told is string {
  return typeof told === "string" && /^[\x20-\x7e]{1,255}$/.test(told);
}

/** How long a provider that could not be asked is not asked again, in milliseconds. */
export const failedForMs = 10_000;

export type ProviderTrouble = "unreachable" | "refused" | "cancelled" | "invalid";

/**
 * `unreachable`: no response, or not in time. `cancelled`: the person declined. `refused`: it responded with
 * another error. `invalid`: its response is not for this sign-in or not valid.
 */
export class ProviderProblem extends Error {
  readonly trouble: ProviderTrouble;
  /** For the log: only codes. */
  readonly reason: string;

  constructor(trouble: ProviderTrouble, reason: string) {
    super(`an identity provider: ${trouble} (${reason})`);
    this.name = "ProviderProblem";
    this.trouble = trouble;
    this.reason = reason;
  }
}
