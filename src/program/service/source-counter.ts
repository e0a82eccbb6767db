/**
 * Counts in memory what uses the credentials of each application; `write` adds the counts to the database, about once
 * a minute. A request costs a few lookups in maps: its address and User-Agent are read once until the next write.
 * Hostile callers can have any number of both, so the maps are bounded, and what finds no place is counted together.
 * What the database knows always has a place.
 */
import { isIP } from "node:net";
import { networkOf, unknownAddress } from "../../domain/address.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  isConsumerKey,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { DecidedRequest } from "../../domain/decided-request.ts";
import type { Sources } from "../../domain/ports/sources.ts";
import type { UsageCounts } from "../../domain/ports/usage.ts";
import {
  type KnownSource,
  networksFirstSeen,
  otherSources,
  programOf,
  type SourceCounter,
  type SourceCredential,
  type SourceUse,
  sourceKey,
} from "../../domain/source.ts";

export type WrittenSourceCounter = SourceCounter & {
  /** Counts that can't be written wait for the next time. */
  write(): Promise<void>;
};

/** The bounds until the next write: of the process, and of one application. */
export const sourceBounds = {
  /** Different addresses and User-Agents whose source is remembered. */
  requests: { all: 10_000, each: 1_000 },
  /** Sources that are not known from the database. */
  newSources: { all: 5_000, each: 150 },
  /** The same, of requests that only name the consumer key. */
  unauthenticated: { all: 500, each: 20 },
  /** Consumer keys that are only named. */
  namedKeys: 200,
  /** Access tokens that were used from networks that may be new. */
  tokens: 10_000,
  /** Sources that the database has; the applications that were used last keep theirs. */
  known: 20_000,
  /** Counts that wait for a write. */
  waiting: 10_000,
} as const;

/** Other writes wait meanwhile, so the numbers are small. All sources of each application are read. */
const usesInOneWrite = 200;
const applicationsInOneWrite = 20;
const tokensInOneUse = 200;

/** In characters, of an address and a User-Agent. Longer ones are read again with each request. */
const maxRemembered = 512;

/** A page, or a full map, causes no more than one write in this time. */
const writeAtMostEveryMs = 1_000;

interface Tally {
  readonly source: Pick<SourceUse, "credential" | "network" | "program">;
  /** It is undefined if the network is known not to be new. */
  readonly tokens: Set<AccessToken> | undefined;
  first: number;
  last: number;
  requests: number;
  rejected: number;
}

/** Of an application, or of a consumer key that requests only named. */
interface Counted {
  /** By credential, address and User-Agent. */
  readonly byRequest: Map<SourceCredential, Map<string, Map<string | undefined, Tally>>>;
  readonly bySource: Map<string, Tally>;
  readonly applicationId: ApplicationId | undefined;
  requests: number;
  newSources: number;
  unauthenticated: number;
}

interface Known {
  readonly names: ReadonlySet<string>;
  readonly networks: ReadonlyMap<string, number>;
}

export function openSourceCounter(
  ledger: Sources & Pick<UsageCounts, "applicationIds">,
  clock: () => number,
): WrittenSourceCounter {
  let verified = new Map<ApplicationId, Counted>();
  const named = new Map<string, Counted>();
  let used = { requests: 0, newSources: 0, unauthenticated: 0, tokens: 0 };
  const known = new Map<ApplicationId, Known>();
  const waiting = new Map<string, SourceUse>();
  let writing: Promise<void> = Promise.resolve();
  let writtenAt = 0;

  return {
    add(decided) {
      const tally = tallyOf(decided);
      if (tally === undefined) return;
      const { token, rejection, at } = decided;
      if (tally.requests === 0) tally.first = at;
      tally.last = at;
      tally.requests += 1;
      if (rejection !== undefined) tally.rejected += 1;
      if (token !== undefined && tally.tokens !== undefined) addToken(tally.tokens, token);
    },

    async sourcesOf(applicationId, now) {
      await (wasJustWritten() ? writing : write()).catch(() => {});
      return ledger.sourcesOf(applicationId, now);
    },

    write,
  };

  function write(): Promise<void> {
    writing = writing.catch(() => {}).then(writeAll);
    return writing;
  }

  function wasJustWritten(): boolean {
    return Math.abs(clock() - writtenAt) < writeAtMostEveryMs;
  }

  function tallyOf(decided: DecidedRequest): Tally | undefined {
    const { request, applicationId, namedKey, authenticated } = decided;
    const credential = authenticated ? decided.credential : "unauthenticated";
    if (credential === undefined) return undefined;
    const counted =
      applicationId === undefined ? countedNamed(namedKey) : countedVerified(applicationId);
    return (
      counted?.byRequest.get(credential)?.get(request.address)?.get(request.userAgent) ??
      (counted && firstTally(counted, credential, request))
    );
  }

  function countedVerified(applicationId: ApplicationId): Counted {
    const counted = verified.get(applicationId);
    if (counted !== undefined) return counted;
    const first = newlyCounted(applicationId);
    verified.set(applicationId, first);
    return first;
  }

  /** There may be no such key: it is looked up with the next write. */
  function countedNamed(consumerKey: string | undefined): Counted | undefined {
    if (consumerKey === undefined) return undefined;
    const counted = named.get(consumerKey);
    if (counted !== undefined || !isConsumerKey(consumerKey)) return counted;
    if (named.size >= sourceBounds.namedKeys) return noPlace();
    const first = newlyCounted(undefined);
    named.set(consumerKey, first);
    return first;
  }

  function firstTally(
    counted: Counted,
    credential: SourceCredential,
    { address, userAgent }: DecidedRequest["request"],
  ): Tally {
    const network = isIP(address) === 0 || address === unknownAddress ? "" : networkOf(address);
    const source = { credential, network, program: programOf(userAgent) };
    const tally = placeOf(counted, source);
    if (
      tally.source.network !== otherSources &&
      address.length + (userAgent ?? "").length <= maxRemembered &&
      counted.requests < sourceBounds.requests.each &&
      used.requests < sourceBounds.requests.all
    ) {
      counted.requests += 1;
      used.requests += 1;
      innerMap(innerMap(counted.byRequest, credential), address).set(userAgent, tally);
    }
    return tally;
  }

  function placeOf(counted: Counted, source: Tally["source"]): Tally {
    const key = sourceKey(source);
    const existing = counted.bySource.get(key);
    if (existing !== undefined) return existing;
    const { applicationId } = counted;
    const stored = applicationId === undefined ? undefined : known.get(applicationId);
    if (stored?.names.has(key) !== true && source.network !== otherSources) {
      const kind = source.credential === "unauthenticated" ? "unauthenticated" : "newSources";
      const { all, each } = sourceBounds[kind];
      if (counted[kind] >= each || used[kind] >= all) {
        noPlace();
        return placeOf(counted, { ...source, network: otherSources, program: "" });
      }
      counted[kind] += 1;
      used[kind] += 1;
    }
    const since = stored?.networks.get(source.network) ?? Number.POSITIVE_INFINITY;
    const mayBeNew = source.credential !== "unauthenticated" && since > clock() - dayMs;
    const tokens = mayBeNew ? new Set<AccessToken>() : undefined;
    const tally = { source, tokens, first: 0, last: 0, requests: 0, rejected: 0 };
    counted.bySource.set(key, tally);
    return tally;
  }

  function addToken(tokens: Set<AccessToken>, token: AccessToken): void {
    if (used.tokens >= sourceBounds.tokens) {
      noPlace();
      return;
    }
    const before = tokens.size;
    tokens.add(token);
    used.tokens += tokens.size - before;
  }

  /** After a write there is room again, and what the database knows has its own. */
  function noPlace(): undefined {
    if (wasJustWritten()) return;
    writtenAt = clock();
    // If this fails, the next write tries again.
    write().catch(() => {});
  }

  async function writeAll(): Promise<void> {
    writtenAt = clock();
    const keys = [...named.keys()] as ConsumerKey[];
    const found = keys.length === 0 ? undefined : await ledger.applicationIds(keys);
    for (const consumerKey of keys) {
      const applicationId = found?.get(consumerKey);
      const counted = named.get(consumerKey);
      named.delete(consumerKey);
      if (applicationId !== undefined && counted !== undefined) wait(applicationId, counted);
    }
    for (const [applicationId, counted] of verified) wait(applicationId, counted);
    verified = new Map();
    used = { requests: 0, newSources: 0, unauthenticated: 0, tokens: 0 };
    forgetOldest();
    for (const chunk of writesOf([...waiting])) {
      const written = chunk.map(([, use]) => use);
      remember(await ledger.addSources(written, clock()), written);
      for (const [key] of chunk) waiting.delete(key);
    }
  }

  function wait(applicationId: ApplicationId, { bySource }: Counted): void {
    for (const { source, tokens = new Set<AccessToken>(), ...counts } of bySource.values()) {
      const { first, last } = counts;
      const [some = [], ...more] = chunksOf([...tokens], tokensInOneUse);
      addWaiting({ applicationId, ...source, ...counts, tokens: some });
      for (const [index, others] of more.entries()) {
        const none = { requests: 0, rejected: 0 };
        const use = { applicationId, ...source, first, last, ...none, tokens: others };
        waiting.set(`${waitingKey(use)}\n${last} ${index}`, use);
      }
    }
  }

  /** Counts add up while they can't be written. */
  function forgetOldest(): void {
    let tokens = waiting.values().reduce((sum, use) => sum + use.tokens.length, 0);
    for (const [key, use] of waiting) {
      if (tokens <= sourceBounds.tokens && waiting.size <= sourceBounds.waiting) break;
      waiting.delete(key);
      tokens -= use.tokens.length;
    }
  }

  function addWaiting(use: SourceUse): void {
    const key = waitingKey(use);
    const before = waiting.get(key);
    if (before === undefined) {
      waiting.set(key, use);
      return;
    }
    waiting.set(key, {
      ...use,
      first: before.first,
      requests: before.requests + use.requests,
      rejected: before.rejected + use.rejected,
      tokens: [...new Set([...before.tokens, ...use.tokens])],
    });
  }

  function remember(stored: readonly KnownSource[], written: readonly SourceUse[]): void {
    const byApplication = Map.groupBy(stored, ({ applicationId }) => applicationId);
    for (const { applicationId } of written) {
      const sources = byApplication.get(applicationId);
      known.delete(applicationId);
      if (sources === undefined) continue;
      const names = new Set(sources.map(sourceKey));
      known.set(applicationId, { names, networks: networksFirstSeen(sources) });
    }
    let total = known.values().reduce((sum, { names }) => sum + names.size, 0);
    for (const [applicationId, { names }] of known) {
      if (total <= sourceBounds.known) break;
      known.delete(applicationId);
      total -= names.size;
    }
  }
}

function newlyCounted(applicationId: ApplicationId | undefined): Counted {
  const none = { requests: 0, newSources: 0, unauthenticated: 0 };
  return { byRequest: new Map(), bySource: new Map(), applicationId, ...none };
}

function innerMap<Key, InnerKey, Value>(
  map: Map<Key, Map<InnerKey, Value>>,
  key: Key,
): Map<InnerKey, Value> {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const inner = new Map<InnerKey, Value>();
  map.set(key, inner);
  return inner;
}

function waitingKey(use: SourceUse): string {
  return `${use.applicationId}\n${sourceKey(use)}`;
}

/** Uses of an application follow one another. */
function* writesOf(uses: readonly (readonly [string, SourceUse])[]) {
  let write: (readonly [string, SourceUse])[] = [];
  const applications = new Set<ApplicationId>();
  for (const one of uses) {
    const [, { applicationId }] = one;
    const isFull =
      write.length === usesInOneWrite ||
      (applications.size === applicationsInOneWrite && !applications.has(applicationId));
    if (isFull) {
      yield write;
      write = [];
      applications.clear();
    }
    write.push(one);
    applications.add(applicationId);
  }
  if (write.length > 0) yield write;
}

function chunksOf<One>(all: readonly One[], size: number): One[][] {
  const chunks: One[][] = [];
  for (let from = 0; from < all.length; from += size) chunks.push(all.slice(from, from + size));
  return chunks;
}
