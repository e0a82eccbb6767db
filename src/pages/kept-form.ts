/** A form of a session that has ended, or of one before the last sign-in: what was typed stays, to be sent again. */
import type { Browser } from "../authentication/browser-session.ts";
import { comesFromUs, csrfToken } from "../authentication/csrf.ts";
import type { Call, Reply } from "../endpoint.ts";
import { pageReply } from "../endpoint.ts";
import { keptFormPage } from "../views/kept-form.ts";

/**
 * The page that offers it, and changes nothing. Undefined where the browser does not say that a page of ours sent the form: with
 * a button on a page of ours, somebody else's form would get the token that it lacks.
 */
export function keptForm(call: Call<Browser>, screenName: string | undefined): Reply | undefined {
  const { incoming, caller, dependencies, frame } = call;
  const { sent } = frame;
  if (sent === undefined || !comesFromUs(incoming, dependencies)) return undefined;
  const csrf = csrfToken(caller.sessionId, dependencies);
  const page = keptFormPage({ frame, sent, csrf, screenName });
  return pageReply(page, { status: 403, cookies: caller.cookies });
}
