import { type Browser, knownBrowser } from "../authentication/browser-session.ts";
import type { Incoming } from "../authentication/incoming.ts";
import { networkOf } from "../domain/address.ts";
import { type LimitName, secondsUntilReset } from "../domain/limits.ts";
import { StoreFailure } from "../domain/refusals.ts";
import { foldScreenName, type User } from "../domain/user.ts";
import { byStranger, signInFailed } from "../events.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Call } from "./endpoint.ts";

export type Checked =
  | { readonly result: "right"; readonly user: User; readonly passwordHash: string }
  | { readonly result: "wrong" }
  | { readonly result: "busy" }
  | { readonly result: "too-many"; readonly retryAfterSeconds: number };

/**
 * Every try is counted before the password is looked at, so that parallel guesses have one budget,
 * and taken back when it was right. A browser that signed in to the account before counts on its
 * own: strangers who fail at somebody's name lock nobody out.
 */
export async function checkPassword(
  call: Call<Browser>,
  username: string,
  password: string,
): Promise<Checked> {
  const checked = await check(call, username, password);
  if (checked.result === "wrong" || checked.result === "too-many") {
    call.surroundings.use.count(undefined, "failed-sign-in", call.surroundings.clock());
  }
  return checked;
}

async function check(
  { incoming, surroundings }: Call<Browser>,
  username: string,
  password: string,
): Promise<Checked> {
  const { ledger, passwords, rateMeter, config, clock } = surroundings;
  const found = await ledger.passwordOf(username);
  const now = clock();
  const known = found && knownBrowser(incoming, found.user.id, surroundings);
  const counted: readonly (readonly [LimitName, string])[] =
    config.rateLimits === "off"
      ? []
      : [
          ["sign-in/address", networkOf(incoming.address)],
          known === undefined
            ? ["sign-in/account", foldScreenName(username).slice(0, longestCounted)]
            : ["sign-in/known-browser", known],
        ];
  for (const [limit, key] of counted) {
    const standing = await rateMeter.hit(limit, key, now);
    if (standing.admitted) continue;
    return { result: "too-many", retryAfterSeconds: secondsUntilReset(standing, now) };
  }
  let right: boolean;
  try {
    right = await passwords.verify(password, found?.passwordHash);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    // Nothing was looked at, so it was no try.
    for (const [limit, key] of counted) await rateMeter.forgive(limit, key, now);
    return { result: "busy" };
  }
  if (!right) {
    if (found !== undefined) tellOwner(found.user, incoming, surroundings);
    return { result: "wrong" };
  }
  if (found === undefined) return { result: "wrong" };
  for (const [limit, key] of counted) await rateMeter.forgive(limit, key, now);
  return { result: "right", ...found };
}

/**
 * One row an hour, so that strangers cannot fill the log of somebody's account. Nobody waits for it:
 * there is none where there is no account, and the answer must not take longer for those that exist.
 */
function tellOwner(user: User, { address }: Incoming, { ledger, clock }: Surroundings): void {
  const now = clock();
  const event = signInFailed(byStranger(now, address), user.id);
  ledger.recordRarely(event, now - 3_600_000).catch(() => {
    // A log that cannot be written to is no reason to answer otherwise; the ledger's other writes say so.
  });
}

/** Longer than any screen name: names that nobody can have share a count, and need no memory of their own. */
const longestCounted = 16;
