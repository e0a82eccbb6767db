import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import type { ApplicationId, ConsumerKey } from "../../../domain/credentials.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import { type Sunset, sunsetsInForce } from "../../../domain/sunset.ts";
import * as actions from "../../actions/sunsets.ts";
import { sunsetJson } from "../sunsets.ts";
import { changedSince, type Planning, type Step } from "./step.ts";
import type { Configuration } from "./wanted.ts";

type Entry = NonNullable<Configuration["sunsets"]>[string];

/** A file names applications by their consumer keys, which are the same on another database. */
type Described = {
  readonly [Name in Exclude<keyof Entry, "state" | "deprecated_at">]-?: Exclude<
    Entry[Name],
    undefined
  >;
} & Pick<Entry, "deprecated_at">;

/**
 * One sunset of the configuration. They come after the applications: `created` has the consumer keys of those that the
 * configuration may create.
 */
export async function sunsetStep(
  name: string,
  entry: Entry,
  { ledger, now }: Planning,
  created: ReadonlySet<string>,
): Promise<Step | undefined> {
  const present = (await actions.sunsetsIn({ ledger })).find((one) => one.name === name);
  const what = `sunset ${name}`;
  const seen = actions.seenSunset(present);
  if (entry.state === "absent") return present && removalStep(what, { name, seen }, ledger);
  const before = present && (await described(present, ledger));
  const wanted = wantedSunset(entry, before);
  const ids = await idsOf(wanted, ledger, created);
  // For a new application, it is only known once that exists.
  const sunset = sunsetOf(name, wanted, { ids, since: present?.deprecatedAt ?? now });
  const problem = actions.problemOf(sunset);
  if (problem !== undefined) {
    throw new ConfigurationRejected(actions.planSunset.rejections[problem][1]);
  }
  const differences = differencesOf(before, wanted);
  if (differences.length === 0) return undefined;
  const rejects = isRejecting(sunset, now) && (present === undefined || !isRejecting(present, now));
  return {
    action: present === undefined ? "create" : "change",
    what,
    differences,
    ends: rejects ? ["It rejects requests as soon as it is planned."] : [],
    seen,
    async run(by) {
      const at = {
        ids: await idsOf(wanted, ledger, noKeys),
        since: present?.deprecatedAt ?? by.at,
      };
      await done(actions.planSunset, ledger, by, { sunset: sunsetOf(name, wanted, at), seen });
    },
  };
}

const noKeys: ReadonlySet<string> = new Set();

/** Those that concern an existing application, or every one. */
export async function presentSunsets({
  ledger,
}: Pick<Planning, "ledger">): Promise<Record<string, Described>> {
  const all: Record<string, Described> = {};
  for (const one of await actions.sunsetsIn({ ledger })) {
    const entry = await described(one, ledger);
    if (one.applicationId === undefined || entry.consumer_key !== null) all[one.name] = entry;
  }
  return all;
}

function removalStep(
  what: string,
  input: { readonly name: string; readonly seen: string },
  ledger: Planning["ledger"],
): Step {
  return {
    action: "delete",
    what,
    differences: [],
    ends: ["What it ended works again."],
    seen: input.seen,
    run: (by) => done(actions.removeSunset, ledger, by, input),
  };
}

type Action = typeof actions.planSunset | typeof actions.removeSunset;

/** Throws `ConfigurationRejected`, and nothing was changed. */
async function done<Of extends Action>(
  { run, rejections }: Of,
  ledger: Planning["ledger"],
  by: Parameters<Step["run"]>[0],
  input: Parameters<Of["run"]>[1],
): Promise<void> {
  // A running server reads them again once the change is made.
  const parts = { ledger, sunsets: sunsetsInForce() };
  const result = await (run as (...given: unknown[]) => Promise<unknown>)(parts, input, by);
  if (typeof result !== "string") return;
  const told = rejections as Readonly<Record<string, readonly string[]>>;
  throw new ConfigurationRejected(
    result === "changed" || result === "none" ? changedSince : (told[result]?.[1] ?? result),
  );
}

/** Applications that are gone are left out. */
async function described(sunset: Sunset, ledger: Planning["ledger"]): Promise<Described> {
  const { name: _, application: __, exempt: ___, ...same } = sunsetJson(sunset);
  const keyOf = async (id: ApplicationId) => (await ledger.applicationById(id))?.consumerKey;
  const exempt: ConsumerKey[] = [];
  for (const id of sunset.exempt) {
    const key = await keyOf(id);
    if (key !== undefined) exempt.push(key);
  }
  const { applicationId } = sunset;
  const consumer_key = applicationId === undefined ? null : ((await keyOf(applicationId)) ?? null);
  return { ...same, consumer_key, exempt: exempt.toSorted() };
}

/** Throws `ConfigurationRejected` if a new one lacks something. */
function wantedSunset({ state: _, ...entry }: Entry, before: Described | undefined): Described {
  const { ends_at, link } = { ...before, ...entry };
  if (ends_at === undefined || link === undefined) {
    throw new ConfigurationRejected("the sunset is new, so it needs ends_at and link");
  }
  const all = { ...before, ...entry };
  const { exempt = [], brownout = null, deprecated_at } = all;
  return {
    trait: all.trait ?? null,
    consumer_key: all.consumer_key ?? null,
    rejects: all.rejects ?? true,
    exempt: [...new Set(exempt)].toSorted(),
    ends_at: timeIn(ends_at),
    link,
    brownout: brownout && {
      ...brownout,
      from: timeIn(brownout.from),
      until: timeIn(brownout.until),
    },
    ...(deprecated_at !== undefined && { deprecated_at: timeIn(deprecated_at) }),
  };
}

function timeIn(text: string): string {
  return new Date(text).toISOString();
}

/** Throws `ConfigurationRejected` for an application that there is not, and that the configuration doesn't create. */
async function idsOf(
  { consumer_key: only, exempt }: Described,
  ledger: Planning["ledger"],
  created: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ApplicationId>> {
  const ids = new Map<string, ApplicationId>();
  for (const key of only === null ? exempt : [only, ...exempt]) {
    const id = (await ledger.applicationByConsumerKey(key))?.id;
    if (id !== undefined) ids.set(key, id);
    else if (!created.has(key)) {
      throw new ConfigurationRejected(`there is no application with the consumer key ${key}`);
    }
  }
  return ids;
}

function sunsetOf(
  name: string,
  wanted: Described,
  { ids, since }: { readonly ids: ReadonlyMap<string, ApplicationId>; readonly since: number },
): Sunset {
  const { trait, consumer_key: only, exempt, deprecated_at, ends_at, brownout } = wanted;
  return {
    name,
    trait: trait ?? undefined,
    applicationId: only === null ? undefined : (ids.get(only) ?? ("0" as ApplicationId)),
    exempt: exempt.flatMap((key) => ids.get(key) ?? []),
    deprecatedAt: deprecated_at === undefined ? since : Date.parse(deprecated_at),
    endsAt: Date.parse(ends_at),
    rejects: wanted.rejects,
    link: wanted.link,
    brownout:
      brownout === null
        ? undefined
        : {
            from: Date.parse(brownout.from),
            until: Date.parse(brownout.until),
            minutes: brownout.minutes,
          },
  };
}

function isRejecting({ rejects, endsAt, brownout }: Sunset, now: number): boolean {
  const isOver = rejects && now >= endsAt;
  return isOver || (brownout !== undefined && brownout.from <= now && now < brownout.until);
}

function differencesOf(before: Described | undefined, after: Described): readonly Difference[] {
  const [old, wanted] = [before && rowsOf(before), rowsOf(after)];
  return Object.entries(wanted)
    .map(([setting, to]) => ({ setting, from: old?.[setting] ?? "", to }))
    .filter(({ from, to }) => String(from) !== String(to));
}

function rowsOf({ brownout, trait, consumer_key, deprecated_at, ...all }: Described) {
  const rows: Record<string, Difference["to"]> = {
    trait: trait ?? "",
    consumer_key: consumer_key ?? "",
    exempt: all.exempt,
    deprecated_at: deprecated_at ?? "",
    ends_at: all.ends_at,
    rejects: all.rejects,
    link: all.link,
    brownout: brownout
      ? `${brownout.from} to ${brownout.until}, ${brownout.minutes} minutes of each hour`
      : "",
  };
  return rows;
}
