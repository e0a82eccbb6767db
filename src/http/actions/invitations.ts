/** What administrators do with invitations to create an account. */

import type { AuditContext } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import {
  type InvitationTerms,
  isMessage,
  maxInvitedAtOnce,
  usualTerms,
} from "../../domain/invitation.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import type { Texts } from "../../pages/languages/texts.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { type ActionParts, action } from "../operation/action.ts";
import { countInvitation, emailOf, noteWithAddress } from "./invitation.ts";
import { issueInvitations, issueLinkOnce, replaceInvitation } from "./issue-link.ts";
import { withoutPasswords } from "./password-link.ts";
import { requesterOf } from "./users.ts";

const noInvitation = ["not-found", "No such invitation."] as const;

interface NewInvitation {
  readonly note: string;
  /** The link is emailed to this address, unless it is empty. */
  readonly email: string;
  readonly terms: InvitationTerms;
  readonly texts: Texts;
  /** The form that asks for the link, which gets only one. */
  readonly form?: TokenDigest;
}

/** Returns the link, which is shown or emailed once, or the seconds after which its address may get another one. */
export const createInvitation = action({
  name: "createInvitation",
  event: "invitation.created",
  sensitive: true,
  async run(parts, { note, email, terms, texts, form }: NewInvitation, by) {
    const { ledger, random, origins, config, mail } = parts;
    if (config.signInMethods !== "all") return "no-passwords";
    if (email !== "" && !isMailAddress(email)) return "email";
    const noteOfLink = noteWithAddress(note, email);
    if (!fitsOneLine(noteOfLink)) return "note";
    if (!isMessage(terms.message)) return "message";
    if (email !== "" && mail === undefined) return "no-mail";
    const beyond = await beyondLimit(email, parts);
    if (beyond !== undefined) return beyond;
    const mailedTo = email === "" ? undefined : email;
    const wanted = { purpose: "invitation", note: noteOfLink, mailedTo, terms } as const;
    const link = await issueLinkOnce({ ledger, random, origin: origins[0] }, wanted, by, form);
    if (typeof link === "string") return "made-before";
    sendAll(email === "" ? [] : [{ to: email, href: link.href, message: terms.message }], {
      parts,
      texts,
      by,
    });
    return { link, sentTo: email };
  },
  rejections: {
    "no-passwords": withoutPasswords,
    email: ["rejected", "email is not an email address."],
    note: ["rejected", "A note can have up to 200 characters and no control characters."],
    message: [
      "rejected",
      "A message can have up to 500 characters in 12 lines and no control characters.",
    ],
    "no-mail": [
      "conflict",
      "The service sends no email. Set COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM.",
    ],
    "made-before": ["conflict", "The form has created a link already."],
  },
});

interface NewInvitations extends Omit<NewInvitation, "email"> {
  /** Valid ones; one that is there twice gets one link. */
  readonly emails: readonly string[];
}

/** What came of one of several addresses. */
export interface Invited {
  readonly email: string;
  readonly outcome: "sent" | "duplicate" | "has-account" | "too-many";
}

/**
 * Emails a link to each address, unless an account has verified it. Only administrators invite, and they can look up
 * whose address it is; the recipients learn nothing of each other. The emails take one place in the queue.
 */
export const createInvitations = action({
  name: "createInvitations",
  event: "invitation.created",
  sensitive: true,
  async run(parts, { note, emails, terms, texts, form }: NewInvitations, by) {
    const { ledger, random, origins, config, mail } = parts;
    if (config.signInMethods !== "all") return "no-passwords";
    if (emails.length > maxInvitedAtOnce || !emails.every(isMailAddress)) return "email";
    if (!emails.every((email) => fitsOneLine(noteWithAddress(note, email)))) return "note";
    if (!isMessage(terms.message)) return "message";
    if (mail === undefined) return "no-mail";
    const invited: Invited[] = [];
    const seen = new Set<string>();
    for (const email of emails) {
      invited.push({ email, outcome: await outcomeFor(email, seen, parts) });
    }
    const wanted = invited
      .filter(({ outcome }) => outcome === "sent")
      .map(({ email }) => ({
        ...({ purpose: "invitation", note: noteWithAddress(note, email) } as const),
        ...{ mailedTo: email, terms },
      }));
    const links = await issueInvitations({ ledger, random, origin: origins[0] }, wanted, by, form);
    if (links === "made-before") return links;
    const emailed = wanted.map(({ mailedTo: to }, at) => ({
      ...{ to, href: links[at]?.href ?? "", message: terms.message },
    }));
    sendAll(emailed, { parts, texts, by });
    return { invited };
  },
  rejections: createInvitation.rejections,
});

async function outcomeFor(
  email: string,
  seen: Set<string>,
  parts: ActionParts,
): Promise<Invited["outcome"]> {
  const mailbox = email.toLowerCase();
  if (seen.has(mailbox)) return "duplicate";
  seen.add(mailbox);
  const [user] = await parts.ledger.usersWithEmail(email, 1);
  if (user?.emailVerified) return "has-account";
  return (await beyondLimit(email, parts)) === undefined ? "sent" : "too-many";
}

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
    const { note, terms = usualTerms } = before;
    const wanted = { note, mailedTo, terms, replaces: digest };
    const link = await replaceInvitation({ ledger, random, origin: origins[0] }, wanted, by);
    if (link === undefined) return "gone";
    sendAll(email === "" ? [] : [{ to: email, href: link.href, message: terms.message }], {
      parts,
      texts,
      by,
    });
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

function sendAll(
  emailed: readonly { readonly to: string; readonly href: string; readonly message: string }[],
  { parts, texts, by }: { parts: ActionParts; texts: Texts; by: AuditContext },
): void {
  if (emailed.length === 0) return;
  const { mail, config, ledger } = parts;
  const written = async () => {
    const [, userId] = /^user:(\d+)$/.exec(by.actor) ?? [];
    const inviter = (userId && (await ledger.userById(userId as UserId))?.screenName) || undefined;
    return emailed.map((one) => emailOf(config, texts, { ...one, inviter }));
  };
  mail?.sendAsked(written, requesterOf(by));
}
