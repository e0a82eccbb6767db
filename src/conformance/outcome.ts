/** Whether the provider accepted a request, by its answer. */

import type { Endpoint } from "./config.ts";
import type { Answer } from "./exchange.ts";
import type { Operation } from "./protocol.ts";
import type { Credentials } from "./request/world.ts";

export interface Outcome {
  /** `broken`: an error of the provider's own, or an answer that is no HTTP success, redirect or refusal. */
  readonly kind: "accepted" | "refused" | "broken";
  readonly credentials?: Credentials;
}

export function outcomeOf(operation: Operation, endpoint: Endpoint, answer: Answer): Outcome {
  if (answer.status >= 500 || answer.status < 200) return { kind: "broken" };
  if (answer.status >= 300) return { kind: "refused" };
  if (operation === "resource" || operation === "revocation") {
    const missing = endpoint.contains !== undefined && !answer.body.includes(endpoint.contains);
    return { kind: missing ? "refused" : "accepted" };
  }
  // Some providers answer 200 with an error in the body; without credentials nobody was let in.
  const credentials = credentialsIn(answer.body);
  return credentials === undefined ? { kind: "refused" } : { kind: "accepted", credentials };
}

/** RFC 5849 §2.1 and §2.3. */
function credentialsIn(body: string): Credentials | undefined {
  const form = new URLSearchParams(body.trim());
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  return token && secret ? { token, secret } : undefined;
}
