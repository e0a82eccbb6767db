export interface EmailMessage {
  /** An email address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as an HTML document, for mail programs that show it. */
  readonly html?: string;
}

/** A line break in a header would begin another one, and list separators would add recipients. */
export function problemWithEmail({ to, subject }: EmailMessage): string | undefined {
  if (!isMailAddress(to)) return "the recipient isn't a single address";
  if (/[\p{Cc}\u{2028}\u{2029}]/u.test(subject)) return "the subject has control characters";
  return undefined;
}

export function isMailAddress(text: string): boolean {
  return /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,190}$/u.test(text);
}
