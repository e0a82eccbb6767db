/** What the account pages share: they are for whoever is signed in, and change things by their own forms alone. */
import type { Browser } from "../../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../../authentication/csrf.ts";
import { formOf } from "../../authentication/incoming.ts";
import { refusals } from "../../domain/refusals.ts";
import type { Session } from "../../domain/session.ts";
import { byUser, type Occasion } from "../../events.ts";
import type { Account } from "../../views/account/account-page.ts";
import { errorPage } from "../../views/error.ts";
import { type Checked, checkPassword } from "../check-password.ts";
import { type Call, pageReply, type Reply, seeOther } from "../endpoint.ts";

export interface AccountCall extends Call<Browser> {
  readonly session: Session;
  /** What the page's frame shows. */
  readonly account: Account;
  readonly now: number;
  /** The person, now and from here. */
  readonly occasion: Occasion;
}

type Form = ReadonlyMap<string, string>;

/** `show` for GET; `change` for POST, once the form has proved that it is ours. */
export function forSignedIn(page: {
  show(call: AccountCall): Reply | Promise<Reply>;
  change?(call: AccountCall, form: Form): Reply | Promise<Reply>;
}): (call: Call<Browser>) => Promise<Reply> {
  return async (call) => {
    const { incoming, caller, surroundings, frame } = call;
    const form = formOf(incoming);
    const posted = incoming.method === "POST";
    if (posted && !formIsOurs(incoming, form.get("csrf"), caller.sessionId, surroundings)) {
      return pageReply(errorPage({ frame, status: 403, kind: "forbidden-form" }), { status: 403 });
    }
    const { session } = caller;
    if (session === undefined) {
      const signIn = `/sign-in?continue=${encodeURIComponent(incoming.path)}`;
      return seeOther(signIn, caller.cookies);
    }
    const now = surroundings.clock();
    const signedIn = {
      ...call,
      session,
      account: {
        frame,
        csrf: csrfToken(caller.sessionId, surroundings),
        screenName: session.screenName,
      },
      now,
      occasion: byUser(session.userId, now, incoming.address),
    };
    return posted && page.change ? page.change(signedIn, form) : page.show(signedIn);
  };
}

/** The person's own password, typed once more; its tries are counted with those of signing in. */
export async function checkOwnPassword(call: AccountCall, password: string): Promise<Checked> {
  const checked = await checkPassword(call, call.session.screenName, password);
  const another = checked.result === "right" && checked.user.id !== call.session.userId;
  return another ? { result: "wrong" } : checked;
}

/** How a page answers a password that did not open: its status, and what is said of it. */
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

/** A form that says nothing that we could do. */
export function notUnderstood({ frame }: AccountCall): Reply {
  return pageReply(errorPage({ frame, status: 400, kind: "bad-request" }), { status: 400 });
}

/** What a list shows of the rows that were asked for, one more than fit: that one is the next page's first. */
export function pageOf<Row>(
  rows: readonly Row[],
  path: string,
  keyOf: (row: Row) => string,
): { shown: readonly Row[]; nextHref?: string } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  if (rows.length <= pageSize || last === undefined) return { shown };
  return { shown, nextHref: `${path}?after=${encodeURIComponent(keyOf(last))}` };
}

export const pageSize = 50;
