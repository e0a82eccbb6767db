import { type Browser, browser } from "../authentication/browser-session.ts";
import { comesFromUs, csrfToken, formIsOurs } from "../authentication/csrf.ts";
import { formOf, type Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import { dayMs } from "../domain/day.ts";
import { isSecond } from "../domain/proofs.ts";
import { Refusal, SessionEnded } from "../domain/refusals.ts";
import { provedRecently } from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";
import {
  type Call,
  type Endpoint,
  type Parameter,
  pageReply,
  type Reply,
  seeOther,
} from "../endpoint.ts";
import { asOperator, bySession } from "../events/context.ts";
import { keptFormPage } from "../views/kept-form.ts";
import type { Person } from "../views/person.ts";
import { type Changes, fieldsOf, makeChange, sensitivityOf } from "./change.ts";
import { errorReply, notFound } from "./error-reply.ts";
import { returnAddress, setUpAddress } from "./own-page.ts";
import { ownWaysIn } from "./own-ways-in.ts";
import { passkeyOf } from "./passkey-asked.ts";
import type { Form, PersonCall } from "./person-call.ts";

export type Pages<C extends PersonCall, Drafts> = {
  /** Fields that every such form has are not among them. */
  readonly fields?: readonly Parameter[];
  /** Users would not like to type it again, so it is kept if the session ends. */
  readonly keepsTyped?: boolean;
  readForm?(incoming: Incoming): Promise<Form>;
  show(call: C): Reply | Promise<Reply>;
  /** A POST is handled after the form's token was checked. */
  readonly changes?: Changes<C, Drafts>;
};

export type Page = Pick<
  Endpoint<Browser>,
  "caller" | "produces" | "operation" | "fields" | "changes"
>;

/** Users who may see the page, or change it if `posted`, get to `next`. */
type Enter<C extends PersonCall> = (
  call: PersonCall,
  auditContext: AuditContext,
  posted: boolean,
  next: Next<C>,
) => ReturnType<Next<C>>;
type Next<C> = (call: C, auditContext: AuditContext) => Promise<Reply | undefined>;

/** `settingUp` also admits users who must set up a second factor before they are signed in. */
export function forSignedIn<Drafts>(
  pages: Pages<PersonCall, Drafts>,
  { settingUp = false }: { readonly settingUp?: boolean } = {},
): Page {
  return pageFor(pages, (call, by, _posted, next) => next(call, by), settingUp);
}

export function pageFor<C extends PersonCall, Drafts>(
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
    const session = caller.session ?? (settingUp ? caller.settingUp : undefined);
    const readForm = posted ? pages.readForm : undefined;
    // Reading a file costs too much for strangers to cause it.
    if (readForm !== undefined && session === undefined) return askToSignIn(call);
    const form = readForm ? await readForm(incoming) : formOf(incoming);
    if (posted && !formIsOurs(call, form)) {
      const kept = pages.keepsTyped && keptForm(call, caller.session?.screenName);
      if (kept) return kept;
      return errorReply(frame, "forbidden-form");
    }
    const askFirst = () => {
      const kept = posted && pages.keepsTyped && caller.settingUp === undefined;
      return (kept ? keptForm(call, undefined) : undefined) ?? askToSignIn(call);
    };
    if (session === undefined) return askFirst();
    const now = dependencies.clock();
    const isRecent = provedRecently(session.proofs, session.hasSecondFactor, now);
    const signedIn = {
      ...call,
      session,
      person: {
        frame,
        csrf: csrfToken(caller.sessionId, dependencies),
        screenName: session.screenName,
        isOperator: session.userIsOperator,
        signedInRecently: isRecent,
        sensitiveChanges,
        secondFactor: secondFactorOf(session, caller.secondFactorDue, now),
        ...(await provesBy(session, isRecent, dependencies)),
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
      if (reply === undefined) throw new Refusal("overCapacity");
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

/** Writes with it are rejected once the session has ended. */
export function auditContextOf({ session, now, incoming }: PersonCall): AuditContext {
  return bySession(session, now, incoming.address);
}

/** The proof is only looked up if it will be asked for. */
async function provesBy(
  session: Session,
  isRecent: boolean,
  dependencies: Dependencies,
): Promise<Pick<Person, "provesBy" | "provesAt">> {
  if (session.hasSecondFactor) return { provesBy: "code", provesAt: [] };
  if (isRecent) return { provesBy: "password", provesAt: [] };
  const { password, providers } = await ownWaysIn(session, dependencies);
  return { provesBy: password ? "password" : "provider", provesAt: providers };
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
  { hasSecondFactor, proofs }: Session,
  due: number | undefined,
  now: number,
): Person["secondFactor"] {
  if (due === undefined) return "optional";
  if (hasSecondFactor || proofs.some(isSecond) || due <= now) return "required";
  return { daysLeft: Math.ceil((due - now) / dayMs), until: due };
}

function askToSignIn({ incoming, caller }: Call<Browser>): Reply {
  const back = returnAddress(incoming);
  if (caller.settingUp !== undefined) return seeOther(setUpAddress(back));
  return seeOther(`/sign-in?continue=${encodeURIComponent(back)}`, caller.cookies);
}

/** Users without access get 404. */
export type HiddenPage = Page & { readonly hidden: true };

/** For everyone but administrators the page does not exist. */
export function forOperators<Drafts>(pages: Pages<PersonCall, Drafts>): HiddenPage {
  return forOperatorsOf(async (call) => call, pages);
}

/** `find` finds what the administrator's page is about. */
export function forOperatorsOf<C extends PersonCall, Drafts>(
  find: (call: PersonCall) => Promise<C | undefined>,
  pages: Pages<C, Drafts>,
): HiddenPage {
  const page = pageFor(pages, async (call, auditContext, _posted, next) => {
    const found = call.person.isOperator ? await find(call) : undefined;
    return found === undefined ? notFound(call) : next(found, asOperator(auditContext));
  });
  return { hidden: true, ...page };
}

/**
 * Offers to send a form again whose session has ended. The browser must confirm that one of our
 * pages sent it: our button would give someone else's form the token that it lacks.
 */
function keptForm(call: Call<Browser>, screenName: string | undefined): Reply | undefined {
  const { incoming, caller, dependencies, frame } = call;
  const { sent } = frame;
  if (sent === undefined || !comesFromUs(incoming, dependencies)) return undefined;
  const csrf = csrfToken(caller.sessionId, dependencies);
  const page = keptFormPage({ frame, sent, csrf, screenName });
  return pageReply(page, { status: 403, cookies: caller.cookies });
}
