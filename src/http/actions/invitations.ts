/** What administrators do with invitations to create an account. */

import type { AuditContext } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import type { Texts } from "../../pages/languages/texts.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { type ActionParts, action } from "../operation/action.ts";
import { countInvitation, emailOf, noteWithAddress } from "./invitation.ts";
import { issueLinkOnce, replaceInvitation } from "./issue-link.ts";
import { withoutPasswords } from "./password-link.ts";
import { requesterOf } from "./users.ts";

const noInvitation = ["not-found", "No such invitation."] as const;

interface NewInvitation {
  readonly note: string;
  /** The link is emailed to this address, unless it is empty. */
  readonly email: string;
  readonly texts: Texts;
  /** The form that asks for the link, which gets only one. */
  readonly form?: TokenDigest;
}

/** Returns the link, which is shown or emailed once, or the seconds after which its address may get another one. */
export const createInvitation = action({
  name: "createInvitation",
  event: "invitation.created",
  sensitive: true,
  async run(parts, { note, email, texts, form }: NewInvitation, by) {
    const { ledger, random, origins, config, mail } = parts;
    if (config.signInMethods !== "all") return "no-passwords";
    if (email !== "" && !isMailAddress(email)) return "email";
    const noteOfLink = noteWithAddress(note, email);
    if (!fitsOneLine(noteOfLink)) return "note";
    if (email !== "" && mail === undefined) return "no-mail";
    const beyond = await beyondLimit(email, parts);
    if (beyond !== undefined) return beyond;
    const mailedTo = email === "" ? undefined : email;
    const wanted = { purpose: "invitation", note: noteOfLink, mailedTo } as const;
    const link = await issueLinkOnce({ ledger, random, origin: origins[0] }, wanted, by, form);
    if (typeof link === "string") return "made-before";
    send(email, link.href, { parts, texts, by });
    return { link, sentTo: email };
  },
  rejections: {
    "no-passwords": withoutPasswords,
    email: ["rejected", "email is not an email address."],
    note: ["rejected", "A note can have up to 200 characters and no control characters."],
    "no-mail": [
      "conflict",
      "The service sends no email. Set COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM.",
    ],
    "made-before": ["conflict", "The form has created a link already."],
  },
});

/** Replaces the link by one with a whole new life, and emails it if the one before was emailed. */
export const resendInvitation = action({
  name: "resendInvitation",
  event: "invitation.replaced",
  sensitive: true,
  async run(parts, { digest, texts }: { digest: TokenDigest; texts: Texts }, by) {
    const { ledger, random, origins, mail } = parts;
    const before = await ledger.linkFor({ digest, purpose: "invitation" }, by.at);
    if (before === undefined) return "gone";
    const mailedTo = mail && before.mailedTo;
    const email = mailedTo ?? "";
    const beyond = await beyondLimit(email, parts);
    if (beyond !== undefined) return beyond;
    const wanted = { note: before.note, mailedTo, replaces: digest };
    const link = await replaceInvitation({ ledger, random, origin: origins[0] }, wanted, by);
    if (link === undefined) return "gone";
    send(email, link.href, { parts, texts, by });
    return { link, sentTo: email };
  },
  rejections: { gone: noInvitation },
});

export const withdrawInvitation = action({
  name: "withdrawInvitation",
  event: "invitation.withdrawn",
  sensitive: false,
  run: async ({ ledger }, { digest }: { digest: TokenDigest }, by) =>
    (await ledger.withdrawLink({ digest, purpose: "invitation" }, by)) || "gone",
  rejections: { gone: noInvitation },
});

async function beyondLimit(
  email: string,
  parts: ActionParts,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  if (email === "") return undefined;
  const { admitted, retryAfterSeconds } = await countInvitation(email, parts);
  return admitted ? undefined : { retryAfterSeconds };
}

function send(
  to: string,
  href: string,
  { parts, texts, by }: { parts: ActionParts; texts: Texts; by: AuditContext },
): void {
  if (to === "") return;
  const { mail, config, ledger } = parts;
  const written = async () => {
    const [, userId] = /^user:(\d+)$/.exec(by.actor) ?? [];
    const inviter = userId && (await ledger.userById(userId as UserId))?.screenName;
    return [emailOf(config, texts, { to, href, inviter: inviter || undefined })];
  };
  mail?.sendAsked(written, requesterOf(by));
}
