/** Decides from the response whether the provider accepted a request. */

import type { Endpoint } from "./config.ts";
import type { ProviderResponse } from "./exchange.ts";
import type { Operation } from "./protocol.ts";
import type { Credentials } from "./request/world.ts";

export interface Outcome {
  /** `broken`: the provider failed, or its response is neither an HTTP success, a redirect nor a rejection. */
  readonly kind: "accepted" | "rejected" | "broken";
  readonly credentials?: Credentials;
}

export function outcomeOf(
  operation: Operation,
  endpoint: Endpoint,
  answer: ProviderResponse,
): Outcome {
  if (answer.status >= 500 || answer.status < 200) return { kind: "broken" };
  if (answer.status >= 300) return { kind: "rejected" };
  if (operation !== "request-token" && operation !== "access-token") {
    const missing = endpoint.contains !== undefined && !answer.body.includes(endpoint.contains);
    return { kind: missing ? "rejected" : "accepted" };
  }
  // Some providers answer an error with status 200. Without credentials the request was not accepted.
  const credentials = credentialsIn(answer.body);
  return credentials === undefined ? { kind: "rejected" } : { kind: "accepted", credentials };
}

/** RFC 5849 §2.1 and §2.3. */
function credentialsIn(body: string): Credentials | undefined {
  const form = new URLSearchParams(body.trim());
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  return token && secret ? { token, secret } : undefined;
}
