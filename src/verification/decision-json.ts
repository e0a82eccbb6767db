import type { Sunset } from "../domain/sunset.ts";
import type { Decision } from "./decision.ts";

export function decisionJson(decision: Decision): object {
  if (!decision.valid) {
    const { rejection, cause, response, decisionId } = decision;
    return {
      valid: false,
      code: rejection.row.code,
      cause,
      message: rejection.message,
      response,
      decision_id: decisionId,
    };
  }
  const { caller, body, quota, sunset, maxAge, decisionId } = decision;
  const { context, userId, screenName, applicationId, consumerKey } = caller;
  return {
    valid: true,
    caller: {
      context,
      ...(userId !== undefined && { user_id: userId, screen_name: screenName }),
      app_id: applicationId,
      consumer_key: consumerKey,
      access: accessText(caller.access),
    },
    body,
    rate_limit: quota
      ? { limit: quota.limit, remaining: quota.remaining, reset: quota.resetAt }
      : null,
    ...(sunset && { sunset: sunsetJson(sunset) }),
    max_age: maxAge,
    decision_id: decisionId,
  };
}

/** Times are in seconds, as all in a decision. */
function sunsetJson({ name, deprecatedAt, endsAt, link }: Sunset): object {
  return {
    name,
    deprecated_at: Math.floor(deprecatedAt / 1000),
    ends_at: Math.floor(endsAt / 1000),
    link,
  };
}

/** The value of `x-access-level`: write includes read. */
export function accessText(access: "read" | "write"): "read" | "read-write" {
  return access === "write" ? "read-write" : "read";
}
