import { type Browser, browser } from "../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../accounts/csrf.ts";
import { offeredLanguage } from "../../accounts/language.ts";
import { networkOf } from "../../domain/address.ts";
import { byAnonymous } from "../../domain/audit-context.ts";
import { RequestError } from "../../domain/errors.ts";
import { isPasswordHash } from "../../domain/identity.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { type User, withoutAt } from "../../domain/user.ts";
import { languages } from "../../pages/languages/languages.ts";
import { passwordResetEmail } from "../../pages/views/emails.ts";
import type { Frame } from "../../pages/views/layout.ts";
import { passwordsOffPage } from "../../pages/views/passwords-off.ts";
import { resetAskedPage, resetAskPage, resetWithoutMailPage } from "../../pages/views/reset.ts";
import { type EmailMessage, isMailAddress } from "../../tools/mail/email-message.ts";
import { formOf, requesterOf } from "../../verification/authentication/incoming.ts";
import { countTry, recipientKey } from "../../verification/rate-limits/count-try.ts";
import { issueUserLink } from "../actions/issue-link.ts";
import { errorReply } from "../browser/error-pages.ts";
import { csrf } from "../browser/form-fields.ts";
import { type Call, endpoint, pageReply } from "../operation/endpoint.ts";

/**
 * docs/reference/interface.md §17. Everyone gets the same response: the account, its link and the
 * email come afterwards.
 */
export const reset = endpoint({
  name: "reset",
  paths: ["/reset"],
  methods: ["GET", "POST"],
  section: "17",
  summary: "Emails a password reset link to an account's address",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [csrf, { name: "who", required: true, meaning: "A screen name or an email address." }],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const { mail, config } = dependencies;
    const form = formOf(incoming);
    const posted = incoming.method === "POST";
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    if (config.signInMethods !== "all") return pageReply(passwordsOffPage(frame), { status: 403 });
    if (mail === undefined) return pageReply(resetWithoutMailPage(frame));
    const who = form.get("who")?.trim() ?? "";
    if (!posted || who === "") {
      const csrf = csrfToken(caller.sessionId, dependencies);
      const status = posted ? 422 : 200;
      return pageReply(resetAskPage({ frame, csrf, isMissing: posted }), {
        status,
        cookies: caller.cookies,
      });
    }
    const tries = await countTry("password-reset", networkOf(incoming.address), dependencies);
    if (!tries.admitted) throw new RequestError("rateLimited", tries);
    // The email counts by network only, because an anonymous caller could use up an account's share by naming it.
    mail.sendAsked(() => resetEmails(call, who, frame), requesterOf(incoming));
    return pageReply(resetAskedPage(frame));
  },
});

/** Each address gets one email, with a link for each account that has it. */
async function resetEmails(
  call: Call<Browser>,
  who: string,
  frame: Frame,
): Promise<readonly EmailMessage[]> {
  const { ledger, clock, random, origins } = call.dependencies;
  const auditContext = byAnonymous(clock(), call.incoming.address);
  const found = await accountsOf(who, call);
  const byAddress = Map.groupBy(
    found.filter((one) => one.suspendedBecause === undefined && isMailAddress(one.email)),
    (one) => one.email,
  );
  const emails: EmailMessage[] = [];
  for (const [to, users] of byAddress) {
    const isVerified = users.some(({ emailVerified }) => emailVerified);
    if (!(await mayBeMailed(to, isVerified, call))) continue;
    const links = [];
    for (const { id: userId, screenName } of users) {
      // A reset link does not apply to an account that never had a password.
      const { passwordHash = "" } = (await ledger.passwordOf(screenName)) ?? {};
      if (!isPasswordHash(passwordHash)) continue;
      const wanted = { purpose: "password-reset", userId, mailedTo: to } as const;
      const from = { ledger, random, origin: origins[0] };
      const issued = await issueUserLink(from, wanted, auditContext);
      if (issued !== undefined) links.push({ screenName, href: issued.href });
    }
    if (links.length === 0) continue;
    const minutes = linkLife["password-reset"] / 60_000;
    // Anyone can request a link, so the language is the account's, not the request's.
    const language = users.find((one) => one.language !== undefined)?.language;
    const known = offeredLanguage(language, call.dependencies.languages);
    const texts = known === undefined ? frame.texts : languages[known];
    emails.push(passwordResetEmail({ ...frame, texts }, { to, links, minutes }));
  }
  return emails;
}

/** An unverified address may belong to someone else, so only verified ones get email. */
async function mayBeMailed(
  to: string,
  isVerified: boolean,
  { dependencies }: Call<Browser>,
): Promise<boolean> {
  const key = recipientKey(to);
  // Anyone can name the address. That must not use up the emails of the user who verified it.
  const share = isVerified ? key : `unverified ${key}`;
  if (!(await countTry("password-reset/recipient", share, dependencies)).admitted) return false;
  if (isVerified) return true;
  return (await countTry("email-verification/recipient", key, dependencies)).admitted;
}

/** The email goes to the account's address, never to the one that was typed. */
async function accountsOf(
  who: string,
  { dependencies: { ledger } }: Call<Browser>,
): Promise<readonly User[]> {
  if (who.lastIndexOf("@") > 0) {
    // Accounts that verified the address come first, so that others cannot crowd out its owner.
    return ledger.usersWithEmail(who, maxAccounts);
  }
  const user = await ledger.userByScreenName(withoutAt(who));
  return user === undefined ? [] : [user];
}

/** One email has links for this many accounts of an address. */
const maxAccounts = 10;
