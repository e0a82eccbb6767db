import {
  type Browser,
  browser,
  knownBrowser,
  setKnownBrowser,
  setSession,
} from "../../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../../accounts/csrf.ts";
import { byUser } from "../../../domain/audit-context.ts";
import {
  mintSessionId,
  type PasswordHash,
  type TokenDigest,
  tokenDigest,
} from "../../../domain/credentials.ts";
import { hasSecondFactor } from "../../../domain/factors.ts";
import { type PasswordLink, passwordLinks } from "../../../domain/one-time-link.ts";
import type { User } from "../../../domain/user.ts";
import { passwordsOffPage } from "../../../pages/views/passwords-off.ts";
import { resetChoosePage, resetGonePage } from "../../../pages/views/reset/password.ts";
import { newPasswordProblem } from "../../../tools/passwords/new-password.ts";
import { formOf, queryOf, requesterOf } from "../../../verification/authentication/incoming.ts";
import { errorReply } from "../../browser/error-pages.ts";
import { csrf } from "../../browser/form-fields.ts";
import { type Call, endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §17. A link in an email carries its secret in the query, because proxies commonly leave
 * the query out of their logs; the form then sends it in its body. Mail scanners open links, so GET changes nothing.
 */
export const resetPassword = endpoint({
  name: "reset/password",
  paths: ["/reset/password"],
  methods: ["GET", "POST"],
  section: "17",
  summary: "Sets a new password with a reset link or recovery link",
  caller: browser,
  limit: "account-pages",
  reads: [{ name: "token", required: true, meaning: "The secret of the link." }],
  fields: [
    csrf,
    { name: "token", required: true, meaning: "The secret of the link." },
    {
      name: "new_password",
      required: true,
      secret: true,
      meaning: "The new password.",
    },
  ],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const form = formOf(incoming);
    const posted = incoming.method === "POST";
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    if (dependencies.config.signInMethods !== "all") {
      return pageReply(passwordsOffPage(frame), { status: 403 });
    }
    const token = (posted ? form.get("token") : queryOf(incoming).get("token")) ?? "";
    const digest = tokenDigest(token);
    const found = await userOf(digest, call);
    if (found === undefined) return gone(call);
    const { user, purpose } = found;
    const { screenName } = user;
    const csrf = csrfToken(caller.sessionId, dependencies);
    const recovers = purpose === "account-recovery";
    const asking = { frame, csrf, token, screenName, recovers };
    if (!posted) return pageReply(resetChoosePage(asking), { cookies: caller.cookies });
    const wanted = form.get("new_password") ?? "";
    const problem = await newPasswordProblem(wanted, { ...user, serviceName: frame.serviceName });
    if (problem === undefined) return change(call, { digest, purpose }, user, wanted);
    return pageReply(resetChoosePage({ ...asking, problem }), { status: 422 });
  },
});

/** A suspended account has no user here. */
async function userOf(
  digest: TokenDigest,
  { dependencies: { ledger, clock } }: Call<Browser>,
): Promise<{ readonly user: User; readonly purpose: PasswordLink } | undefined> {
  for (const purpose of passwordLinks) {
    const link = await ledger.linkFor({ digest, purpose }, clock());
    const user = link?.userId && (await ledger.userById(link.userId));
    if (user && user.suspendedBecause === undefined) return { user, purpose };
  }
  return undefined;
}

async function change(
  call: Call<Browser>,
  { digest, purpose }: { readonly digest: TokenDigest; readonly purpose: PasswordLink },
  user: User,
  wanted: string,
): Promise<Reply> {
  const { incoming, dependencies } = call;
  const { ledger, passwords, clock, random } = dependencies;
  const { id } = user;
  const passwordHash = await passwords.hash(wanted, requesterOf(incoming, id));
  const now = clock();
  const auditContext = byUser(id, now, incoming.address, incoming.userAgent);
  const recovers = purpose === "account-recovery";
  const reset = { digest, purpose, passwordHash, now };
  const before = recovers ? undefined : await hashBefore(call, user);
  if ((await ledger.resetPassword(reset, auditContext)) === undefined) return gone(call);
  // A user who recovered the account sees which address it has, and that it is not trusted.
  const next = recovers && user.email !== "" ? "&continue=%2Faccount%2Fprofile" : "";
  return seeOther(`/sign-in?changed&screen_name=${user.screenName}${next}`, [
    setSession(mintSessionId(random), dependencies),
    // Failed sign-ins of anonymous callers do not keep this user from signing in now.
    setKnownBrowser(incoming, { userId: id, passwordHash: before ?? passwordHash }, dependencies),
  ]);
}

/**
 * With a second factor, a browser that is not the account's own is known by the old hash: someone who can read the
 * mailbox has not proved the factor, and would get more guesses at codes or use up the user's.
 */
async function hashBefore(
  { incoming, dependencies }: Call<Browser>,
  { id: userId, screenName }: User,
): Promise<PasswordHash | undefined> {
  const { ledger } = dependencies;
  if (!hasSecondFactor(await ledger.factorsOf(userId))) return undefined;
  const before = await ledger.passwordOf(screenName);
  if (before === undefined) return undefined;
  const { passwordHash } = before;
  const known = knownBrowser(incoming, { userId, passwordHash }, dependencies);
  return known?.hasPresentPassword === true ? undefined : passwordHash;
}

function gone({ frame }: Call<Browser>): Reply {
  return pageReply(resetGonePage(frame), { status: 404 });
}
