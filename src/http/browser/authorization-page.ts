/**
 * `authorize` and `authenticate` share these steps (RFC 5849 §2.2). The request is in the
 * database; URL and form name only the request token.
 */

import type { Browser } from "../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../accounts/csrf.ts";
import { type Application, linksOf } from "../../domain/application.ts";
import { isUnapproved } from "../../domain/approval.ts";
import { bySession } from "../../domain/audit-context.ts";
import { callbackDestination, callbackWith } from "../../domain/callback.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { outOfBand, type RequestTokenRecord } from "../../domain/request-token.ts";
import type { Session } from "../../domain/session.ts";
import { consentPage } from "../../pages/views/consent.ts";
import { invalidRequestPage } from "../../pages/views/invalid-request.ts";
import { canceledPage, pinPage } from "../../pages/views/pin.ts";
import { formOf, queryOf } from "../../verification/authentication/incoming.ts";
import { approveRequest, cancelRequest } from "../actions/decide-request.ts";
import { type Call, pageReply, type Reply, seeOther } from "../operation/endpoint.ts";
import { changedRecently, isNew } from "./asked-application.ts";
import { errorReply } from "./error-pages.ts";
import { csrf } from "./form-fields.ts";
import { setUpUrl } from "./own-page.ts";
import { signInReply } from "./sign-in-reply.ts";

export const pageParameters = [
  { name: "oauth_token", required: true, meaning: "The request token." },
  {
    name: "force_login",
    required: false,
    meaning: "true: the user enters credentials even if signed in.",
  },
  { name: "screen_name", required: false, meaning: "Prefills the user name box." },
] as const;

export const consentFields = [
  csrf,
  { name: "oauth_token", required: true, meaning: "The request token." },
  {
    name: "decision",
    required: true,
    meaning: "The user's decision.",
    values: ["allow", "deny"],
  },
] as const;

export interface PendingRequest {
  readonly requestToken: RequestTokenRecord;
  readonly application: Application;
}

/** The result may be the page that explains why the request cannot continue. */
export async function pendingRequest(call: Call<Browser>): Promise<PendingRequest | Reply> {
  const { incoming, dependencies, frame } = call;
  const token =
    incoming.method === "POST"
      ? formOf(incoming).get("oauth_token")
      : queryOf(incoming).get("oauth_token");
  if (!token) {
    return pageReply(invalidRequestPage({ frame, reason: "missing" }), { status: 400 });
  }
  const requestToken = await dependencies.ledger.requestToken(token, dependencies.clock());
  const application =
    requestToken && (await dependencies.ledger.applicationById(requestToken.applicationId));
  if (requestToken === undefined || application === undefined) {
    return pageReply(invalidRequestPage({ frame, reason: "expired" }), { status: 403 });
  }
  if (requestToken.decided) return alreadyDecided(call);
  if (application.suspendedBecause !== undefined) return errorReply(frame, "suspended-application");
  return { requestToken, application };
}

/** The consent page's link to another account sets it; earlier credentials do not count then. */
const switchAccount = "switch_account";

/** The request may demand credentials that were entered for it. */
export function signedInUser(call: Call<Browser>, pending: PendingRequest): Session | undefined {
  const { session } = call.caller;
  if (isTrue(queryOf(call.incoming).get(switchAccount))) return undefined;
  const forced = isTrue(queryOf(call.incoming).get("force_login"));
  if (forced && session?.signedInFor !== pending.requestToken.token) return undefined;
  return session;
}

export async function askToSignIn(
  call: Call<Browser>,
  { application }: PendingRequest,
): Promise<Reply> {
  const { incoming, caller } = call;
  const continueTo = pageAddress(call, {});
  if (caller.settingUp !== undefined) return seeOther(setUpUrl(continueTo));
  const asking = { applicationName: application.name };
  const username = queryOf(incoming).get("screen_name") ?? "";
  return signInReply(call, asking, { continueTo, username });
}

export async function askForConsent(
  call: Call<Browser>,
  { requestToken, application }: PendingRequest,
  session: Session,
): Promise<Reply> {
  const { incoming, caller, dependencies, frame } = call;
  if (isUnapproved(application) && session.userId !== application.ownerId) {
    return errorReply(frame, "unapproved-application");
  }
  const { callback } = requestToken;
  const page = consentPage({
    frame,
    action: incoming.path,
    csrf: csrfToken(caller.sessionId, dependencies),
    oauthToken: requestToken.token,
    application: {
      id: application.id,
      name: application.name,
      ownerScreenName: application.ownerScreenName,
      ...(application.website !== "" && { website: application.website }),
      ...(application.description !== "" && { description: application.description }),
      isNew: await isNew(application, dependencies),
      icon: application.icon,
      links: linksOf(application),
      changedRecently: changedRecently(application, dependencies.clock()),
    },
    user: { id: session.userId, screenName: session.screenName },
    access: requestToken.access,
    requestEmail: requestToken.requestEmail,
    destination: callbackDestination(callback),
    accountHref,
    switchHref: `${pageAddress(call, { force_login: "true" })}&${switchAccount}=true`,
  });
  return pageReply(page, { cookies: caller.cookies, formsLeaveSite: true });
}

/** The form must come from the session that was shown it. */
export async function decide(call: Call<Browser>): Promise<Reply> {
  const { incoming, caller, frame } = call;
  const form = formOf(incoming);
  if (!formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
  const pending = await pendingRequest(call);
  if ("status" in pending) return pending;
  const session = caller.session;
  if (session === undefined) return askToSignIn(call, pending);
  switch (form.get("decision")) {
    case "allow":
      return approve(call, pending, session, { asked: true });
    case "deny":
      return cancel(call, pending, session);
    default:
      return errorReply(frame, "bad-request");
  }
}

/**
 * `asked`: the user has decided, now or earlier. If an earlier grant is revoked before the approval
 * commits, the consent page is shown.
 */
export async function approve(
  call: Call<Browser>,
  pending: PendingRequest,
  session: Session,
  { asked }: { asked: boolean },
): Promise<Reply> {
  const { incoming, dependencies, frame } = call;
  const { requestToken, application } = pending;
  const { token, callback } = requestToken;
  const now = dependencies.clock();
  const auditContext = bySession(session, now, incoming.address);
  const by = { userId: session.userId, asked };
  const outcome = await unlessSessionEnded(
    approveRequest(dependencies, requestToken, by, auditContext),
  );
  if (outcome === "session-ended") return askToSignIn(call, pending);
  if (outcome === "not-granted") return askForConsent(call, pending, session);
  if (outcome === "too-late") return alreadyDecided(call);
  if (outcome === "unapproved") return errorReply(frame, "unapproved-application");
  const { kind, verifier } = outcome;
  if (kind === "verifier") {
    return seeOther(callbackWith(callback, { oauth_token: token, oauth_verifier: verifier }));
  }
  const seconds = Math.floor((requestToken.expiresAt - now) / 1000);
  return pageReply(
    pinPage({ frame, applicationName: application.name, pin: verifier, seconds, accountHref }),
  );
}

async function cancel(
  call: Call<Browser>,
  pending: PendingRequest,
  session: Session,
): Promise<Reply> {
  const { incoming, dependencies, frame } = call;
  const { requestToken, application } = pending;
  const { token, callback } = requestToken;
  const now = dependencies.clock();
  const auditContext = bySession(session, now, incoming.address);
  const canceled = await unlessSessionEnded(
    cancelRequest(dependencies, requestToken, session.userId, auditContext),
  );
  if (canceled === "session-ended") return askToSignIn(call, pending);
  if (!canceled) return alreadyDecided(call);
  if (callback !== outOfBand) return seeOther(callbackWith(callback, { denied: token }));
  return pageReply(canceledPage({ frame, applicationName: application.name }));
}

/** The session may end before the write commits; then nothing is decided. */
async function unlessSessionEnded<T>(decision: Promise<T>): Promise<T | "session-ended"> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof SessionEnded) return "session-ended";
    throw error;
  }
}

function alreadyDecided({ frame }: Call<Browser>): Reply {
  return pageReply(invalidRequestPage({ frame, reason: "decided" }), { status: 403 });
}

/** `true`, `True` and `1` turn it on; some clients send `false`. */
export function isTrue(value: string | null): boolean {
  return value === "true" || value === "True" || value === "1";
}

/** The page's URL keeps only parameters that the page knows: some clients put secrets into the query. */
function pageAddress(
  { incoming }: Call<Browser>,
  changed: Readonly<Record<string, string>>,
): string {
  const sent = incoming.method === "POST" ? formOf(incoming) : queryOf(incoming);
  const parameters = new URLSearchParams();
  for (const name of ["oauth_token", "force_login", "screen_name"]) {
    const value = changed[name] ?? sent.get(name);
    if (value) parameters.set(name, value);
  }
  return `${incoming.path}?${parameters}`;
}

/** Users revoke there what they grant here. */
const accountHref = "/account/applications";
