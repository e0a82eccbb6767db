import { type Browser, knownBrowser } from "../authentication/browser-session.ts";
import { networkOf } from "../domain/address.ts";
import { type LimitName, secondsUntilReset } from "../domain/limits.ts";
import { StoreFailure } from "../domain/refusals.ts";
import { foldScreenName, type User } from "../domain/user.ts";
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
  if (!right || found === undefined) return { result: "wrong" };
  for (const [limit, key] of counted) await rateMeter.forgive(limit, key, now);
  return { result: "right", ...found };
}

/** Longer than any screen name: names that nobody can have share a count, and need no memory of their own. */
const longestCounted = 16;
