import type { ApiLimit } from "../../../../domain/api-limits.ts";
import type { Caller } from "../../../../verification/authentication/authentication.ts";
import { isBearerCaller } from "../../../../verification/authentication/bearer.ts";
import { userOrApplication } from "../../../../verification/authentication/callers.ts";
import type { Dependencies } from "../../../../verification/dependencies.ts";
import {
  type LimitInForce,
  limitedNow,
  limitsInForce,
} from "../../../../verification/rate-limits/limits-in-force.ts";
import { quotas } from "../../../../verification/rate-limits/quotas.ts";
import { endpoint, jsonReply } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §10. */
export const rateLimitStatus = endpoint({
  name: "application/rate_limit_status",
  paths: ["/1.1/application/rate_limit_status.json"],
  methods: ["GET"],
  section: "10",
  summary: "Returns the caller's remaining quota for each limit",
  caller: userOrApplication,
  limit: "application/rate_limit_status",
  reads: [],
  produces: "json",
  responseFields: {
    rate_limit_context:
      "The access token that signs the request, or the consumer key of the application whose bearer token was sent.",
    resources:
      "The `limit`, `remaining`, and `reset` (seconds since the epoch) of each limit, by family.",
  },
  async operation({ caller, incoming, dependencies }) {
    const context = isBearerCaller(caller)
      ? { application: caller.consumerKey }
      : { access_token: caller.access.token };
    const resources = await resourcesOf(caller, incoming.address, dependencies);
    return jsonReply({ rate_limit_context: context, resources });
  },
});

async function resourcesOf(caller: Caller, address: string, dependencies: Dependencies) {
  const { listed, families } = listedNow(dependencies);
  const resources: Record<string, Record<string, object>> = {};
  for (const one of (await quotas(listed, caller, address, dependencies)) ?? []) {
    const family = families.get(one.name) ?? "";
    resources[family] ??= {};
    resources[family][`/${one.name}`] = {
      limit: one.limit,
      remaining: one.remaining,
      reset: one.resetAt,
    };
  }
  return resources;
}

interface Listed {
  readonly apiLimits: ReadonlyMap<string, ApiLimit>;
  readonly listed: readonly LimitInForce[];
  readonly families: ReadonlyMap<string, string>;
}

/** One list for all requests until the limits of APIs are read again: making it was most of what a request cost. */
const lists = new WeakMap<Dependencies["ownLimits"], Listed>();

function listedNow(dependencies: Dependencies): Listed {
  const { ownLimits } = dependencies;
  const known = lists.get(ownLimits);
  if (known?.apiLimits === ownLimits.apiLimits) return known;
  const listed = limitsInForce(limitedNow(dependencies)).filter((one) => one.family !== undefined);
  const families = new Map(listed.map((one) => [one.name, one.family ?? ""]));
  const made = { apiLimits: ownLimits.apiLimits, listed, families };
  lists.set(ownLimits, made);
  return made;
}
