import type { Caller } from "../../authentication/authentication.ts";
import { userOrApplication } from "../../authentication/bearer.ts";
import { type LimitName, limits } from "../../domain/limits.ts";
import type { Surroundings } from "../../surroundings.ts";
import { endpoint, jsonReply } from "../endpoint.ts";
import { standings } from "../standings.ts";

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
    const resources = await resourcesOf(caller, incoming.address, surroundings);
    return jsonReply({ rate_limit_context: context, resources });
  },
});

/** The limits that the interface's operations have, by the first part of their name; not those that guard sign-in. */
const shown = (Object.keys(limits) as LimitName[]).filter((name) =>
  /^(oauth2?|account|application)\//.test(name),
);

async function resourcesOf(caller: Caller, address: string, surroundings: Surroundings) {
  const resources: Record<string, Record<string, object>> = {};
  for (const one of (await standings(shown, caller, address, surroundings)) ?? []) {
    const family = one.name.slice(0, one.name.indexOf("/"));
    resources[family] ??= {};
    resources[family][`/${one.name}`] = {
      limit: one.limit,
      remaining: one.remaining,
      reset: one.resetAt,
    };
  }
  return resources;
}
