import { z } from "zod";
import { isAccessLevel } from "../../domain/access.ts";
import type { ListedAccessToken, TokenSearch } from "../../domain/access-token.ts";
import type { ApplicationKeys } from "../../domain/application.ts";
import {
  type AccessToken,
  type ApplicationId,
  idFrom,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { AdminProblem } from "../../verification/admin-problem.ts";
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

export function accessTokenJson(one: ListedAccessToken): z.input<typeof accessToken> {
  const { applicationId, applicationName, consumerKey, userId, screenName, lastUsedDay } = one;
  return {
    token: one.token,
    access: one.access,
    application: { id: applicationId, name: applicationName, consumer_key: consumerKey },
    user: { id: userId, screen_name: screenName },
    since: timeOf(one.since),
    last_used_on: lastUsedDay === undefined ? null : timeOf(lastUsedDay * dayMs).slice(0, 10),
  };
}

/** A grant's tokens come together, so the place in the list has all of these. */
export function tokenPlace(one: ListedAccessToken): string {
  return [one.applicationId, one.userId, one.access, one.token].join(" ");
}

/** Throws 400. */
export function placeIn(text: string | undefined): TokenSearch["after"] {
  if (text === undefined) return undefined;
  const [application, user, level = "", token] = text.split(" ");
  const [applicationId, userId] = [idFrom<ApplicationId>(application), idFrom<UserId>(user)];
  if (applicationId === undefined || userId === undefined || !isAccessLevel(level)) {
    throw new AdminProblem("invalid-request", "The cursor belongs to a different list.");
  }
  return { applicationId, userId, access: level, token: (token ?? "") as AccessToken };
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
