import { z } from "zod";
import { grantPlace, type ListedAccessToken } from "../../domain/access-token.ts";
import type { ApplicationKeys } from "../../domain/application.ts";
import { access, time, timeOf, timeOrNull } from "./shapes.ts";

/** It does not have the secret. */
export const accessToken = z
  .strictObject({
    token: z.string(),
    access,
    application: z.strictObject({ id: z.string(), name: z.string(), consumer_key: z.string() }),
    user: z.strictObject({ id: z.string(), screen_name: z.string() }),
    since: time,
    last_used_on: z.iso.date().nullable().describe("The day in UTC; null if no use is known."),
  })
  .meta({ id: "AccessToken" });

/**
 * As many whole grants as a page has, of one grant more: an import may have added several tokens to a grant. `next` is
 * the place of the last one if there are more.
 */
export function wholeGrants(
  found: readonly ListedAccessToken[],
  size: number,
): { readonly tokens: readonly ListedAccessToken[]; readonly next: string | undefined } {
  const grants = Map.groupBy(found, grantPlace);
  const tokens = [...grants.values()].slice(0, size).flat();
  const last = tokens.at(-1);
  return { tokens, next: grants.size > size && last !== undefined ? grantPlace(last) : undefined };
}

export const bearerTokens = z
  .strictObject({
    data: z.array(
      z.strictObject({
        since: time,
        until: time.nullable().describe("When the token of the previous consumer secret ends."),
      }),
    ),
  })
  .meta({ id: "BearerTokenList" });

export function bearerTokensJson(keys: ApplicationKeys): z.input<typeof bearerTokens> {
  const { bearerSince, previousBearerSince, previousSecretUntil } = keys;
  const bearer = (since: number | undefined, until: number | undefined) =>
    since === undefined ? [] : [{ since: timeOf(since), until: timeOrNull(until) }];
  return {
    data: [...bearer(bearerSince, undefined), ...bearer(previousBearerSince, previousSecretUntil)],
  };
}
