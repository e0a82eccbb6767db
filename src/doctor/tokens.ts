import type { Cause } from "./cause.ts";
import type { Known, KnownOperation } from "./known.ts";

export function tokenCauses(
  { token, needs: context }: Known,
  operation: KnownOperation | undefined,
  sent: string | undefined,
): Cause[] {
  const needs = operation?.scheme;
  if (token.kind === "none") {
    const isMissing = needs === "request-token" || needs === "access-token" || context === "user";
    return isMissing ? [{ id: "token-missing" }] : [];
  }
  if (token.kind === "of-other-application") {
    return [{ id: "token-of-other-application", application: token.application }];
  }
  if (token.kind === "gone") {
    if (token.revoked !== undefined) return [{ id: "token-revoked", ...token.revoked }];
    return [{ id: "token-gone", kind: kindOf(sent ?? "") }];
  }
  if (token.kind === "access") {
    if (context === "application") return [{ id: "token-unwanted" }];
    return needs === "request-token" ? [{ id: "access-token-instead" }] : [];
  }
  if (needs !== "request-token") return [{ id: "request-token-instead" }];
  if (token.expiredAt !== undefined) return [{ id: "request-token-expired", at: token.expiredAt }];
  return token.approved ? [] : [{ id: "not-approved" }];
}

/** This service's tokens have these forms. The IDs of imported users are shorter. */
function kindOf(token: string): "access" | "request" | "unknown" {
  if (/^[0-9]{1,16}-[A-Za-z0-9]{40}$/.test(token)) return "access";
  return /^[A-Za-z0-9]{27}$/.test(token) ? "request" : "unknown";
}
