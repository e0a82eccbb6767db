/** What administrators do with invitations to create an account. */

import type { AuditContext } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import {
  type EmailOutcome,
  type InvitationTerms,
  isMessage,
  maxMessage,
  maxMessageLines,
  usualTerms,
} from "../../domain/invitation.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import type { Texts } from "../../pages/languages/texts.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { type ActionParts, action } from "../operation/action.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { countInvitation, emailOf, noteWithAddress } from "./invitation.ts";
import { type IssuedLink, issueInvitations, replaceInvitation } from "./issue-link.ts";
import { withoutPasswords } from "./password-link.ts";
import { requesterOf } from "./users.ts";

const noInvitation = ["not-found", "No such invitation."] as const;

interface NewInvitations {
  readonly note: string;
  /** Each gets a link of its own by email. Without any, there is one link, which is shown. */
  readonly emails: readonly string[];
  readonly terms: InvitationTerms;
  readonly texts: Texts;
  /** The form that asks for the links, which gets them only once. */
  readonly form?: TokenDigest;
}

/** What came of an address, which is empty for a link that is not emailed. */
export type Invited = { readonly email: string } & (
  | { readonly outcome: "created"; readonly link: IssuedLink }
  | { readonly outcome: "duplicate" | "has-account" }
  | { readonly outcome: "too-many"; readonly retryAfterSeconds: number }
);

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
    assertInvitable(note, emails);
    if (!isMessage(terms.message)) return "message";
    if (emails.length > 0 && mail === undefined) return "no-mail";
    const seen = new Set<string>();
    const found: (Invited | { readonly email: string; readonly outcome: "wanted" })[] = [];
    for (const email of emails) found.push(await outcomeFor(email, seen, parts));
    if (emails.length === 0) found.push({ email: "", outcome: "wanted" });
    const wanted = found.filter(({ outcome }) => outcome === "wanted");
    const invitations = wanted.map(({ email }) => ({
      ...({ purpose: "invitation", note: noteWithAddress(note, email) } as const),
      ...{ mailedTo: email === "" ? undefined : email, terms },
    }));
    const issuing = { ledger, random, origin: origins[0] };
    const links = await issueInvitations(issuing, invitations, by, form);
    if (links === "made-before") return links;
    const created = new Map(wanted.map(({ email }, at) => [email, links[at] as IssuedLink]));
    sendAll(created, terms.message, { parts, texts, by });
    const invited = found.map((one): Invited => {
      if (one.outcome !== "wanted") return one;
      return { email: one.email, outcome: "created", link: created.get(one.email) as IssuedLink };
    });
    return { invited };
  },
  rejections: {
    "no-passwords": withoutPasswords,
    message: [
      "rejected",
      `A message can have up to ${maxMessage} characters in ${maxMessageLines} lines and no control characters.`,
    ],
    "no-mail": [
      "conflict",
      "The service sends no email. Set COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM.",
    ],
    "made-before": ["conflict", "The form has created its links already."],
  },
});

/** More addresses would make the message hard to read. */
const maxNamed = 10;

/** Throws `AdminProblem`, which names the addresses at fault. Pages check the same with `invalidEmails`. */
function assertInvitable(note: string, emails: readonly string[]): void {
  const invalid = invalidEmails(emails);
  if (invalid.length > 0) {
    const named = invalid.slice(0, maxNamed).map((one) => JSON.stringify(one.slice(0, 100)));
    const rest = invalid.length > maxNamed ? `, and ${invalid.length - maxNamed} more` : "";
    const what = invalid.length === 1 ? "is not an email address" : "are not email addresses";
    throw new AdminProblem("rejected", `Nothing was sent: ${named.join(", ")}${rest} ${what}.`);
  }
  const [long] = ["", ...emails].filter((email) => !fitsOneLine(noteWithAddress(note, email)));
  if (long === undefined) return;
  const address = long === "" ? "" : `, including the address ${long}`;
  throw new AdminProblem(
    "rejected",
    `A note can have up to 200 characters${address}, and no control characters.`,
  );
}

export function invalidEmails(emails: readonly string[]): readonly string[] {
  return emails.filter((one) => !isMailAddress(one));
}

async function outcomeFor(
  email: string,
  seen: Set<string>,
  parts: ActionParts,
): Promise<Exclude<Invited, { outcome: "created" }> | { email: string; outcome: "wanted" }> {
  const mailbox = email.toLowerCase();
  if (seen.has(mailbox)) return { email, outcome: "duplicate" };
  seen.add(mailbox);
  const [user] = await parts.ledger.usersWithEmail(email, 1);
  if (user?.emailVerified) return { email, outcome: "has-account" };
  const beyond = await beyondLimit(email, parts);
  return beyond === undefined
    ? { email, outcome: "wanted" }
    : { email, outcome: "too-many", ...beyond };
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
    if (beyond !== undefined) return { sentTo: email, ...beyond };
    const { note, terms = usualTerms } = before;
    const wanted = { note, mailedTo, terms, replaces: digest };
    const link = await replaceInvitation({ ledger, random, origin: origins[0] }, wanted, by);
    if (link === undefined) return "gone";
    sendAll(new Map([[email, link]]), terms.message, { parts, texts, by });
    return { link, sentTo: email };
  },
  rejections: { gone: noInvitation },
});

export const withdrawInvitation = action({
  name: "withdrawInvitation",
  event: "invitation.withdrawn",
  sensitive: false,
  run: async ({ ledger }, { digest }: { digest: TokenDigest }, by) =>
    (await ledger.withdrawInvitation({ digest }, by)) || "gone",
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

/** By their addresses; a link whose address is empty is not emailed. */
function sendAll(
  links: ReadonlyMap<string, IssuedLink>,
  message: string,
  { parts, texts, by }: { parts: ActionParts; texts: Texts; by: AuditContext },
): void {
  const emailed = [...links].filter(([to]) => to !== "");
  if (emailed.length === 0) return;
  const { mail, config, ledger } = parts;
  const written = async () => {
    const [, userId] = /^user:(\d+)$/.exec(by.actor) ?? [];
    const inviter = (userId && (await ledger.userById(userId as UserId))?.screenName) || undefined;
    return emailed.map(([to, { href }]) => emailOf(config, texts, { to, href, message, inviter }));
  };
  const settled = async (outcome: EmailOutcome, address?: string) => {
    const some = emailed.filter(([to]) => address === undefined || to === address);
    const digests = some.map(([, { digest }]) => digest);
    // If the database doesn't respond, the list says after a while that the emails were not sent.
    if (digests.length > 0)
      await ledger.recordInvitationEmails({ digests, outcome }).catch(() => {});
  };
  mail?.sendAsked(written, requesterOf(by), settled);
}
