/** What administrators do with the limits of their APIs. */

import { type ApiLimit, maxApiLimits, shortName } from "../../domain/api-limits.ts";
import { planNameForm } from "../../domain/limits.ts";
import { action } from "../operation/action.ts";

const changedSince = [
  "precondition-failed",
  "It has changed in the meantime. Read it again.",
] as const;

const configured = [
  "conflict",
  "COUNTERSIGN_API_LIMITS has a limit of this name, which is the one in force. Change it there.",
] as const;

export const createApiLimit = action({
  name: "createApiLimit",
  event: "api-limit.created",
  sensitive: true,
  async run({ ledger, ownLimits, config }, { limit }: { readonly limit: ApiLimit }, by) {
    if (config.apiLimits.has(shortName(limit))) return "configured";
    const outcome = await ledger.saveApiLimit({ limit, most: maxApiLimits }, by);
    if (outcome !== "saved") return outcome;
    ownLimits.apiLimitSaved(limit);
    return undefined;
  },
  rejections: {
    configured,
    "name-taken": ["conflict", "There is an API limit of this name."],
    "too-many": ["conflict", `There can be up to ${maxApiLimits} API limits. Delete one first.`],
    "changed-since": changedSince,
  },
});

/** `seen`: the version that the administrator saw. */
export const changeApiLimit = action({
  name: "changeApiLimit",
  event: "api-limit.changed",
  sensitive: true,
  async run(
    { ledger, ownLimits, config },
    change: { readonly limit: ApiLimit; readonly seen: number },
    by,
  ) {
    if (config.apiLimits.has(shortName(change.limit))) return "configured";
    const outcome = await ledger.saveApiLimit({ ...change, most: maxApiLimits }, by);
    if (outcome !== "saved") return "changed-since";
    ownLimits.apiLimitSaved(change.limit);
    return undefined;
  },
  rejections: { configured, "changed-since": changedSince },
});

export const deleteApiLimit = action({
  name: "deleteApiLimit",
  event: "api-limit.deleted",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    limit: { readonly name: ApiLimit["name"]; readonly seen: number },
    by,
  ) {
    const outcome = await ledger.deleteApiLimit(limit, by);
    if (outcome !== "deleted") return outcome;
    ownLimits.apiLimitDeleted(limit.name);
    return undefined;
  },
  rejections: {
    "in-use": ["conflict", "Plans have this limit. Take it out of them first."],
    "changed-since": changedSince,
  },
});

export const apiLimitNameMeaning = `The limit's name, as a \`/verify\` request names it: ${planNameForm}.`;
