export interface EmailMessage {
  /** An email address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as an HTML document, for mail programs that show it. It refers to the logo's pictures by `logoIds`. */
  readonly html?: (logo: MailLogo | undefined) => string;
}

/** They are attached to the email, so that no one learns when it was opened. */
export interface MailLogo {
  readonly light: MailPicture;
  /** By default it is the same. */
  readonly dark: MailPicture | undefined;
}

/** A PNG, whose size is in pixels of the screen. */
export interface MailPicture {
  readonly body: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The Content-IDs of its parts (RFC 2392). */
export const logoIds = { light: "logo@countersign", dark: "logo-dark@countersign" } as const;

/** A line break in a header would begin another one, and list separators would add recipients. */
export function problemWithEmail({ to, subject }: EmailMessage): string | undefined {
  if (!isMailAddress(to)) return "the recipient isn't a single address";
  if (/[\p{Cc}\u{2028}\u{2029}]/u.test(subject)) return "the subject has control characters";
  return undefined;
}

export function isMailAddress(text: string): boolean {
  return /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,190}$/u.test(text);
}
