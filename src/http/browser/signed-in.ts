import { type Browser, browser } from "../../accounts/browser-session.ts";
import { comesFromUs, csrfToken, formIsOurs } from "../../accounts/csrf.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { asAdmin, bySession } from "../../domain/audit-context.ts";
import { isSecond } from "../../domain/auth-events.ts";
import { dayMs } from "../../domain/day.ts";
import { RequestError, SessionEnded } from "../../domain/errors.ts";
import { hasCredentialShape } from "../../domain/search.ts";
import { authenticatedRecently } from "../../domain/second-factor.ts";
import type { Session } from "../../domain/session.ts";
import { resubmitFormPage } from "../../pages/views/resubmit-form.ts";
import { maxWaitingShown, type Viewer } from "../../pages/views/viewer.ts";
import { formOf, type Incoming, queryOf } from "../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import {
  type Call,
  type Endpoint,
  type Parameter,
  pageReply,
  type Reply,
  seeOther,
} from "../operation/endpoint.ts";
import { type Changes, fieldsOf, makeChange, sensitivityOf } from "./change.ts";
import { errorReply, notFound } from "./error-pages.ts";
import { returnUrl, setUpUrl } from "./own-page.ts";
import { ownSignInMethods } from "./own-sign-in-methods.ts";
import { passkeyOf } from "./passkey-asked.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

export type Pages<C extends ViewerCall, Drafts> = {
  /** Fields that every such form has are not among them. */
  readonly fields?: readonly Parameter[];
  /** Users would not like to type it again, so it is kept if the session ends. */
  readonly keepsTyped?: boolean;
  readForm?(incoming: Incoming): Promise<Form>;
  show(call: C): Reply | Promise<Reply>;
  /** Where a URL leads whose `q` may be a secret, by default the search. */
  readonly withSecret?: string;
  /** What a reader sees who isn't signed in; undefined if the page asks them to sign in, as others do. */
  showSignedOut?(call: Call<Browser>): Reply | Promise<Reply> | undefined;
  /** A POST is handled after the form's token was checked. */
  readonly changes?: Changes<C, Drafts>;
};

export type Page = Pick<
  Endpoint<Browser>,
  "caller" | "produces" | "operation" | "fields" | "changes"
>;

/** Users who may see the page, or change it if `posted`, get to `next`. */
type Enter<C extends ViewerCall> = (
  call: ViewerCall,
  auditContext: AuditContext,
  posted: boolean,
  next: Next<C>,
) => ReturnType<Next<C>>;
type Next<C> = (call: C, auditContext: AuditContext) => Promise<Reply | undefined>;

/** `settingUp` also admits users who must set up a second factor before they are signed in. */
export function forSignedIn<Drafts>(
  pages: Pages<ViewerCall, Drafts>,
  { settingUp = false }: { readonly settingUp?: boolean } = {},
): Page {
  return pageFor(pages, (call, by, _posted, next) => next(call, by), settingUp);
}

export function pageFor<C extends ViewerCall, Drafts>(
  pages: Pages<C, Drafts>,
  enter: Enter<C>,
  settingUp = false,
): Page {
  const { changes } = pages;
  const sensitivity = changes && sensitivityOf(changes);
  const sensitiveChanges = Object.keys(sensitivity ?? {}).filter(
    (name) => sensitivity?.[name] !== "none",
  );
  const operation = async (call: Call<Browser>): Promise<Reply> => {
    const { incoming, caller, dependencies, frame } = call;
    const posted = incoming.method === "POST";
    // No page looks up what may be a secret, or shows it, once it is part of a URL.
    if (hasCredentialShape(queryOf(incoming).get("q") ?? ""))
      return seeOther(pages.withSecret ?? "/search?in_url");
    const session = caller.session ?? (settingUp ? caller.settingUp : undefined);
    const readForm = posted ? pages.readForm : undefined;
    // Reading a file costs too much for anonymous callers to cause it.
    if (readForm !== undefined && session === undefined) return askToSignIn(call);
    const form = readForm ? await readForm(incoming) : formOf(incoming);
    if (posted && !formIsOurs(call, form)) {
      const kept = pages.keepsTyped && resubmitForm(call, caller.session?.screenName);
      if (kept) return kept;
      return errorReply(frame, "forbidden-form");
    }
    const askFirst = () => {
      const kept = posted && pages.keepsTyped && caller.settingUp === undefined;
      return (kept ? resubmitForm(call, undefined) : undefined) ?? askToSignIn(call);
    };
    if (session === undefined) {
      return (posted ? undefined : pages.showSignedOut?.(call)) ?? askFirst();
    }
    const now = dependencies.clock();
    const isRecent = authenticatedRecently(session.authEvents, session.hasSecondFactor, now);
    const signedIn = {
      ...call,
      session,
      viewer: {
        frame,
        csrf: csrfToken(caller.sessionId, dependencies),
        screenName: session.screenName,
        name: session.userName,
        email: session.userEmail,
        isAdmin: session.userIsAdmin,
        signedInRecently: isRecent,
        sensitiveChanges,
        secondFactor: secondFactorOf(session, caller.secondFactorDue, now),
        waiting: await waitingFor(session, incoming.path, dependencies, now),
        ...(await authenticatesBy(session, isRecent, dependencies)),
        passkey: isRecent ? undefined : await passkeyToAsk(call, session),
      },
      now,
    };
    const answer = () =>
      enter(signedIn, auditContextOf(signedIn), posted, async (entered, by) =>
        posted && changes ? makeChange(changes, entered, form, by) : pages.show(entered),
      );
    try {
      const reply = (await answer()) ?? (await answer());
      if (reply === undefined) throw new RequestError("overCapacity");
      return reply;
    } catch (error) {
      if (error instanceof SessionEnded) return askFirst();
      throw error;
    }
  };
  const page = { caller: browser, produces: "page", operation } as const;
  if (sensitivity === undefined) return page;
  return { ...page, changes: sensitivity, fields: fieldsOf(pages.fields ?? [], sensitivity) };
}

/** The sections of an area show it on each of its pages. */
async function waitingFor(
  { userId, userIsAdmin }: Session,
  path: string,
  { ledger }: Dependencies,
  now: number,
): Promise<Readonly<Record<string, number>>> {
  if (path.startsWith("/portal")) {
    const page = { after: undefined, size: maxWaitingShown };
    return { invitations: (await ledger.applicationInvitations(userId, now, page)).length };
  }
  if (!path.startsWith("/admin") || !userIsAdmin) return {};
  const waiting = { text: "", filters: { state: "unconfirmed-schemes" } } as const;
  return { applications: await ledger.countApplications(waiting, maxWaitingShown) };
}

/** Writes with it are rejected once the session has ended. */
export function auditContextOf({ session, now, incoming }: ViewerCall): AuditContext {
  return bySession(session, now, incoming.address, incoming.userAgent);
}

/** The authentication events are only read if they are needed. */
async function authenticatesBy(
  session: Session,
  isRecent: boolean,
  dependencies: Dependencies,
): Promise<Pick<Viewer, "authenticatesBy" | "authenticatesAt">> {
  if (session.hasSecondFactor) return { authenticatesBy: "code", authenticatesAt: [] };
  if (isRecent) return { authenticatesBy: "password", authenticatesAt: [] };
  const { password, providers } = await ownSignInMethods(session, dependencies);
  return { authenticatesBy: password ? "password" : "provider", authenticatesAt: providers };
}

async function passkeyToAsk(
  call: Call<Browser>,
  { userId, hasSecondFactor }: Session,
): Promise<string | undefined> {
  if (!hasSecondFactor) return undefined;
  const { passkeys } = await call.dependencies.ledger.factorsOf(userId);
  return passkeyOf(call, "again", { userId, passkeys });
}

/** The pages show the days that are left. */
function secondFactorOf(
  { hasSecondFactor, authEvents }: Session,
  due: number | undefined,
  now: number,
): Viewer["secondFactor"] {
  if (due === undefined) return "optional";
  if (hasSecondFactor || authEvents.some(isSecond) || due <= now) return "required";
  return { daysLeft: Math.ceil((due - now) / dayMs), until: due };
}

function askToSignIn({ incoming, caller }: Call<Browser>): Reply {
  const back = returnUrl(incoming);
  if (caller.settingUp !== undefined) return seeOther(setUpUrl(back));
  return seeOther(`/sign-in?continue=${encodeURIComponent(back)}`, caller.cookies);
}

/** Users without access get 404. */
export type HiddenPage = Page & { readonly hidden: true };

/** The page exists only for administrators. */
export function forAdmins<Drafts>(pages: Pages<ViewerCall, Drafts>): HiddenPage {
  return forAdminsOf(async (call) => call, pages);
}

/** `find` finds what the administrator's page is about. */
export function forAdminsOf<C extends ViewerCall, Drafts>(
  find: (call: ViewerCall) => Promise<C | undefined>,
  pages: Pages<C, Drafts>,
): HiddenPage {
  const page = pageFor(pages, async (call, auditContext, _posted, next) => {
    const found = call.viewer.isAdmin ? await find(call) : undefined;
    return found === undefined ? notFound(call) : next(found, asAdmin(auditContext));
  });
  return { hidden: true, ...page };
}

/**
 * Offers to send a form again whose session has ended. The browser must confirm that one of our
 * pages sent it: our button would give someone else's form the token that it lacks.
 */
function resubmitForm(call: Call<Browser>, screenName: string | undefined): Reply | undefined {
  const { incoming, caller, dependencies, frame } = call;
  const { sent } = frame;
  if (sent === undefined || !comesFromUs(incoming, dependencies)) return undefined;
  const csrf = csrfToken(caller.sessionId, dependencies);
  const page = resubmitFormPage({ frame, sent, csrf, screenName });
  return pageReply(page, { status: 403, cookies: caller.cookies });
}
