/** What an invitation to create an account says, and what its account becomes. */
import { typedText } from "./typed-text.ts";

export const invitationRoles = ["user", "admin"] as const;
export const invitationPages = ["home", "portal", "account"] as const;

export interface InvitationTerms {
  /** The inviter's words, in lines; empty for none. */
  readonly message: string;
  /** The role of the account that the invitation creates. */
  readonly role: (typeof invitationRoles)[number];
  /** Where the new user continues. `home` leads administrators to their area, and everyone else to their account. */
  readonly page: (typeof invitationPages)[number];
}

export const usualTerms: InvitationTerms = { message: "", role: "user", page: "home" };

/** An administrator who withdrew an invitation on a page can restore it there for this long (docs/adr/0080-undo.md). */
export const undoMs = 10_000;

/** In characters. */
export const maxMessage = 500;

export const maxMessageLines = 12;

export const emailOutcomes = ["sent", "failed"] as const;
export type EmailOutcome = (typeof emailOutcomes)[number];

/** An email whose outcome is still unknown after this time was lost, because the service stopped. */
const maxSendingMs = 30 * 60_000;

/** Returns undefined for a link that is not emailed. */
export function emailStateOf(
  {
    mailedTo,
    emailOutcome,
    createdAt,
  }: {
    readonly mailedTo?: string | undefined;
    readonly emailOutcome?: EmailOutcome | undefined;
    readonly createdAt: number;
  },
  now: number,
): EmailOutcome | "sending" | undefined {
  if (mailedTo === undefined) return undefined;
  return emailOutcome ?? (now < createdAt + maxSendingMs ? "sending" : "failed");
}

/** Addresses, each of which gets a link of its own. */
export const maxInvitedAtOnce = 50;

/** Forms send line breaks as CR LF. */
export function typedMessage(text: string | null | undefined): string {
  return typedText(text).replaceAll("\r\n", "\n");
}

/** The only control characters of a message are its line breaks. */
export function isMessage(text: string): boolean {
  const lines = text.split("\n");
  return (
    [...text].length <= maxMessage &&
    lines.length <= maxMessageLines &&
    lines.every((line) => !/\p{Cc}/u.test(line))
  );
}
