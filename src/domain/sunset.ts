/**
 * A sunset: from a day on, requests with a trait, or those of an application, are rejected. Before that, it is
 * announced (RFC 9745, RFC 8594), and a brownout rejects them for some minutes of each hour, so that everyone who still
 * depends on them notices while it can be undone.
 */
import type { ApplicationId } from "./credentials.ts";
import { hourMs } from "./day.ts";
import { hasTrait, type Trait, type TraitSet } from "./trait.ts";

/** `plaintext` is always rejected. */
export type EndingTrait = Exclude<Trait, "plaintext">;
export const endingTraits = ["hmac-sha1", "query", "body", "bearer"] as const;

export function isEndingTrait(text: string): text is EndingTrait {
  return endingTraits.some((one) => one === text);
}

/** What a page offers. */
export const brownoutChoices = [5, 10, 15, 30, 60] as const;

export interface Sunset {
  readonly name: string;
  /** Both, or one of them: everything of an application, or a trait of every application. */
  readonly trait: EndingTrait | undefined;
  readonly applicationId: ApplicationId | undefined;
  readonly exempt: readonly ApplicationId[];
  readonly deprecatedAt: number;
  readonly endsAt: number;
  /** Whether the end rejects, or only the headers announce it. */
  readonly rejects: boolean;
  /** Where owners read what to do. */
  readonly link: string;
  readonly brownout: Brownout | undefined;
}

/** The first `minutes` of each hour, in UTC, from a time to another. */
export interface Brownout {
  readonly from: number;
  readonly until: number;
  readonly minutes: number;
}

export const maxSunsets = 20;
export const maxExempt = 100;
export const maxSunsetLink = 200;

export const sunsetNameForm =
  "1 to 40 lowercase letters (a to z), digits, or hyphens, and begins with a letter";

export function isSunsetName(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,39}$/.test(text);
}

/** Shown in a header, in emails, and as a link: plain characters only. */
export function isSunsetLink(text: string): boolean {
  return (
    text.length <= maxSunsetLink &&
    /^https:\/\/[\w.~:/?#@!$&()*+=%-]+$/.test(text) &&
    URL.canParse(text)
  );
}

/** One that requests are compared with. */
export interface SunsetInForce extends Sunset {
  /** Of each response that it concerns. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Processes keep all sunsets in memory, because every request compares with them; most services have none. */
export interface Sunsets {
  /** The first to end first; undefined if no sunset exists, so that a request costs one comparison. */
  readonly all: readonly SunsetInForce[] | undefined;
  replace(all: readonly Sunset[]): void;
}

export function sunsetsInForce(): Sunsets {
  let all: readonly SunsetInForce[] | undefined;
  return {
    get all() {
      return all;
    },
    replace(given) {
      const sorted = given.toSorted((one, other) => one.endsAt - other.endsAt);
      const inForce = sorted.map((one) => ({ ...one, headers: sunsetHeaders(one) }));
      all = inForce.length === 0 ? undefined : inForce;
    },
  };
}

interface Concerned {
  readonly traits: TraitSet;
  readonly applicationId: ApplicationId;
}

/** Those that concern a request with these traits. */
export function sunsetsOf(
  all: readonly SunsetInForce[],
  request: Concerned,
): readonly SunsetInForce[] {
  return all.filter((sunset) => concerns(sunset, request));
}

export function concerns(
  { trait, applicationId: only, exempt }: Sunset,
  { traits, applicationId }: Concerned,
): boolean {
  return (
    (trait === undefined || hasTrait(traits, trait)) &&
    (only === undefined || only === applicationId) &&
    !exempt.includes(applicationId)
  );
}

/** Until when a request is rejected now: `never` if it has ended, undefined if it is not. */
export function rejectedUntil(
  { endsAt, rejects, brownout }: Sunset,
  now: number,
): number | "never" | undefined {
  if (now >= endsAt) return rejects ? "never" : undefined;
  if (brownout === undefined || now < brownout.from || now >= brownout.until) return undefined;
  const hour = Math.floor(now / hourMs) * hourMs;
  const end = Math.min(hour + brownout.minutes * 60_000, brownout.until, endsAt);
  return now < end ? (end === endsAt && rejects ? "never" : end) : undefined;
}

/** RFC 9745 §2.1, a Date of RFC 9651 §3.3.7; RFC 8594 §3, an HTTP-date; and the relations that both define. */
function sunsetHeaders({ deprecatedAt, endsAt, link }: Sunset): Record<string, string> {
  return {
    deprecation: `@${Math.floor(deprecatedAt / 1000)}`,
    sunset: new Date(endsAt).toUTCString(),
    link: `<${link}>; rel="deprecation sunset"; type="text/html"`,
  };
}

/** As the setting stores them. */
export function readSunsets(text: string | undefined): readonly Sunset[] {
  return text === undefined ? [] : (JSON.parse(text) as Sunset[]);
}

export function writtenSunsets(all: readonly Sunset[]): string {
  return JSON.stringify(all.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
}
