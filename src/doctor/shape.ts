import { maxParameters, type RequestProblem, toReadableText } from "#oauth1";
import type { Cause } from "./cause.ts";

/** The cause for a request that could not be read as a signed one. `sent`: the value of the parameter at fault. */
export function shapeCause({ kind, parameter }: RequestProblem, sent: string): Cause {
  const name = toReadableText(parameter ?? "");
  if (kind === "two-identities") return { id: "two-identities" };
  if (kind === "too-many-parameters") return { id: "too-many-parameters", most: maxParameters };
  if (kind === "duplicate") return { id: "different-values", name };
  if (kind === "missing") return name === "" ? { id: "unsigned" } : { id: "missing", name };
  if (name === "oauth_version") return { id: "version", sent };
  if (name === "oauth_signature_method") return { id: "signature-method", sent, right: false };
  if (name === "oauth_timestamp") return { id: "timestamp-form", sent };
  if (name === "oauth_nonce") return { id: "nonce-form" };
  return name === "" ? { id: "malformed-header" } : { id: "not-utf8", name };
}
