/** What an operation or an API rejects after the signature was accepted. */
import type { SignatureMethod } from "#oauth1";
import { digestOf, readDigest } from "../domain/body-digest.ts";
import { typedPin } from "../domain/request-token.ts";
import { allowsDigest, methodsFor } from "../domain/signature-methods.ts";
import { callbackCause } from "./callbacks.ts";
import type { Cause } from "./cause.ts";
import type { Known, KnownOperation, KnownToken } from "./known.ts";

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
  if (application.ownerOnly && isForOthers(token, operation)) {
    causes.push({ id: "application-unapproved" });
  }
  if ((token.kind === "access" || token.kind === "request") && token.userSuspended) {
    causes.push({ id: "user-suspended" });
  }
  causes.push(networkCause(known));
  causes.push(retiredCause(known));
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

/** Without a token, only a request for a request token is accepted. */
function isForOthers(token: KnownToken, operation: KnownOperation | undefined): boolean {
  if (token.kind === "access") return token.isOwners !== true;
  if (token.kind === "request") return token.approved && token.isOwners !== true;
  return operation?.scheme !== "consumer";
}

export function networkCause({ outsideAddress }: Known): Cause | undefined {
  return outsideAddress === undefined
    ? undefined
    : { id: "network-not-allowed", address: outsideAddress };
}

export function retiredCause({ retired }: Known): Cause | undefined {
  return retired && { id: "retired", ...retired };
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

/**
 * The service compares bodies with their hashes for APIs, not for its own operations. `sentHash` is the value of
 * `oauth_body_hash`. An empty body may only be missing in the paste.
 */
export function bodyCause(
  sentHash: string | undefined,
  body: string,
  { wrongBody, application }: Pick<Known, "wrongBody" | "application">,
): Cause | undefined {
  if (sentHash === undefined) return wrongBody ? { id: "body-hash-missing" } : undefined;
  const sent = readDigest(sentHash);
  if (sent === undefined) return { id: "body-hash-form" };
  if (!allowsDigest(application, sent.name)) return { id: "body-hash-ruled-out" };
  const isOther = body !== "" && !digestOf(body, sent.name).equals(sent.bytes);
  return wrongBody || isOther ? { id: "body-hash-other" } : undefined;
}
