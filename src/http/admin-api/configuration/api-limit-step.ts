import {
  type ApiLimit,
  apiLimitFrom,
  apiLimitName,
  apiLimitsInForce,
  isSameApiLimit,
  maxApiLimits,
  perText,
  type RecordedApiLimit,
} from "../../../domain/api-limits.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import { windowsText } from "../../../domain/limit-windows.ts";
import type { Limited } from "../../../verification/rate-limits/limits-in-force.ts";
import { changedSince, type Planning, type Step } from "./step.ts";
import type { Configuration } from "./wanted.ts";

type Wanted = NonNullable<Configuration["api_limits"]>;

/** One API limit of the configuration. They come before the plans, which may have them. */
export async function apiLimitStep(
  name: string,
  wanted: Wanted[string],
  { ledger, config }: Planning,
): Promise<Step | undefined> {
  const recorded = async () =>
    (await ledger.apiLimits()).find((one) => one.name === apiLimitName(name));
  const present = await recorded();
  const what = `API limit ${name}`;
  if (wanted.state === "absent") {
    return present && deletionStep(what, present, { ledger });
  }
  if (config.apiLimits.has(name)) {
    throw new ConfigurationRejected(
      "COUNTERSIGN_API_LIMITS has a limit of this name, which is the one in force; leave it out here or there",
    );
  }
  const limit = wantedLimit(name, wanted, present);
  if (present !== undefined && isSameApiLimit(present, limit)) return undefined;
  return {
    action: present === undefined ? "create" : "change",
    what,
    differences: differences(present, limit),
    ends: [],
    async run(by) {
      const change = { limit, ...(present && { seen: present.version }), most: maxApiLimits };
      const outcome = await ledger.saveApiLimit(change, by);
      if (outcome === "too-many") {
        throw new ConfigurationRejected(`there can be ${maxApiLimits} API limits`);
      }
      if (outcome !== "saved") throw new ConfigurationRejected(changedSince);
    },
  };
}

/** With what the configuration creates. */
export function limitedAfter(apiLimits: Wanted, limited: Limited): Limited {
  const created = Object.entries(apiLimits).flatMap(([name, { state, per, windows }]) =>
    state === "absent" || per === undefined || windows === undefined
      ? []
      : (apiLimitFrom(name, per, windows) ?? []),
  );
  return { ...limited, apiLimits: apiLimitsInForce(limited.apiLimits, created) };
}

function deletionStep(
  what: string,
  { name, version }: RecordedApiLimit,
  { ledger }: Pick<Planning, "ledger">,
): Step {
  return {
    action: "delete",
    what,
    differences: [],
    ends: ["Requests that name it are rejected."],
    seen: String(version),
    async run(by) {
      const outcome = await ledger.deleteApiLimit({ name, seen: version }, by);
      if (outcome === "in-use") {
        throw new ConfigurationRejected("plans have this limit; take it out of them first");
      }
      if (outcome !== "deleted") throw new ConfigurationRejected(changedSince);
    },
  };
}

/** Throws `ConfigurationRejected` if a new one lacks something. */
function wantedLimit(
  name: string,
  wanted: Wanted[string],
  present: ApiLimit | undefined,
): ApiLimit {
  const per = wanted.per ?? (present && perText(present));
  const windows = wanted.windows ?? (present && windowsText(present.windows));
  const limit = per && windows ? apiLimitFrom(name, per, windows) : undefined;
  if (limit !== undefined) return limit;
  throw new ConfigurationRejected("the limit is new, so it needs per and windows");
}

function differences(before: ApiLimit | undefined, after: ApiLimit): readonly Difference[] {
  const textOf = (limit: ApiLimit | undefined) => (limit ? windowsText(limit.windows) : "");
  const all: readonly Difference[] = [
    { setting: "per", from: before ? perText(before) : "", to: perText(after) },
    { setting: "windows", from: textOf(before), to: textOf(after) },
  ];
  return all.filter(({ from, to }) => from !== to);
}
