/** How the sources that a process has counted are added to those in the database. */
import type { AccessToken, ApplicationCredential } from "./credentials.ts";
import { dayMs, hourMs } from "./day.ts";
import {
  isNewSource,
  networksFirstSeen,
  otherSources,
  type Source,
  type SourceCredential,
  type SourceName,
  type SourceUse,
  sourceKey,
} from "./source.ts";

export interface StoredSource extends SourceName {
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Requests, and how many of them were rejected, in hours since the epoch: those of the last day. */
  readonly hours: readonly HourOfSource[];
}

type HourOfSource = readonly [hour: number, requests: number, rejected: number];

export interface SourceMerge {
  /** All that the application has. */
  readonly stored: readonly StoredSource[];
  readonly uses: readonly SourceUse[];
  readonly applicationCreatedAt: number;
  readonly secretSetAt: number;
  readonly now: number;
}

export interface MergedSources {
  /** All that the application has now. */
  readonly sources: readonly StoredSource[];
  readonly changed: readonly StoredSource[];
  readonly gone: readonly StoredSource[];
  /** They were used from networks that were new then. */
  readonly tokens: readonly AccessToken[];
}

/** A source that is not established can lose its row once it has been silent for so long. */
const silentMs = hourMs;

/** The clocks of two nodes differ by less. */
const clocksDifferMs = 60_000;

/** So many programs of a known network get a row at once, even if that displaces a source that isn't silent. */
const rowsAtOnce = 10;

/**
 * How many rows an application has for a credential. A source is established once it is a day old. A new network never
 * displaces an established source of a valid credential; another program of the same network can, unless it is among
 * the oldest. Anyone can send requests that only name the consumer key, so only the oldest of their sources stay.
 */
export function roomOf(credential: SourceCredential): { rows: number; established: number } {
  return credential === "unauthenticated"
    ? { rows: 20, established: 10 }
    : { rows: 100, established: 80 };
}

/** What finds no room is counted with all others that have none. */
export function mergeSources(merge: SourceMerge): MergedSources {
  const { stored, applicationCreatedAt, now } = merge;
  const sources = new Map(stored.map((one) => [sourceKey(one), one]));
  const firstSeen = networksFirstSeen(stored);
  const changed = new Set<string>();
  const tokens = new Set<AccessToken>();
  for (const use of merge.uses) {
    const { network, program, first, last: at } = use;
    const credential = credentialThen(use, merge);
    // Others may all be new.
    const known = network === otherSources ? at : Math.min(firstSeen.get(network) ?? first, first);
    if (isNewSource(known, { at, applicationCreatedAt })) {
      for (const token of use.tokens) tokens.add(token);
    }
    if (use.requests === 0) continue;
    const one = { ...storedOf(use), credential, network, program };
    add(hasRoom(one) ? one : otherOf(one));
    if (credential !== "unauthenticated" && network !== otherSources) firstSeen.set(network, known);
  }
  return {
    sources: [...sources.values()],
    changed: [...changed].flatMap((key) => sources.get(key) ?? []),
    gone: stored.filter((one) => !sources.has(sourceKey(one))),
    tokens: [...tokens],
  };

  function add(one: StoredSource): void {
    const key = sourceKey(one);
    sources.set(key, together(sources.get(key), one, now));
    changed.add(key);
  }

  function hasRoom(one: StoredSource): boolean {
    if (one.network === otherSources || sources.has(sourceKey(one))) return true;
    const { rows, established } = roomOf(one.credential);
    const own = [...sources.values()].filter(
      ({ credential, network }) => credential === one.credential && network !== otherSources,
    );
    if (own.length < rows) return true;
    const isEstablished = (other: StoredSource) => other.firstSeen <= now - dayMs;
    const isOfNetwork = ({ network }: StoredSource) => network === one.network;
    const isKnown = (firstSeen.get(one.network) ?? now) <= now - dayMs;
    const isFirst = isKnown && own.filter(isOfNetwork).length < rowsAtOnce;
    const [displaced] = own
      .sort((left, right) => left.firstSeen - right.firstSeen)
      .filter(
        (other, index) =>
          !isEstablished(other) ||
          (index >= established && (one.credential === "unauthenticated" || isOfNetwork(other))),
      )
      .filter((other) => (isFirst && !isEstablished(other)) || other.lastSeen <= now - silentMs)
      .sort((left, right) => left.lastSeen - right.lastSeen);
    if (displaced === undefined) return false;
    sources.delete(sourceKey(displaced));
    changed.delete(sourceKey(displaced));
    add(otherOf(displaced));
    return true;
  }
}

function storedOf({ last, first, requests, rejected }: SourceUse) {
  return {
    firstSeen: first,
    lastSeen: last,
    hours: [[Math.floor(last / hourMs), requests, rejected] as const],
  };
}

function otherOf(one: StoredSource): StoredSource {
  return { ...one, network: otherSources, program: "" };
}

function together(
  before: StoredSource | undefined,
  added: StoredSource,
  now: number,
): StoredSource {
  const sums = new Map<number, HourOfSource>();
  for (const [hour, requests, rejected] of [...(before?.hours ?? []), ...added.hours]) {
    if (hour < firstHourOf(now)) continue;
    const [, sum = 0, rejectedSum = 0] = sums.get(hour) ?? [];
    sums.set(hour, [hour, sum + requests, rejectedSum + rejected]);
  }
  return {
    ...added,
    firstSeen: Math.min(before?.firstSeen ?? added.firstSeen, added.firstSeen),
    lastSeen: Math.max(before?.lastSeen ?? added.lastSeen, added.lastSeen),
    hours: [...sums.values()],
  };
}

/** The current hour and the 23 before. */
function firstHourOf(now: number): number {
  return Math.floor(now / hourMs) - 23;
}

/**
 * A request was counted with the credential as it was called then. A secret may have been regenerated since. If it is
 * not certain whether it was before or after, the request counts for the previous secret: its use is never
 * understated.
 */
function credentialThen(
  { credential, first, last }: SourceUse,
  { secretSetAt, applicationCreatedAt }: SourceMerge,
): SourceCredential {
  if (secretSetAt <= applicationCreatedAt) return credential;
  const wasBefore = last < secretSetAt - clocksDifferMs;
  const mayBeBefore = first < secretSetAt + clocksDifferMs;
  if (isPrevious(credential) && wasBefore) return "earlier";
  return isCurrent(credential) && mayBeBefore ? replaced[credential] : credential;
}

const replaced = {
  "consumer secret": "previous consumer secret",
  "bearer token": "previous bearer token",
} as const satisfies Partial<Record<ApplicationCredential, ApplicationCredential>>;

function isCurrent(credential: SourceCredential): credential is keyof typeof replaced {
  return Object.hasOwn(replaced, credential);
}

function isPrevious(credential: SourceCredential): boolean {
  return credential === "previous consumer secret" || credential === "previous bearer token";
}

/** Once a consumer secret is regenerated, what used the current credentials used what are now the previous ones. */
export function afterRegeneration(
  stored: readonly StoredSource[],
  now: number,
): readonly StoredSource[] {
  const sources = new Map<string, StoredSource>();
  for (const one of stored) {
    const { credential: before } = one;
    const credential = isCurrent(before)
      ? replaced[before]
      : isPrevious(before)
        ? "earlier"
        : before;
    const key = sourceKey({ ...one, credential });
    sources.set(key, together(sources.get(key), { ...one, credential }, now));
  }
  const { rows } = roomOf("earlier");
  const earlier = [...sources.values()]
    .filter(({ credential }) => credential === "earlier")
    .sort((one, other) => other.lastSeen - one.lastSeen);
  for (const one of earlier.slice(rows)) sources.delete(sourceKey(one));
  return [...sources.values()];
}

/** As they are shown. */
export function shownSources(
  stored: readonly StoredSource[],
  {
    now: at,
    applicationCreatedAt,
  }: { readonly now: number; readonly applicationCreatedAt: number },
): readonly Source[] {
  const firstSeen = networksFirstSeen(stored);
  return stored.map(({ hours, ...one }) => {
    const lately = hours.filter(([hour]) => hour >= firstHourOf(at));
    const known = firstSeen.get(one.network);
    return {
      ...one,
      requests: lately.reduce((sum, [, requests]) => sum + requests, 0),
      rejected: lately.reduce((sum, [, , rejected]) => sum + rejected, 0),
      isNew:
        one.credential !== "unauthenticated" &&
        known !== undefined &&
        isNewSource(known, { at, applicationCreatedAt }),
    };
  });
}
