/** An invitation to create an account, which its link or an email brings to someone. */
import type { Config } from "../../config/config.ts";
import { dayMs } from "../../domain/day.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import type { Texts } from "../../pages/languages/texts.ts";
import { invitationEmail } from "../../pages/views/emails.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import { countTry, recipientKey } from "../../verification/rate-limits/count-try.ts";

export const invitationDays = linkLife.invitation / dayMs;

/** Administrators see the address that the invitation is emailed to in its note, as in `Bob <bob@example.com>`. */
export function noteWithAddress(note: string, address: string): string {
  if (address === "") return note;
  return note === "" ? address : `${note} <${address}>`;
}

export function emailOf(
  {
    serviceName,
    hidesName,
    supportUrl,
    accents,
  }: Pick<Config, "serviceName" | "hidesName" | "supportUrl" | "accents">,
  texts: Texts,
  invitation: {
    readonly to: string;
    readonly href: string;
    readonly inviter: string | undefined;
    readonly message: string;
  },
): EmailMessage {
  const frame = { texts, serviceName, hidesName, supportHref: supportUrl, accents };
  return invitationEmail(frame, { ...invitation, days: invitationDays });
}

/** All invitations to a mailbox count, so that no one's is flooded. */
export function countInvitation(
  address: string,
  dependencies: Parameters<typeof countTry>[2],
): ReturnType<typeof countTry> {
  return countTry("invitation/recipient", recipientKey(address), dependencies);
}
