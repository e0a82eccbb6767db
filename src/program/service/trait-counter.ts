/**
 * Counts in memory what applications use that may end one day; `write` adds the counts to the database, about once a
 * minute. A request without traits costs a comparison, and another one a few lookups in maps. Only verified requests
 * count, beside mistakes, which anyone can send: these are counted for what they name, and kept apart.
 */
import {
  type ApplicationId,
  type ConsumerKey,
  isConsumerKey,
  type UserId,
} from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import type { DecidedRequests } from "../../domain/decided-request.ts";
import type { Traits } from "../../domain/ports/traits.ts";
import type { UsageCounts } from "../../domain/ports/usage.ts";
import {
  hasTrait,
  type TraitSet,
  type TraitUse,
  type TraitUser,
  traits,
} from "../../domain/trait.ts";

export type WrittenTraitCounter = DecidedRequests & {
  /** Counts that can't be written wait for the next time. */
  write(): Promise<void>;
  /** Before a page is shown; at most once a second. If it fails, the page shows less. */
  writeForPage(): Promise<void>;
};

/** The bounds of a process. What finds no place is not counted. */
export const traitBounds = {
  /** Users whose traits of today are known to be written, or wait. */
  users: 100_000,
  /** Consumer keys that mistakes name until the next write. */
  named: 200,
  /** Counts that wait for a write. */
  waiting: 20_000,
} as const;

/** Other writes wait meanwhile, so the number is small. */
const rowsInOneWrite = 200;

interface Counts {
  requests: number;
  rejected: number;
}

interface Counted {
  /** By the traits of a request: their sets are few. */
  readonly bySet: Map<TraitSet, Counts>;
  /** The traits of each user today. */
  readonly users: Map<UserId, TraitSet>;
}

export function openTraitCounter(
  ledger: Pick<Traits, "addTraitUses"> & Pick<UsageCounts, "applicationIds">,
  clock: () => number,
): WrittenTraitCounter {
  let day = 0;
  const counted = new Map<ApplicationId, Counted>();
  const named = new Map<ConsumerKey, { set: TraitSet; day: number; count: number }>();
  let users = 0;
  const waiting = new Map<string, TraitUse>();
  const newUsers = new Map<string, TraitUser>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  return {
    add(decided) {
      const { traits: set } = decided;
      if (set === 0) return;
      const today = dayOf(decided.at);
      if (today !== day) beginDay(today);
      const { applicationId, rejection, authenticated, namedKey } = decided;
      if (applicationId === undefined || !authenticated) {
        if (namedKey !== undefined) countNamed(namedKey, set);
        return;
      }
      const of = countedOf(applicationId);
      const counts = countsOf(of, set);
      if (rejection === undefined) counts.requests += 1;
      else counts.rejected += 1;
      const { userId } = decided;
      if (userId !== undefined) countUser(of, applicationId, userId, set);
    },

    write,

    async writeForPage() {
      await (Math.abs(clock() - writtenAt) < 1_000 ? writing : write()).catch(() => {});
    },
  };

  function write(): Promise<void> {
    writtenAt = clock();
    writing = writing.catch(() => {}).then(writeAll);
    return writing;
  }

  function countedOf(applicationId: ApplicationId): Counted {
    const known = counted.get(applicationId);
    if (known !== undefined) return known;
    const first = { bySet: new Map(), users: new Map() };
    counted.set(applicationId, first);
    return first;
  }

  function countsOf({ bySet }: Counted, set: TraitSet): Counts {
    const known = bySet.get(set);
    if (known !== undefined) return known;
    const first = { requests: 0, rejected: 0 };
    bySet.set(set, first);
    return first;
  }

  /** A user is written at most once a day for each trait, however many requests there are. */
  function countUser(
    { users: known }: Counted,
    applicationId: ApplicationId,
    userId: UserId,
    set: TraitSet,
  ): void {
    const before = known.get(userId) ?? 0;
    const added = set & ~before;
    if (added === 0) return;
    if (before === 0) {
      if (users >= traitBounds.users) return;
      users += 1;
    }
    known.set(userId, before | added);
    for (const trait of traits) {
      if (!hasTrait(added, trait) || newUsers.size >= traitBounds.users) continue;
      newUsers.set(`${applicationId} ${userId} ${trait}`, { applicationId, userId, trait, day });
    }
  }

  function countNamed(consumerKey: string, set: TraitSet): void {
    if (!isConsumerKey(consumerKey)) return;
    const before = named.get(consumerKey);
    if (before !== undefined) before.count += 1;
    else if (named.size < traitBounds.named) named.set(consumerKey, { set, day, count: 1 });
  }

  /** What was counted is of the day before. */
  function beginDay(today: number): void {
    settle();
    counted.clear();
    users = 0;
    day = today;
  }

  function settle(): void {
    for (const [applicationId, { bySet }] of counted) {
      for (const [set, counts] of bySet) wait(applicationId, set, day, counts);
      bySet.clear();
    }
  }

  function wait(
    applicationId: ApplicationId,
    set: TraitSet,
    of: number,
    { requests, rejected }: Counts,
  ): void {
    for (const trait of traits) {
      if (!hasTrait(set, trait)) continue;
      const key = `${applicationId} ${trait} ${of}`;
      const before = waiting.get(key) ?? { requests: 0, rejected: 0 };
      if (waiting.size >= traitBounds.waiting && !waiting.has(key)) continue;
      waiting.set(key, {
        ...{ applicationId, trait, day: of },
        requests: before.requests + requests,
        rejected: before.rejected + rejected,
      });
    }
  }

  async function writeAll(): Promise<void> {
    const keys = [...named.keys()];
    const found = keys.length === 0 ? undefined : await ledger.applicationIds(keys);
    for (const consumerKey of keys) {
      const mistake = named.get(consumerKey);
      named.delete(consumerKey);
      const applicationId = found?.get(consumerKey);
      if (applicationId === undefined || mistake === undefined) continue;
      const { set, day: of, count } = mistake;
      wait(applicationId, set, of, { requests: 0, rejected: count });
    }
    settle();
    const uses = [...waiting];
    for (let from = 0; from < uses.length; from += rowsInOneWrite) {
      const chunk = uses.slice(from, from + rowsInOneWrite);
      await ledger.addTraitUses(
        chunk.map(([, use]) => use),
        [],
      );
      for (const [key, use] of chunk) subtract(waiting, key, use);
    }
    const added = [...newUsers];
    for (let from = 0; from < added.length; from += rowsInOneWrite) {
      const chunk = added.slice(from, from + rowsInOneWrite);
      await ledger.addTraitUses(
        [],
        chunk.map(([, user]) => user),
      );
      for (const [key, user] of chunk) if (newUsers.get(key) === user) newUsers.delete(key);
    }
  }
}

/** What was counted during the write waits for the next one. */
function subtract(waiting: Map<string, TraitUse>, key: string, written: TraitUse): void {
  const present = waiting.get(key);
  if (present === undefined) return;
  const requests = present.requests - written.requests;
  const rejected = present.rejected - written.rejected;
  if (requests === 0 && rejected === 0) waiting.delete(key);
  else waiting.set(key, { ...present, requests, rejected });
}
