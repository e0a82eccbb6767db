/** Since when each credential of an application was used, and from how many networks. */
import type { ApplicationKeys } from "./application.ts";
import type { ApplicationCredential } from "./credentials.ts";
import { dayMs, hourMs } from "./day.ts";
import { otherSources, type Source } from "./source.ts";

export interface CredentialUse {
  /** It is undefined if no use is known in the last 30 days. */
  readonly lastUsed: number | undefined;
  readonly networks: number;
  /** There are more networks than have rows. */
  readonly hasMore: boolean;
}

export interface CredentialUses {
  readonly of: Readonly<Record<ApplicationCredential, CredentialUse>>;
  readonly previous: PreviousUse;
}

/** What the end of an overlap would break. */
export interface PreviousUse {
  /** Since its last use an hour has passed, so that counts that wait to be written are not missing. */
  readonly isQuiet: boolean;
  /** Networks that used the previous secret lately, and have used no current credential. */
  readonly notMoved: number;
  /** Every network has moved, as far as can be known. */
  readonly isSafeToEnd: boolean;
}

/** Processes write their counts about once a minute. */
const quietMs = hourMs;

/** No overlap that begins here lasts longer. */
const lateMs = 7 * dayMs;

const previousKinds = ["previous consumer secret", "previous bearer token"] as const;

export function usesOf(
  sources: readonly Source[],
  {
    bearerSince,
    previousBearerSince,
    now,
  }: Pick<ApplicationKeys, "bearerSince" | "previousBearerSince"> & {
    readonly now: number;
  },
): CredentialUses {
  const never = Number.POSITIVE_INFINITY;
  const of = {
    "consumer secret": useOf(rowsOf("consumer secret")),
    "previous consumer secret": useOf(rowsOf("previous consumer secret")),
    // A token may have been revoked, and another one created.
    "bearer token": useOf(rowsOf("bearer token", bearerSince ?? never)),
    "previous bearer token": useOf(rowsOf("previous bearer token", previousBearerSince ?? never)),
  };
  return { of, previous: previousUse(sources, now) };

  function rowsOf(kind: ApplicationCredential, since = 0): readonly Source[] {
    return sources.filter(({ credential, lastSeen }) => credential === kind && lastSeen >= since);
  }
}

function useOf(rows: readonly Source[]): CredentialUse {
  const networks = new Set(rows.map(({ network }) => network));
  const hasMore = networks.delete(otherSources);
  const lastUsed = rows.length === 0 ? undefined : Math.max(...rows.map((one) => one.lastSeen));
  return { lastUsed, networks: networks.size, hasMore };
}

function previousUse(sources: readonly Source[], now: number): PreviousUse {
  const rows = sources.filter(({ credential }) => previousKinds.some((one) => one === credential));
  const { lastUsed } = useOf(rows);
  const isQuiet = lastUsed !== undefined && lastUsed <= now - quietMs;
  const current = sources.filter(
    ({ credential }) => credential === "consumer secret" || credential === "bearer token",
  );
  const moved = new Set(current.map(({ network }) => network));
  const late = rows.filter(({ lastSeen }) => lastSeen > now - lateMs);
  const named = late.filter(({ network }) => network !== otherSources && network !== "");
  const notMoved = new Set(named.map(({ network }) => network)).difference(moved);
  // Which networks the others are is not known, so none of them has certainly moved.
  const areAllKnown = named.length === late.length;
  return {
    isQuiet,
    notMoved: notMoved.size,
    isSafeToEnd: isQuiet && notMoved.size === 0 && areAllKnown,
  };
}
