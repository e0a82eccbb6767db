import { browser } from "../../../accounts/browser-session.ts";
import { checkCode } from "../../../accounts/check-code.ts";
import { checkPasskey } from "../../../accounts/check-passkey.ts";
import { csrfToken, formIsOurs } from "../../../accounts/csrf.ts";
import { finishSignIn, type NextPage } from "../../../accounts/open-session.ts";
import { waitingSignInOf } from "../../../accounts/waiting-sign-in.ts";
import { codePage } from "../../../pages/views/sign-in/code.ts";
import { formOf, queryOf } from "../../../verification/authentication/incoming.ts";
import { errorReply } from "../../browser/error-pages.ts";
import { csrf, passkeyField, signInContinueField } from "../../browser/form-fields.ts";
import { anywhere, isOwnPage, leadsToApplication } from "../../browser/own-page.ts";
import { challengeOf, passkeyOf } from "../../browser/passkey-asked.ts";
import { requester } from "../../browser/sign-in-reply.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §3 and §14. The first step left a cookie that opens only this step. */
export const signInCode = endpoint({
  name: "sign-in/code",
  paths: ["/sign-in/code"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Verifies a two-step code and signs the user in",
  caller: browser,
  limit: "sign-in",
  reads: [],
  fields: [
    csrf,
    signInContinueField,
    {
      name: "code",
      required: false,
      secret: true,
      meaning: "A code from the authenticator app, or a recovery code.",
    },
    passkeyField("In place of the code"),
  ],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const posted = incoming.method === "POST";
    const form = formOf(incoming);
    const continueTo = (posted ? form : queryOf(incoming)).get("continue") ?? anywhere;
    if (!isOwnPage(continueTo)) return errorReply(frame, "bad-request");
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    const waiting = await waitingSignInOf(incoming, dependencies);
    if (waiting === undefined) {
      return seeOther(`/sign-in?continue=${encodeURIComponent(continueTo)}`, caller.cookies);
    }
    const asking = await requester(waiting.signedInFor, dependencies);
    const { passkeys } = await dependencies.ledger.factorsOf(waiting.userId);
    const shown = {
      frame,
      csrf: csrfToken(caller.sessionId, dependencies),
      continueTo,
      screenName: waiting.screenName,
      passkey: passkeyOf(call, "second-step", { userId: waiting.userId, passkeys }),
      ...(asking && { applicationName: asking.applicationName }),
    };
    const formsLeaveSite = leadsToApplication(continueTo);
    const passkey = posted && form.get("passkey");
    if (passkey) {
      const challenge = challengeOf(call, "second-step", waiting.userId);
      const authenticated = await checkPasskey(call, challenge, passkey, (_holder, authEvent) =>
        finishSignIn(call, waiting, authEvent, continueTo),
      );
      if (authenticated.result !== "right") {
        const page = codePage({ ...shown, passkeyProblem: authenticated.result });
        return pageReply(page, { status: 422, formsLeaveSite });
      }
      return finished(authenticated.outcome, continueTo);
    }
    if (!posted || !form.has("code")) {
      return pageReply(codePage(shown), { cookies: caller.cookies, formsLeaveSite });
    }
    const code = form.get("code") ?? "";
    if (code === "") {
      return pageReply(codePage({ ...shown, problem: "missing" }), { status: 422, formsLeaveSite });
    }
    const checked = await checkCode(call, waiting, code, (authEvent) =>
      finishSignIn(call, waiting, authEvent, continueTo),
    );
    if (checked.result === "right") {
      return finished(checked.outcome, continueTo);
    }
    if (checked.result !== "too-many") {
      const page = codePage({ ...shown, problem: checked.result });
      return pageReply(page, { status: 422, formsLeaveSite });
    }
    const { retryAfterSeconds } = checked;
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return pageReply(codePage({ ...shown, problem: "too-many", minutes }), {
      status: 429,
      headers: { "retry-after": String(retryAfterSeconds) },
      formsLeaveSite,
    });
  },
});

/** "gone": the sign-in ended between two reads, for example because of a new password. */
function finished(outcome: NextPage | "gone", continueTo: string): Reply {
  if (outcome === "gone") return seeOther(`/sign-in?continue=${encodeURIComponent(continueTo)}`);
  return seeOther(outcome.location, outcome.cookies);
}
