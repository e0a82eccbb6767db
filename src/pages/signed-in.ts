/** Shared by the pages of signed-in people, which require a session and only accept their own forms. */

import { checkCode } from "../actions/check-code.ts";
import { checkPasskey } from "../actions/check-passkey.ts";
import { type Checked, checkPassword } from "../actions/check-password.ts";
import type { Browser } from "../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../authentication/csrf.ts";
import { formOf, type Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import { isSecond } from "../domain/proofs.ts";
import { refusals, SessionEnded } from "../domain/refusals.ts";
import { provedRecently } from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";
import { type Call, type Reply, seeOther } from "../endpoint.ts";
import { asOperator, bySession } from "../events/context.ts";
import type { ProofProblem } from "../languages/texts/shell.ts";
import type { Person } from "../views/person.ts";
import { errorReply } from "./error-reply.ts";
import { keptForm } from "./kept-form.ts";
import { returnAddress } from "./own-page.ts";
import { ownWaysIn } from "./own-ways-in.ts";
import { challengeOf, passkeyOf } from "./passkey-asked.ts";

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

/** Where people set up a second factor, and then continue. */
export function setUpAddress(continueTo: string): string {
  return `/account/two-step/set-up?continue=${encodeURIComponent(continueTo)}`;
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

/**
 * Returns undefined if the person has proved recently who they are, or the form's `current_password` is right,
 * or for people with a second factor its `current_code` or `current_passkey`. Otherwise returns what the page
 * says and its status. The session remembers the proof, because a code can only be used once.
 */
export async function proveRecent(
  call: PersonCall,
  form: Form,
): Promise<
  | { problem: ProofProblem; minutes: number; status: number; headers: Record<string, string> }
  | undefined
> {
  if (call.person.signedInRecently) return undefined;
  const passkey = form.get("current_passkey");
  if (call.session.hasSecondFactor && passkey) return proveByPasskey(call, passkey);
  if (call.session.hasSecondFactor) return proveByCode(call, form.get("current_code") ?? "");
  if (call.person.provesBy === "provider") {
    return { problem: "missing-provider", minutes: 0, status: 422, headers: {} };
  }
  const typed = form.get("current_password") ?? "";
  // Empty because the page had no such field yet, so it is not a try.
  if (typed === "") return { problem: "missing", minutes: 0, status: 422, headers: {} };
  const checked = await checkOwnPassword(call, typed);
  if (checked.result !== "right") return { problem: checked.result, ...unopened(checked) };
  const { dependencies, session, now } = call;
  await dependencies.ledger.proveAgain(session, { kind: "password", at: now });
  return undefined;
}

async function proveByPasskey(call: PersonCall, sent: string): ReturnType<typeof proveRecent> {
  const { session, dependencies } = call;
  const challenge = challengeOf(call, "again", session.userId);
  const checked = await checkPasskey(call, challenge, sent, (_holder, proof) =>
    dependencies.ledger.proveAgain(session, proof),
  );
  if (checked.result !== "right") {
    return { problem: `${checked.result}-passkey`, minutes: 0, status: 422, headers: {} };
  }
  if (checked.outcome === "gone") throw new SessionEnded();
  return undefined;
}

async function proveByCode(call: PersonCall, typed: string): ReturnType<typeof proveRecent> {
  const unproven = { minutes: 0, status: 422, headers: {} };
  if (typed === "") return { problem: "missing-code", ...unproven };
  const { ledger } = call.dependencies;
  const { session } = call;
  const checked = await checkCode(call, session, typed, (proof) =>
    ledger.proveAgain(session, proof),
  );
  switch (checked.result) {
    case "right":
      if (checked.outcome === "gone") throw new SessionEnded();
      return undefined;
    case "too-many":
      return { problem: "too-many", ...unopened(checked) };
    default:
      return { problem: `${checked.result}-code`, ...unproven };
  }
}

/**
 * Checks the person's own password. Tries are counted together with those of signing in; an empty one does not
 * count.
 */
export async function checkOwnPassword(call: PersonCall, password: string): Promise<Checked> {
  if (password === "") return { result: "wrong" };
  const checked = await checkPassword(call, call.session.screenName, password);
  const another = checked.result === "right" && checked.user.id !== call.session.userId;
  return another ? { result: "wrong" } : checked;
}

/** The status and problem of a page after a password that was not accepted. */
export function unopened(checked: Exclude<Checked, { result: "right" }>): {
  status: number;
  headers: Record<string, string>;
  minutes: number;
} {
  if (checked.result === "wrong") return { status: 422, headers: {}, minutes: 0 };
  const status = checked.result === "busy" ? 503 : 429;
  const seconds =
    checked.result === "too-many"
      ? checked.retryAfterSeconds
      : refusals.overCapacity.retryAfterSeconds;
  return { status, headers: { "retry-after": String(seconds) }, minutes: Math.ceil(seconds / 60) };
}

/** The page for a form that asks for nothing we know. */
export function notUnderstood({ frame }: PersonCall): Reply {
  return errorReply(frame, "bad-request");
}

/** The page for something that does not exist or that this person may not see; both look the same. */
export function notFound({ frame }: PersonCall): Reply {
  return errorReply(frame, "not-found");
}

/**
 * The rows to show of those that were read, one more than fit, and the link to the next page. `path` may have a
 * query.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  path: string,
  keyOf: (row: Row) => string,
): { shown: readonly Row[]; nextHref?: string } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  if (rows.length <= pageSize || last === undefined) return { shown };
  const separator = path.includes("?") ? "&" : "?";
  return { shown, nextHref: `${path}${separator}after=${encodeURIComponent(keyOf(last))}` };
}

export const pageSize = 50;
