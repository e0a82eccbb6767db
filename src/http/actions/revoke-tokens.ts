import type { ListedAccessToken } from "../../domain/access-token.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { AccessToken, ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { NewSourceSearch, NewSourceToken } from "../../domain/ports/sources.ts";

interface Whose {
  readonly applicationId: ApplicationId | undefined;
  readonly userId: UserId | undefined;
}

export interface RevokedTokens {
  /** How many grants, each with all its access tokens. */
  readonly grants: number;
  readonly bearerToken: boolean;
}

/** A page of tokens is read at a time. */
export async function* tokensOf(ledger: Ledger, of: Whose): AsyncGenerator<ListedAccessToken> {
  let after: ListedAccessToken | undefined;
  do {
    const page = await ledger.accessTokens({ ...of, after, size: 500 });
    yield* page;
    after = page.at(-1);
  } while (after !== undefined);
}

export type Pause = () => Promise<void>;

interface Many {
  readonly most?: number;
  readonly pause?: Pause | undefined;
}

/**
 * Each grant has a write and an event of its own. So many are written together: SQLite commits them at once, and
 * PostgreSQL has connections left for others.
 */
const atOnce = 8;

async function forEachOf<Item>(
  items: AsyncIterable<Item>,
  revoke: (item: Item) => Promise<void>,
  pause?: Pause,
): Promise<void> {
  let waiting: Promise<void>[] = [];
  try {
    for await (const one of items) {
      const write = revoke(one);
      // It may fail while the next page is read, before anything waits for it.
      write.catch(() => {});
      waiting.push(write);
      if (waiting.length < atOnce) continue;
      await Promise.all(waiting);
      waiting = [];
      await pause?.();
    }
    await Promise.all(waiting);
  } finally {
    // The caller learns of a failure when nothing is under way anymore.
    await Promise.allSettled(waiting);
  }
}

/**
 * Revokes the access that a user gave, that users gave to an application, or both, and then the bearer tokens of an
 * application without a user. Each grant has an event. Approvals that no one has exchanged end too: those of an
 * application first, so that none becomes a token meanwhile. After `most` tokens the rest of them stays.
 */
export async function revokeTokens(
  ledger: Ledger,
  { applicationId, userId, most, pause }: Whose & Many,
  by: AuditContext,
): Promise<RevokedTokens> {
  let grants = 0;
  const end = async (grant: { applicationId: ApplicationId; userId: UserId }) => {
    if (await ledger.revokeAccess(grant, by)) grants += 1;
  };
  if (applicationId !== undefined && userId === undefined) {
    const approvals = { applicationId, most: 500 };
    while ((await ledger.withdrawApprovals(approvals, by)) === approvals.most) await pause?.();
  }
  if (applicationId !== undefined && userId !== undefined) await end({ applicationId, userId });
  else await forEachOf(upTo(most, tokensOf(ledger, { applicationId, userId })), end, pause);
  if (applicationId === undefined && userId !== undefined) {
    for (const one of await ledger.pendingApprovals(userId, by.at)) {
      await end({ applicationId: one.applicationId, userId });
    }
  }
  const bearerToken =
    applicationId !== undefined &&
    userId === undefined &&
    (await ledger.revokeBearerTokenOf(applicationId, by));
  return { grants, bearerToken };
}

async function* upTo<Item>(
  most: number | undefined,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const one of items) {
    if (count === most) return;
    count += 1;
    yield one;
  }
}

/** Returns how many tokens ended. */
export async function revokeTokensOfNewSources(
  ledger: Ledger,
  { most, pause, ...search }: NewSourceSearch & Many,
  by: AuditContext,
): Promise<number> {
  let count = 0;
  const revoke = async (token: AccessToken) => {
    if (await ledger.revokeAccessToken(token, by)) count += 1;
  };
  await forEachOf(upTo(most, tokensOfNewSources(ledger, search)), revoke, pause);
  return count;
}

async function* tokensOfNewSources(
  ledger: Ledger,
  search: NewSourceSearch,
): AsyncGenerator<AccessToken> {
  let after: NewSourceToken | undefined;
  do {
    const page = await ledger.tokensUsedFromNewSources(search, { after, size: 500 });
    yield* page.map(({ token }) => token);
    after = page.at(-1);
  } while (after !== undefined);
}

/** Revokes every access token and bearer token of the service, one application after another. */
export async function revokeEverything(
  ledger: Ledger,
  by: AuditContext,
  pause?: Pause,
): Promise<{ readonly grants: number; readonly bearerTokens: number }> {
  let [grants, bearerTokens] = [0, 0];
  let after: string | undefined;
  do {
    const page = await ledger.applications({ after, size: 500 });
    for (const { id } of page) {
      const all = { applicationId: id, userId: undefined, pause };
      const revoked = await revokeTokens(ledger, all, by);
      await pause?.();
      grants += revoked.grants;
      bearerTokens += Number(revoked.bearerToken);
    }
    after = page.at(-1)?.consumerKey;
  } while (after !== undefined);
  return { grants, bearerTokens };
}
