/** The limits of the administrator's APIs, in the admin API. */
import { z } from "zod";
import {
  type ApiLimit,
  apiLimitFrom,
  apiLimitName,
  apiLimitPers,
  perText,
  type RecordedApiLimit,
  shortName,
} from "../../domain/api-limits.ts";
import { maxWindows, windowsText } from "../../domain/limit-windows.ts";
import { isPlanName } from "../../domain/limits.ts";
import * as actions from "../actions/api-limits.ts";
import type { ActionParts } from "../operation/action.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { itemsOf } from "./shapes.ts";

export const limitName = z
  .string()
  .refine(isPlanName, { error: "must be the name of an API limit" })
  .describe(actions.apiLimitNameMeaning);

export const apiLimitMembers = {
  per: z
    .enum(apiLimitPers)
    .describe(
      "user counts per user and application, and a request without a user for its application; application counts per application.",
    ),
  windows: z
    .string()
    .max(100)
    .refine((text) => apiLimitFrom("any", "user", text) !== undefined, {
      error: `must be one to ${maxWindows} windows of different lengths, such as 10/1s 10000/month, of up to 31 days or a month`,
    })
    .describe("One to four windows, such as 10/1s 10000/month. A request has to fit into each."),
};

const apiLimit = z
  .strictObject({
    name: limitName,
    ...apiLimitMembers,
    is_configured: z
      .boolean()
      .describe("COUNTERSIGN_API_LIMITS has it, so it is changed there and nowhere else."),
    version: z
      .number()
      .int()
      .describe("It grows with each change of the limit; 0 for one that is configured."),
  })
  .meta({ id: "ApiLimit" });

function apiLimitJson(one: ApiLimit | RecordedApiLimit): z.input<typeof apiLimit> {
  const version = "version" in one ? one.version : 0;
  return {
    ...{ name: shortName(one), per: perText(one), windows: windowsText(one.windows) },
    ...{ is_configured: version === 0, version },
  };
}

const anApiLimit = z.strictObject({ name: limitName });

export const listApiLimits = operation({
  at: "GET /admin/v1/api-limits",
  name: "listApiLimits",
  summary: "List the limits of your APIs: those of the settings, and others by name",
  response: z.strictObject({ data: itemsOf(apiLimit) }).meta({ id: "ApiLimitList" }),
  async run({ dependencies }) {
    return { data: (await everyLimit(dependencies)).map(apiLimitJson) };
  },
});

export const getApiLimit = operation({
  at: "GET /admin/v1/api-limits/:name",
  name: "getApiLimit",
  summary: "Get a limit of your APIs",
  params: anApiLimit,
  response: apiLimit,
  tagged: true,
  problems: ["not-found"],
  run: async ({ params, dependencies }) => apiLimitJson(await limitAt(dependencies, params.name)),
});

export const createApiLimit = operation({
  at: "POST /admin/v1/api-limits",
  of: actions.createApiLimit,
  summary: "Create a limit that requests to your APIs can name, from the next request on",
  body: z.strictObject({ name: limitName, ...apiLimitMembers }).meta({ id: "NewApiLimit" }),
  response: apiLimit,
  creates: true,
  location: ({ name }) => `/admin/v1/api-limits/${name}`,
  about: () => ({}),
  async run({ body: { name, per, windows }, ...call }) {
    await perform(actions.createApiLimit, call, { limit: limitOf(name, per, windows) });
    return apiLimitJson(await limitAt(call.dependencies, name));
  },
});

export const changeApiLimit = operation({
  at: "PATCH /admin/v1/api-limits/:name",
  of: actions.changeApiLimit,
  summary: "Change a limit of your APIs: it is in force from the next request on",
  params: anApiLimit,
  body: z.strictObject(apiLimitMembers).partial().meta({ id: "ApiLimitChange" }),
  response: apiLimit,
  tagged: true,
  ifMatch: true,
  problems: ["not-found"],
  async run({ params: { name }, body, assertMatch, ...call }) {
    const before = apiLimitJson(await limitAt(call.dependencies, name));
    assertMatch(before);
    const { per = before.per, windows = before.windows } = body;
    const limit = limitOf(name, per, windows);
    await perform(actions.changeApiLimit, call, { limit, seen: before.version });
    return apiLimitJson(await limitAt(call.dependencies, name));
  },
});

export const deleteApiLimit = operation({
  at: "DELETE /admin/v1/api-limits/:name",
  of: actions.deleteApiLimit,
  summary: "Delete a limit of your APIs that no plan has: requests that name it are rejected",
  params: anApiLimit,
  problems: ["not-found"],
  async run({ params: { name: short }, ...call }) {
    const name = apiLimitName(short);
    const recorded = await call.dependencies.ledger.apiLimits();
    const found = recorded.find((one) => one.name === name);
    if (found === undefined) {
      await limitAt(call.dependencies, short);
      const [problem, detail] = actions.createApiLimit.rejections.configured;
      throw new AdminProblem(problem, detail);
    }
    await perform(actions.deleteApiLimit, call, { name, seen: found.version });
  },
});

/** The configured ones first. Of two with one name, the configured one is in force. */
async function everyLimit({
  config: { apiLimits: configured },
  ledger,
}: Pick<ActionParts, "config" | "ledger">): Promise<readonly (ApiLimit | RecordedApiLimit)[]> {
  const recorded = await ledger.apiLimits();
  return [...configured.values(), ...recorded.filter((one) => !configured.has(shortName(one)))];
}

/** Throws 404. */
async function limitAt(parts: Pick<ActionParts, "config" | "ledger">, name: string) {
  const found = (await everyLimit(parts)).find((one) => shortName(one) === name);
  if (found === undefined) throw new AdminProblem("not-found", "No such API limit.");
  return found;
}

/** Throws 422. */
function limitOf(...given: Parameters<typeof apiLimitFrom>): ApiLimit {
  const limit = apiLimitFrom(...given);
  if (limit === undefined) throw new AdminProblem("rejected", "The windows can't be read.");
  return limit;
}
