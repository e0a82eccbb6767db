import type { SignatureMethod } from "#oauth1";
import { typedPin } from "../domain/request-token.ts";
import { methodsFor } from "../domain/signature-methods.ts";
import { callbackCause } from "./callbacks.ts";
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

/** The operation itself rejects these after the signature was accepted. */
export function operationCauses(
  known: Known,
  operation: KnownOperation | undefined,
  { method, parameter }: { method: string; parameter: (name: string) => string | undefined },
): Cause[] {
  const { application, token } = known;
  const causes: (Cause | undefined)[] = [];
  if (application.suspendedBecause !== undefined) {
    causes.push({ id: "application-suspended", because: application.suspendedBecause });
  }
  if ((token.kind === "access" || token.kind === "request") && token.userSuspended) {
    causes.push({ id: "user-suspended" });
  }
  causes.push(methodCause(known, parameter("oauth_signature_method")));
  if (operation?.scheme === "consumer") {
    causes.push(callbackCause(parameter("oauth_callback"), application));
    const asked = parameter("svc_auth_access_type") ?? parameter("x_auth_access_type");
    if (asked === "write" && application.access === "read") {
      causes.push({ id: "level", asked, has: application.access });
    }
  }
  if (operation?.scheme === "request-token" && token.kind === "request" && token.approved) {
    causes.push(verifierCause(parameter("oauth_verifier"), token.verifier));
  }
  const writes = method !== "GET" && method !== "HEAD";
  if (operation === undefined && writes && token.kind === "access" && token.access === "read") {
    causes.push({ id: "write-level" });
  }
  return causes.filter((one) => one !== undefined);
}

function methodCause(
  { application, signatureMethods }: Known,
  sent: string | undefined,
): Cause | undefined {
  const isSent = ({ name }: SignatureMethod) => name === sent;
  const accepted = methodsFor(application, signatureMethods);
  if (!signatureMethods.some(isSent) || accepted.some(isSent)) return undefined;
  return { id: "method-ruled-out", sent: sent ?? "", accepted: accepted.map(({ name }) => name) };
}

function verifierCause(
  sent: string | undefined,
  checked: "right" | "wrong" | "of-other-token" | "unchecked",
): Cause | undefined {
  if (!sent) return { id: "verifier-missing" };
  if (checked === "of-other-token") return { id: "verifier-of-other-token" };
  return checked === "wrong"
    ? { id: "verifier-wrong", pin: typedPin(sent) !== undefined }
    : undefined;
}
