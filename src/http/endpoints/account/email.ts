import { type Browser, browser } from "../../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../../accounts/csrf.ts";
import { byAnonymous } from "../../../domain/audit-context.ts";
import { type TokenDigest, tokenDigest } from "../../../domain/credentials.ts";
import {
  emailLinkGonePage,
  emailVerifiedPage,
  verifyEmailPage,
} from "../../../pages/views/account/email.ts";
import { formOf, queryOf } from "../../../verification/authentication/incoming.ts";
import { errorReply } from "../../browser/error-pages.ts";
import { csrf } from "../../browser/form-fields.ts";
import { type Call, endpoint, pageReply, seeOther } from "../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §17. A user with the link can read the address's mail. They need not be signed in, as
 * mail is often read in another browser. Mail scanners open links, so GET changes nothing.
 */
export const email = endpoint({
  name: "account/email",
  paths: ["/account/email"],
  methods: ["GET", "POST"],
  section: "17",
  summary: "Confirms an email address with the link that was emailed to it",
  caller: browser,
  limit: "account-pages",
  reads: [{ name: "token", required: true, meaning: "The secret of the link." }],
  fields: [csrf, { name: "token", required: true, meaning: "The secret of the link." }],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const form = formOf(incoming);
    const posted = incoming.method === "POST";
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    const query = queryOf(incoming);
    if (!posted && query.has("verified")) return pageReply(emailVerifiedPage(frame));
    const token = (posted ? form.get("token") : query.get("token")) ?? "";
    const digest = tokenDigest(token);
    const authEvent = await authEventOf(digest, call);
    if (!posted && authEvent !== undefined) {
      const csrf = csrfToken(caller.sessionId, dependencies);
      const page = verifyEmailPage({ frame, csrf, token, ...authEvent });
      return pageReply(page, { cookies: caller.cookies });
    }
    const { ledger, clock } = dependencies;
    const now = clock();
    const verified =
      authEvent && (await ledger.verifyEmail({ digest, now }, byAnonymous(now, incoming.address)));
    return verified === undefined
      ? pageReply(emailLinkGonePage(frame), { status: 404 })
      : seeOther("/account/email?verified");
  },
});

/** A suspended account verifies no address. */
async function authEventOf(
  digest: TokenDigest,
  { dependencies: { ledger, clock } }: Call<Browser>,
): Promise<{ readonly email: string; readonly screenName: string } | undefined> {
  const link = await ledger.linkFor({ digest, purpose: "email" }, clock());
  const user = link?.userId && (await ledger.userById(link.userId));
  if (!user || user.suspendedBecause !== undefined || user.email !== link?.note) return undefined;
  return { email: user.email, screenName: user.screenName };
}
