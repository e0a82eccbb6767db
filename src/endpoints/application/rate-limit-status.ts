import type { Caller } from "../../authentication/authentication.ts";
import { userOrApplication } from "../../authentication/bearer.ts";
import { type LimitName, limits } from "../../domain/limits.ts";
import type { Surroundings } from "../../surroundings.ts";
import { endpoint, jsonReply } from "../endpoint.ts";
import { limitKey } from "../limit-key.ts";

/** docs/reference/interface.md §10. */
export const rateLimitStatus = endpoint({
  name: "application/rate_limit_status",
  paths: ["/1.1/application/rate_limit_status.json"],
  methods: ["GET"],
  section: "10",
  summary: "How the caller stands against each limit",
  caller: userOrApplication,
  limit: "application/rate_limit_status",
  reads: [],
  answers: "json",
  answerFields: ["rate_limit_context", "resources"],
  async operation({ caller, incoming, surroundings }) {
    const context =
      "access" in caller
        ? { access_token: caller.access.token }
        : { application: caller.consumerKey };
    const resources = await standings(caller, incoming.address, surroundings);
    return jsonReply({ rate_limit_context: context, resources });
  },
});

/** The limits that the interface's operations have, by the first part of their name; not those that guard sign-in. */
const shown = (Object.keys(limits) as LimitName[])
  .filter((name) => /^(oauth2?|account|application)\//.test(name))
  .map((name) => ({ name, family: name.slice(0, name.indexOf("/")) }));

async function standings(caller: Caller, address: string, surroundings: Surroundings) {
  const { rateMeter, ownLimits, config, clock } = surroundings;
  const resources: Record<string, Record<string, object>> = {};
  if (config.rateLimits === "off") return resources;
  const now = clock();
  for (const { name, family } of shown) {
    const key = limitKey(name, caller, address);
    if (key === undefined) continue;
    const standing = await rateMeter.standing(
      name,
      key,
      now,
      ownLimits.of(caller.applicationId, name),
    );
    resources[family] ??= {};
    resources[family][`/${name}`] = {
      limit: standing.limit,
      remaining: standing.remaining,
      reset: standing.resetAt,
    };
  }
  return resources;
}
