/**
 * What about a request may end one day: how it was signed, or sent. Processes count in memory, and add their counts to
 * the database in the background (src/program/service/trait-counter.ts).
 */
import type { ApplicationId, UserId } from "./credentials.ts";

/**
 * `query`, `body`: the signature was sent there and not in the Authorization header (RFC 5849 §3.5). `bearer`: an
 * application's bearer token. `plaintext`: a signature of the method PLAINTEXT, which is always rejected. Anyone can
 * send it with any consumer key, so it counts as what it is: a mistake that names an application.
 */
export const traits = ["hmac-sha1", "query", "body", "bearer", "plaintext"] as const;
export type Trait = (typeof traits)[number];

/** The traits of one request: a bit for each, in the order of `traits`. */
export type TraitSet = number;

export const noTraits: TraitSet = 0;

export function traitSet(...some: readonly Trait[]): TraitSet {
  return some.reduce((set, one) => set | (1 << traits.indexOf(one)), noTraits);
}

export function hasTrait(set: TraitSet, trait: Trait): boolean {
  return (set & (1 << traits.indexOf(trait))) !== 0;
}

export function isTrait(text: string | null | undefined): text is Trait {
  return traits.some((one) => one === text);
}

/** What a process has counted of an application on a day since it last wrote. */
export interface TraitUse {
  readonly applicationId: ApplicationId;
  readonly trait: Trait;
  readonly day: number;
  readonly requests: number;
  /** These are not among `requests`. */
  readonly rejected: number;
}

/** A user whose access token signed such a request that day. */
export interface TraitUser {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
  readonly trait: Trait;
  readonly day: number;
}

/** That an application used a trait since a day. */
export interface UsedTrait {
  readonly trait: Trait;
  readonly lastDay: number;
  readonly requests: number;
}

/** The same with the application and those who are behind it. */
export interface TraitOfApplication extends UsedTrait {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly ownerScreenName: string;
  readonly rejected: number;
  /** No more than `maxUsersCounted` are counted. */
  readonly users: number;
  /** Those that were seen last; see `programOf`. */
  readonly programs: readonly string[];
}

/** `maxUsersCounted` means that many or more. */
export interface TraitTotals {
  readonly trait: Trait;
  readonly applications: number;
  /** A user of two applications counts twice. */
  readonly users: number;
}

/** A program that an application used in the last 30 days, with valid credentials. */
export interface ProgramOfApplication {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly ownerScreenName: string;
  readonly program: string;
  readonly lastSeen: number;
}

/** What a search for programs takes: the beginning of a product and its version, such as `oauth-lib/1`. */
export function isProgramBeginning(text: string | null | undefined): text is string {
  return /^[\x21-\x7e]{1,60}$/.test(text ?? "");
}

export const maxUsersCounted = 1_000;
export const maxProgramsShown = 5;

/** In days. */
export const traitsKeptDays = 91;
export const traitsShownDays = 30;
