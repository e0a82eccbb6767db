/** What administrators plan to end. All sunsets are one setting, because every process keeps all of them. */
import type { AuditContext } from "../../domain/audit.ts";
import { seenMark } from "../../domain/seen.ts";
import {
  isSunsetLink,
  isSunsetName,
  maxExempt,
  maxSunsets,
  readSunsets,
  type Sunset,
  writtenSunsets,
} from "../../domain/sunset.ts";
import { type ActionParts, action } from "../operation/action.ts";

type Parts = Pick<ActionParts, "ledger" | "sunsets">;

export async function sunsetsIn({
  ledger,
}: Pick<ActionParts, "ledger">): Promise<readonly Sunset[]> {
  return readSunsets(await ledger.setting("sunsets"));
}

/** Plans it, or replaces the one with its name. `seen` is the one that the caller knows; undefined for none. */
export const planSunset = action({
  name: "planSunset",
  event: "setting.changed",
  sensitive: true,
  async run(parts: Parts, { sunset, seen }: { sunset: Sunset; seen?: SeenSunset }, by) {
    const problem = problemOf(sunset);
    if (problem !== undefined) return problem;
    const { name, applicationId, exempt } = sunset;
    for (const id of [...exempt, ...(applicationId === undefined ? [] : [applicationId])]) {
      if ((await parts.ledger.applicationById(id)) === undefined) return "no-application";
    }
    return change<"too-many" | "changed">(parts, `planned ${name}`, by, (all) => {
      if (seen !== undefined && !isSeen(all, name, seen)) return "changed";
      const others = all.filter((one) => one.name !== name);
      return others.length < maxSunsets ? [...others, sunset] : "too-many";
    });
  },
  rejections: {
    name: [
      "rejected",
      "The name of a sunset begins with a lowercase letter, and has up to 40 lowercase letters, digits, and hyphens.",
    ],
    nothing: ["rejected", "Say what ends: a trait, an application, or both."],
    link: ["rejected", "The link must be an HTTPS URL of up to 200 plain characters."],
    exempt: ["rejected", `Up to ${maxExempt} applications can be exempt.`],
    times: [
      "rejected",
      "It must end after it is deprecated, and a brownout must begin before it ends, between the two, for 1 to 60 minutes of each hour.",
    ],
    "no-application": ["rejected", "There is no such application."],
    "too-many": ["conflict", `There are ${maxSunsets} sunsets already. Remove one first.`],
    changed: ["conflict", "The sunset was changed in the meantime. Read it again."],
  },
});

export const removeSunset = action({
  name: "removeSunset",
  event: "setting.changed",
  sensitive: false,
  run: (parts: Parts, { name, seen }: { name: string; seen?: SeenSunset }, by) =>
    change<"none" | "changed">(parts, `removed ${name}`, by, (all) => {
      if (seen !== undefined && !isSeen(all, name, seen)) return "changed";
      const others = all.filter((one) => one.name !== name);
      return others.length < all.length ? others : "none";
    }),
  rejections: {
    none: ["not-found", "There is no such sunset."],
    changed: ["conflict", "The sunsets were changed in the meantime. Try again."],
  },
});

/** What a form had when it was shown; empty for a new one. */
export type SeenSunset = string;

export function seenSunset(sunset: Sunset | undefined): SeenSunset {
  return sunset === undefined ? "" : seenMark([writtenSunsets([sunset])], []);
}

function isSeen(all: readonly Sunset[], name: string, seen: SeenSunset): boolean {
  return seenSunset(all.find((one) => one.name === name)) === seen;
}

export function problemOf(sunset: Sunset) {
  const { name, trait, applicationId, link, exempt, deprecatedAt, endsAt, brownout } = sunset;
  if (!isSunsetName(name)) return "name";
  if (trait === undefined && applicationId === undefined) return "nothing";
  if (!isSunsetLink(link)) return "link";
  if (exempt.length > maxExempt) return "exempt";
  if (endsAt <= deprecatedAt) return "times";
  if (brownout === undefined) return undefined;
  const { from, until, minutes } = brownout;
  const fits = deprecatedAt <= from && from < until && until <= endsAt;
  return fits && minutes >= 1 && minutes <= 60 ? undefined : "times";
}

const tries = 5;

/** Others may change another sunset meanwhile: it is decided again on what there is then. */
async function change<Rejection extends string>(
  { ledger, sunsets }: Parts,
  logged: string,
  by: AuditContext,
  decide: (all: readonly Sunset[]) => readonly Sunset[] | Rejection,
): Promise<{ readonly all: readonly Sunset[] } | Rejection | "changed"> {
  for (let tried = 0; tried < tries; tried += 1) {
    const seen = await ledger.setting("sunsets");
    const all = decide(readSunsets(seen));
    if (typeof all === "string") return all as Rejection;
    const value = writtenSunsets(all);
    if (await ledger.changeSettings([{ name: "sunsets", seen, value, logged }], by)) {
      sunsets.replace(all);
      return { all };
    }
  }
  return "changed";
}
