/** An access token as the admin API and files have it, without its secret. */
import type { ListedAccessToken } from "../../domain/access-token.ts";
import { dayMs } from "../../domain/day.ts";

export function accessTokenJson(one: ListedAccessToken) {
  const { applicationId, applicationName, consumerKey, userId, screenName, lastUsedDay } = one;
  return {
    token: one.token,
    access: one.access,
    application: { id: applicationId, name: applicationName, consumer_key: consumerKey },
    user: { id: userId, screen_name: screenName },
    since: new Date(one.since).toISOString(),
    last_used_on:
      lastUsedDay === undefined ? null : new Date(lastUsedDay * dayMs).toISOString().slice(0, 10),
  };
}
