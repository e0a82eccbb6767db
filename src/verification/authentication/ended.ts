import type { ApplicationCredential, ApplicationId } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { concerns, rejectedUntil, type Sunset, type SunsetInForce } from "../../domain/sunset.ts";
import type { TraitSet } from "../../domain/trait.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * Rejects a request with what has ended, or has a brownout. Call this once the credentials hold, so that only the
 * application learns of it, and before the nonce is spent. Returns the sunset that comes first, for the response.
 */
export function rejectEnded(
  request: {
    readonly traits: TraitSet;
    readonly applicationId: ApplicationId;
    readonly credential: ApplicationCredential;
  },
  { sunsets, clock }: Pick<Dependencies, "sunsets" | "clock">,
): SunsetInForce | undefined {
  if (sunsets.all === undefined) return undefined;
  const now = clock();
  let first: SunsetInForce | undefined;
  for (const sunset of sunsets.all) {
    if (!concerns(sunset, request)) continue;
    first ??= sunset;
    const until = rejectedUntil(sunset, now);
    if (until === undefined) continue;
    const { traits, applicationId: verifiedAs, credential } = request;
    throw new RequestError("ended", {
      detail: detailOf(sunset, until),
      ...{ traits, verifiedAs, credential, sunset },
    });
  }
  return first;
}

function detailOf({ trait, endsAt, link }: Sunset, until: number | "never"): string {
  const what = trait === undefined ? "this application" : named[trait];
  const end = new Date(endsAt).toISOString();
  return until === "never"
    ? `${what} ended at ${end}; see ${link}`
    : `${what} ends at ${end}, and is rejected until ${new Date(until).toISOString()} as a reminder; see ${link}`;
}

const named = {
  "hmac-sha1": "signing with HMAC-SHA1",
  query: "a signature in the query",
  body: "a signature in the body",
  bearer: "the bearer token",
} as const;
