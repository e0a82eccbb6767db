/** Shared by the pages of signed-in people, which require a session and only accept their own forms. */

import type { Browser } from "../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../authentication/csrf.ts";
import { formOf, type Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import { isSecond } from "../domain/proofs.ts";
import { SessionEnded } from "../domain/refusals.ts";
import { provedRecently } from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";
import { type Call, type Reply, seeOther } from "../endpoint.ts";
import { asOperator, bySession } from "../events/context.ts";
import type { Person } from "../views/person.ts";
import { errorReply, notFound } from "./error-reply.ts";
import { keptForm } from "./kept-form.ts";
import { returnAddress, setUpAddress } from "./own-page.ts";
import { ownWaysIn } from "./own-ways-in.ts";
import { passkeyOf } from "./passkey-asked.ts";

export interface PersonCall extends Call<Browser> {
  readonly session: Session;
  /** What the page's frame shows. */
  readonly person: Person;
  readonly now: number;
  /** The audit context of the person and this session. Writes with it are refused once the session has ended. */
  readonly auditContext: AuditContext;
}

/** The fields of a submitted form. */
export type Form = ReadonlyMap<string, string>;

type Pages = {
  /** Whether what was typed is kept if the session ends, because people would not like to type it again. */
  keepsTyped?: boolean;
  /** Reads the form of a POST, if it is not of the usual type. */
  readForm?(incoming: Incoming): Promise<Form>;
  show(call: PersonCall): Reply | Promise<Reply>;
  change?(call: PersonCall, form: Form): Reply | Promise<Reply>;
};

/**
 * `show` handles GET; `change` handles POST after the form's token was checked. `settingUp` also admits people
 * who must set up a second factor before they are signed in.
 */
export function forSignedIn(
  pages: Pages,
  { settingUp = false }: { readonly settingUp?: boolean } = {},
): (call: Call<Browser>) => Promise<Reply> {
  return async (call) => {
    const { incoming, caller, dependencies, frame } = call;
    const posted = incoming.method === "POST";
    const session = caller.session ?? (settingUp ? caller.settingUp : undefined);
    const readForm = posted ? pages.readForm : undefined;
    // It reads a file, which strangers must not cause.
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
        secondFactor: secondFactorOf(session, caller.secondFactorDue, now),
        ...(await provesBy(session, isRecent, dependencies)),
        passkey: isRecent ? undefined : await passkeyToAsk(call, session),
      },
      now,
      auditContext: bySession(session, now, incoming.address),
    };
    try {
      return await (posted && pages.change ? pages.change(signedIn, form) : pages.show(signedIn));
    } catch (error) {
      if (error instanceof SessionEnded) return askFirst();
      throw error;
    }
  };
}

/** The proof that is asked for again. Only looked up if it will be asked for. */
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

/** Whether the person must set up a second factor; the pages show the days that are left. */
function secondFactorOf(
  { hasSecondFactor, proofs }: Session,
  due: number | undefined,
  now: number,
): Person["secondFactor"] {
  if (due === undefined) return "optional";
  if (hasSecondFactor || proofs.some(isSecond) || due <= now) return "required";
  return { daysLeft: Math.ceil((due - now) / 86_400_000), until: due };
}

function askToSignIn({ incoming, caller }: Call<Browser>): Reply {
  const back = returnAddress(incoming);
  if (caller.settingUp !== undefined) return seeOther(setUpAddress(back));
  return seeOther(`/sign-in?continue=${encodeURIComponent(back)}`, caller.cookies);
}

/** The parts of an endpoint that answers 404 to people without access. */
export interface HiddenPage {
  readonly hidden: true;
  readonly operation: (call: Call<Browser>) => Promise<Reply>;
}

/** For operators. For everyone else the page does not exist. */
export function forOperators({ show, change }: Pages): HiddenPage {
  return {
    hidden: true,
    operation: forSignedIn({
      show: (call) => (call.person.isOperator ? show(acting(call)) : notFound(call)),
      ...(change && {
        change: (call, form) =>
          call.person.isOperator ? change(acting(call), form) : notFound(call),
      }),
    }),
  };
}

function acting(call: PersonCall): PersonCall {
  return { ...call, auditContext: asOperator(call.auditContext) };
}
