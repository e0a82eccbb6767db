import { networkOf } from "../domain/address.ts";
import { byAnonymous } from "../domain/audit-context.ts";
import type { PasswordHash } from "../domain/credentials.ts";
import { StoreFailure } from "../domain/errors.ts";
import type { Requester } from "../domain/fair-queue.ts";
import { type LimitName, type RemainingQuota, secondsUntilReset } from "../domain/limits.ts";
import { foldScreenName, type User } from "../domain/user.ts";
import { isImported } from "../tools/passwords/imported-hash.ts";
import { type Incoming, requesterOf } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { type BrowserCall, knownBrowser, ownBrowser } from "./browser-session.ts";

export type Checked =
  | { readonly result: "right"; readonly user: User; readonly passwordHash: PasswordHash }
  | { readonly result: "wrong" }
  | { readonly result: "busy" }
  | { readonly result: "too-many"; readonly retryAfterSeconds: number };

/**
 * `name` is a screen name or a verified email address. Every try is counted before the password is looked at, so that
 * parallel guesses share one budget, and taken back if it was right. A browser that signed in to the account before
 * counts on its own, so anonymous callers lock no one out. Right passwords have a limit too, because each costs as much
 * as a wrong one: one for each of the account's own browsers, and one by network, so that someone with the password but
 * no second factor does not keep the user out.
 */
export async function checkPassword(
  call: BrowserCall,
  name: string,
  password: string,
): Promise<Checked> {
  const checked = await check(call, name, password);
  if (checked.result === "wrong" || checked.result === "too-many") {
    call.dependencies.usage.count("failed-sign-in", call.dependencies.clock());
  }
  return checked;
}

async function check(call: BrowserCall, name: string, password: string): Promise<Checked> {
  const { incoming, dependencies } = call;
  const { ledger, passwords, rateLimiter, clock } = dependencies;
  const found = await ledger.passwordOf(name);
  const now = clock();
  const { counted, byAnyone, rightBy, by } = tries(found, name, call);
  let account = found;
  for (const [limit, key] of counted) {
    const quota = await rateLimiter.hit(limit, key, now);
    if (quota?.admitted !== false) continue;
    // A response of its own would tell whose email address it is, once the tries with a screen name are used up.
    if (key === byAnyone) account = undefined;
    else return tooMany(quota, now);
  }
  // A name that no one has takes the same round trip on PostgreSQL, as its time would tell.
  const rights = await rateLimiter.quota("sign-in/right", rightBy, now);
  if (rights?.remaining === 0) return tooMany(rights, now);
  let right: boolean;
  try {
    right = await passwords.verify(password, account?.passwordHash, by);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    // Nothing was looked at, so it was no try.
    for (const [limit, key] of counted) await rateLimiter.forgive(limit, key, now);
    return { result: "busy" };
  }
  if (!right) {
    if (account !== undefined) tellOwner(account.user, incoming, dependencies);
    return { result: "wrong" };
  }
  if (account === undefined) return { result: "wrong" };
  for (const [limit, key] of counted) await rateLimiter.forgive(limit, key, now);
  const quota = await rateLimiter.hit("sign-in/right", rightBy, now);
  if (quota?.admitted === false) return tooMany(quota, now);
  return { result: "right", ...(await renewed(account, password, by, dependencies)) };
}

type Found = { readonly user: User; readonly passwordHash: PasswordHash };

/**
 * The password is known now, so one of our hashes replaces the imported one. It stays if too much
 * is waiting or the password changes meanwhile.
 */
async function renewed(
  account: Found,
  password: string,
  by: Requester,
  { passwords, ledger }: Dependencies,
): Promise<Found> {
  const { user, passwordHash: from } = account;
  if (!isImported(from)) return account;
  try {
    const to = await passwords.hash(password, by);
    const isRenewed = await ledger.renewPasswordHash({ userId: user.id, from, to });
    if (isRenewed) return { user, passwordHash: to };
    // Another sign-in may have been first, with the same password.
    const current = await ledger.passwordOf(user.screenName);
    const isSame = await passwords.verify(password, current?.passwordHash, by);
    return current !== undefined && isSame ? current : account;
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    return account;
  }
}

/**
 * A try counts against `counted`, and if it is right against `rightBy`. Anonymous callers who try a name take no
 * places from browsers that its owner knows. These also share one budget, so that collecting them gains no tries;
 * those of an earlier password have another, so that someone who knew it cannot use up the owner's. Other tries count
 * for the account, `byAnyone`, however it was named; a name that no one has takes as many round trips.
 */
function tries(
  account: Found | undefined,
  typed: string,
  call: BrowserCall,
): {
  readonly counted: readonly (readonly [LimitName, string])[];
  readonly byAnyone?: string;
  readonly rightBy: string;
  readonly by: Requester;
} {
  const { incoming, dependencies } = call;
  const network = networkOf(incoming.address);
  const address = ["sign-in/address", network] as const;
  const holder = account && { userId: account.user.id, passwordHash: account.passwordHash };
  const own = holder && ownBrowser(call, holder);
  const known = own ?? (holder && knownBrowser(incoming, holder, dependencies)?.id);
  const rightBy = `${holder?.userId} ${own ?? network}`;
  if (known === undefined) {
    const name = foldScreenName(typed).slice(0, maxCounted);
    const byAnyone = holder === undefined ? `no account ${name}` : `account ${holder.userId}`;
    const counted = [address, ["sign-in/account", byAnyone]] as const;
    return { counted, byAnyone, rightBy, by: requesterOf(incoming, `name ${name}`) };
  }
  const together = `${holder?.userId} ${own === undefined ? "earlier" : "present"}`;
  const counted = [
    address,
    ["sign-in/known-browser", known],
    ["sign-in/known-browsers", together],
  ] as const;
  return { counted, rightBy, by: requesterOf(incoming, together) };
}

function tooMany(quota: RemainingQuota, now: number): Checked {
  return { result: "too-many", retryAfterSeconds: secondsUntilReset(quota, now) };
}

/**
 * One row an hour cannot fill an account's log. No one waits for it, because an unknown account has
 * none, and the time would tell.
 */
function tellOwner(
  user: User,
  { address }: Incoming,
  { ledger, clock, background }: Dependencies,
): void {
  const now = clock();
  const by = byAnonymous(now, address);
  const event = { ...by, name: "user.sign-in-failed", userId: user.id } as const;
  background.begin(event.name, () => ledger.recordRarely(event, now - 3_600_000));
}

/** Names and addresses that no one can have, because they are longer, share a count. */
const maxCounted = 256;
