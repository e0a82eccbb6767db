/** A user: somebody with an account, who may own applications and grant access to them. */
import type { UserId } from "./credentials.ts";

export interface User {
  readonly id: UserId;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly suspendedBecause: string | undefined;
}

/** Screen names are unique without regard to case; this is the form that is compared. */
export function foldScreenName(screenName: string): string {
  return screenName.toLowerCase();
}

/** The first thing wrong with a new user's data, as a sentence that says what to do. */
export function problemWithUser(draft: {
  screenName: string;
  name: string;
  email: string;
}): string | undefined {
  if (!/^[A-Za-z0-9_]{1,15}$/.test(draft.screenName)) {
    return "A screen name has 1 to 15 letters (A to Z), digits or underscores.";
  }
  if (/\p{Cc}/u.test(draft.name)) return "A name may not have control characters.";
  if ([...draft.name].length > 50) return "A name may have at most 50 characters.";
  if (draft.email !== "" && !/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(draft.email)) {
    return "The e-mail address must look like name@host.example.";
  }
  return undefined;
}
