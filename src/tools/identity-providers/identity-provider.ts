import type { Secret } from "../../domain/credentials.ts";
import { isScreenName, maxScreenName } from "../../domain/user.ts";

export interface IdentityProvider {
  readonly id: string;
  readonly name: string;
  /** The issuer is exactly as in the provider's metadata and tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The scopes include `openid`. */
  readonly scopes: readonly string[];
  readonly firstSignIn: FirstSignIn;
  readonly screenNameClaim: string;
  /** While there is no administrator, the first user with this value of the claim becomes one. */
  readonly firstAdmin: { readonly claim: string; readonly value: string } | undefined;
  readonly secondFactor: boolean;
}

/** An identity may have no account here; then this happens. */
export const firstSignIns = ["create", "link", "reject"] as const;
export type FirstSignIn = (typeof firstSignIns)[number];

export type Claims = Readonly<Record<string, unknown>>;

export function claimHas(claims: Claims, { claim, value }: { claim: string; value: string }) {
  const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return told === value || (Array.isArray(told) && told.includes(value));
}

/** An email that the provider has not verified does not count. */
export function isNamedAdmin({ firstAdmin }: IdentityProvider, claims: Claims): boolean {
  if (firstAdmin === undefined) return false;
  if (firstAdmin.claim === "email") return verifiedEmail(claims) === firstAdmin.value;
  return claimHas(claims, firstAdmin);
}

/** The name may be taken already; it is empty if no claim can be used. */
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

/** OpenID Connect Core 1.0 §5.7 defines `email_verified`. */
export function verifiedEmail({ email, email_verified: verified }: Claims): string | undefined {
  return typeof email === "string" && verified === true ? email : undefined;
}

/** Some IDs of sessions cannot be stored. */
export function isSid(sid: unknown): sid is string {
  return typeof sid === "string" && /^[\x20-\x7e]{1,255}$/.test(sid);
}

/** A provider that failed is not called again for this time, in milliseconds. */
export const failedForMs = 10_000;

export type ProviderProblem = "unreachable" | "rejected" | "canceled" | "invalid";

/**
 * `unreachable`: it did not respond in time. `canceled`: the user declined. `rejected`: it
 * responded with another error. `invalid`: its response is not valid for this sign-in.
 */
export class ProviderError extends Error {
  readonly problem: ProviderProblem;
  /** The log shows it, so it has codes only. */
  readonly reason: string;

  constructor(problem: ProviderProblem, reason: string) {
    super(`an identity provider: ${problem} (${reason})`);
    this.name = "ProviderError";
    this.problem = problem;
    this.reason = reason;
  }
}
