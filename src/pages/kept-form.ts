/** What was typed in a form whose session has ended or was replaced can be sent again. */
import type { Browser } from "../authentication/browser-session.ts";
import { comesFromUs, csrfToken } from "../authentication/csrf.ts";
import type { Call, Reply } from "../endpoint.ts";
import { pageReply } from "../endpoint.ts";
import { keptFormPage } from "../views/kept-form.ts";

/**
 * The browser must confirm that one of our pages sent the form: our button would give someone
 * else's form the token that it lacks.
 */
export function keptForm(call: Call<Browser>, screenName: string | undefined): Reply | undefined {
  const { incoming, caller, dependencies, frame } = call;
  const { sent } = frame;
  if (sent === undefined || !comesFromUs(incoming, dependencies)) return undefined;
  const csrf = csrfToken(caller.sessionId, dependencies);
  const page = keptFormPage({ frame, sent, csrf, screenName });
  return pageReply(page, { status: 403, cookies: caller.cookies });
}
