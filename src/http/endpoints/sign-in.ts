import { type Browser, browser } from "../../accounts/browser-session.ts";
import { checkPasskey } from "../../accounts/check-passkey.ts";
import { checkPassword } from "../../accounts/check-password.ts";
import { comesFromUs, formIsOurs } from "../../accounts/csrf.ts";
import { continueSignIn, openSession, requestTokenIn } from "../../accounts/open-session.ts";
import { requestErrors } from "../../domain/errors.ts";
import { isScreenName, withoutAt } from "../../domain/user.ts";
import type { PasskeyProblem } from "../../pages/languages/english/passkeys.ts";
import type { SignInProblem } from "../../pages/languages/english/sign-in.ts";
import { formOf, queryOf } from "../../verification/authentication/incoming.ts";
import { destination } from "../browser/continue-to.ts";
import { errorReply } from "../browser/error-pages.ts";
import { csrf, passkeyField, signInContinueField } from "../browser/form-fields.ts";
import { anywhere, isOwnPage, landing, setUpUrl } from "../browser/own-page.ts";
import { signInChallenge } from "../browser/passkey-asked.ts";
import { requester, signInReply } from "../browser/sign-in-reply.ts";
import { type Call, endpoint, type Reply, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §3 and §14. Every page's sign-in form comes here; GET leads to the account. */
export const signIn = endpoint({
  name: "sign-in",
  paths: ["/sign-in"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Signs a user in and redirects to the page that required it",
  caller: browser,
  limit: "sign-in",
  reads: [],
  fields: [
    csrf,
    signInContinueField,
    { name: "username", required: false, meaning: "The screen name or a verified email address." },
    { name: "password", required: false, secret: true, meaning: "The password." },
    passkeyField("In place of username and password"),
  ],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const form = formOf(incoming);
    const asked =
      incoming.method === "POST" ? form.get("continue") : queryOf(incoming).get("continue");
    const continueTo = asked ?? anywhere;
    if (!isOwnPage(continueTo)) return errorReply(frame, "bad-request");
    if (incoming.method !== "POST") {
      if (caller.settingUp !== undefined) return seeOther(setUpUrl(continueTo));
      const { session } = caller;
      if (session === undefined) return ask(call, continueTo);
      return seeOther(landing(continueTo, { isAdmin: session.userIsAdmin }));
    }
    if (!formIsOurs(call, form)) {
      return askAgain(withoutForeignForm(call), "stale-form", 403);
    }
    // No page offers it.
    if (dependencies.config.signInMethods !== "all")
      return { ...(await ask(call, continueTo)), status: 403 };
    const passkey = form.get("passkey");
    if (passkey) return withPasskey(call, passkey, continueTo);
    // The form was only sent again to change its language, so it is not a try.
    if (!form.has("password")) return ask(call, continueTo);
    const username = withoutAt(form.get("username") ?? "");
    const password = form.get("password") ?? "";
    // An empty form is not a try either.
    if (username === "" || password === "") return askAgain(call, "missing", 422);
    const outcome = await checkPassword(call, username, password);
    switch (outcome.result) {
      case "wrong":
        return askAgain(call, "wrong", 422);
      case "too-many":
        return askAgain(call, "too-many", 429, outcome);
      case "busy":
        return askAgain(call, "busy", 503, requestErrors.overCapacity);
      case "right": {
        const { user, passwordHash } = outcome;
        if (user.suspendedBecause !== undefined) {
          return askAgain(call, "suspended", 403, { because: user.suspendedBecause });
        }
        const holder = { userId: user.id, passwordHash };
        const landed = await destination(call, user, { password, continueTo });
        const onward = { continueTo: landed, askedFor: continueTo };
        const next = await continueSignIn(call, holder, onward);
        if (next === undefined) return askAgain(call, "wrong", 422);
        return seeOther(next.location, next.cookies);
      }
    }
  },
});

/** A passkey counts as both factors, so no second step follows. */
async function withPasskey(call: Call<Browser>, sent: string, continueTo: string): Promise<Reply> {
  const checked = await checkPasskey(
    call,
    signInChallenge(call),
    sent,
    async (holder, authEvent) => {
      const { user, passwordHash } = holder;
      if (user.suspendedBecause !== undefined) return { because: user.suspendedBecause };
      const opened = { userId: user.id, passwordHash, passkey: authEvent };
      const onward = { continueTo: landing(continueTo, user), askedFor: continueTo };
      return (await openSession(call, opened, onward)) ?? "spent";
    },
  );
  if (checked.result !== "right") return askAgain(call, { passkey: checked.result }, 422);
  const { outcome } = checked;
  if ("because" in outcome) return askAgain(call, "suspended", 403, outcome);
  return seeOther(outcome.location, outcome.cookies);
}

async function ask(call: Call<Browser>, continueTo: string): Promise<Reply> {
  const { incoming, dependencies } = call;
  const query = queryOf(incoming);
  const [changed, reset] = [query.has("changed"), query.get("screen_name") ?? ""];
  const proposed = changed && isScreenName(reset) ? reset : "";
  return signInReply(call, await requester(requestTokenIn(continueTo), dependencies), {
    continueTo,
    username: formOf(incoming).get("username") ?? proposed,
    again: incoming.method === "POST",
    passwordChanged: changed,
    signedOut: query.has("signed-out"),
  });
}

/** Anyone can fill a form that is not ours, so the page shows nothing of it. */
function withoutForeignForm(call: Call<Browser>): Call<Browser> {
  if (comesFromUs(call.incoming, call.dependencies)) return call;
  return { ...call, frame: { ...call.frame, sent: undefined } };
}

async function askAgain(
  call: Call<Browser>,
  problem: SignInProblem | { readonly passkey: PasskeyProblem },
  status: number,
  { because, retryAfterSeconds }: { because?: string; retryAfterSeconds?: number } = {},
): Promise<Reply> {
  const { incoming, dependencies } = call;
  const form = formOf(incoming);
  const continueTo = form.get("continue") ?? anywhere;
  const data = {
    continueTo,
    username: call.frame.sent === undefined ? "" : (form.get("username") ?? ""),
    ...(typeof problem === "string" ? { problem } : { passkeyProblem: problem.passkey }),
    ...(because !== undefined && { because }),
    ...(retryAfterSeconds !== undefined && { minutes: Math.ceil(retryAfterSeconds / 60) }),
  };
  return signInReply(call, await requester(requestTokenIn(continueTo), dependencies), data, {
    status,
    ...(retryAfterSeconds !== undefined && {
      headers: { "retry-after": String(retryAfterSeconds) },
    }),
  });
}
