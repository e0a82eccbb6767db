import type { PasswordHash, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { StoredFields } from "./fields/field.ts";

export interface User {
  readonly id: UserId;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  /** Applications only see verified addresses. */
  readonly emailVerified: boolean;
  /**
   * The account was recovered with this address, maybe an intruder's: no link to a password goes there until
   * confirmed.
   */
  readonly emailDistrusted: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: number;
  readonly suspendedBecause: string | undefined;
  /** The tag of the language in which they last used the pages, if it is known. */
  readonly language: string | undefined;
}

/** What a list of users says of one beside the account. */
export interface UserSummary {
  readonly hasSecondFactor: boolean;
  readonly applications: number;
  /** The last request in a session that is not over. */
  readonly lastSeenAt: number | undefined;
}

export const userFields = {
  id: { kind: "id" },
  screenName: { kind: "text" },
  name: { kind: "text" },
  email: { kind: "text" },
  emailVerified: { kind: "flag" },
  emailDistrusted: { kind: "flag" },
  isAdmin: { kind: "flag" },
  createdAt: { kind: "time" },
  suspendedBecause: { kind: "text" },
  language: { kind: "text" },
} as const satisfies StoredFields<User>;

export function withoutAt(text: string): string {
  return text.trim().replace(/^@/, "");
}

export const maxScreenName = 64;

/**
 * Its characters need no encoding in a URL, a form or a header (RFC 3986 §2.3). A name of dots alone is none,
 * because clients remove `.` and `..` from a path (RFC 3986 §5.2.4). Names of other systems begin and end
 * with dots and hyphens, so these may stand anywhere else.
 */
export function isScreenName(text: string): boolean {
  return text.length <= maxScreenName && /^\.*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(text);
}

export const screenNameForm = `1 to ${maxScreenName} letters (A to Z), digits, underscores, dots, or hyphens, and not only dots`;

export const maxName = 50;

/** Screen names are unique, ignoring case. This is the form that is compared. */
export function foldScreenName(screenName: string): string {
  return screenName.toLowerCase();
}

/** A previous screen name is reserved for this long, and a user can have this many reserved. */
export const reservedScreenNames = { lifeMs: 30 * dayMs, most: 3 } as const;

/** `left` is the previous email address, if the account had one and now has another. */
export type ProfileOutcome = "changed" | "screen-name-taken" | "too-many-names" | "changed-since";

export interface Profile {
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
}

export type ProfileProblem = "screen-name" | "name" | "email";

export function profileProblem(profile: Profile): ProfileProblem | undefined {
  return profileProblems(profile)[0];
}

export function profileProblems({ screenName, name, email }: Profile): readonly ProfileProblem[] {
  const isMail = email === "" || /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u.test(email);
  return [
    ...(isScreenName(screenName) ? [] : ["screen-name" as const]),
    ...(/\p{Cc}/u.test(name) || [...name].length > maxName ? ["name" as const] : []),
    ...(isMail ? [] : ["email" as const]),
  ];
}

/** Returns the problem as a sentence with its solution, for the command line. */
export function problemWithUser(profile: Profile): string | undefined {
  const problem = profileProblem(profile);
  return problem && sentences[problem];
}

const sentences: Readonly<Record<ProfileProblem, string>> = {
  "screen-name": `A screen name has ${screenNameForm}.`,
  name: `A name can have at most ${maxName} characters, and no control characters.`,
  email: "The email address must look like name@host.example.",
};

export interface NewUser {
  readonly id: UserId;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly passwordHash: PasswordHash;
  readonly isAdmin?: boolean;
  /** The sign-up setting that allowed users to create their own account, `null` if it was never set. */
  readonly signUpSeen?: string | null;
  readonly now: number;
}
