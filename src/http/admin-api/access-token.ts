import { z } from "zod";
import { grantPlace, type ListedAccessToken } from "../../domain/access-token.ts";
import type { ApplicationKeys } from "../../domain/application.ts";
import {
  access,
  itemsOf,
  namedApplication,
  namedUser,
  time,
  timeOf,
  timeOrNull,
} from "./shapes.ts";

/** It does not have the secret. */
export const accessToken = z
  .strictObject({
    token: z.string().describe("The token. It works only with its secret, which is not here."),
    access: access.describe("What it may do."),
    application: namedApplication.describe("The application that it was issued to."),
    user: namedUser.describe("The user for whom it works."),
    since: time.describe("When the user gave access."),
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
    data: itemsOf(
      z.strictObject({
        since: time.describe("When it was created."),
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
