import { browser } from "../../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../../authentication/csrf.ts";
import { formOf } from "../../authentication/incoming.ts";
import {
  forgetProvedIdentity,
  provedIdentityOf,
  spendProvedIdentity,
} from "../../authentication/proved-identity.ts";
import { networkOf } from "../../domain/address.ts";
import { callbackSources } from "../../domain/callback.ts";
import { Refusal } from "../../domain/refusals.ts";
import { screenNameForm } from "../../domain/user.ts";
import { endpoint, pageReply, seeOther } from "../../endpoint.ts";
import { proposedScreenName, provenEmail } from "../../identity-providers/identity-provider.ts";
import { errorReply } from "../../pages/error-reply.ts";
import { csrf, typedScreenName } from "../../pages/form-fields.ts";
import { identityProblem } from "../../pages/identity-problem.ts";
import { wayOnWithIdentity } from "../../pages/way-on.ts";
import { whoAsks } from "../../pages/who-asks.ts";
import { countTry } from "../../rate-limits/count-try.ts";
import { requestTokenIn } from "../../sign-in/open-session.ts";
import {
  makeAccountWithIdentity,
  signInWithIdentity,
} from "../../sign-in/sign-in-with-identity.ts";
import { type FirstSignInForm, firstSignInPage } from "../../views/sign-in/first.ts";

/**
 * docs/reference/interface.md §3. A proved identity has no account: the user creates one or links their own. None is
 * looked up, because anyone who can make a provider assert an email address would own its account.
 */
export const firstSignIn = endpoint({
  name: "sign-in/first",
  paths: ["/sign-in/first"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Makes an account for a person whom an identity provider knows, and signs them in",
  caller: browser,
  limit: "sign-in",
  reads: [],
  fields: [csrf, { name: "screen_name", required: true, meaning: `${screenNameForm}.` }],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const posted = incoming.method === "POST";
    const form = formOf(incoming);
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    const found = await provedIdentityOf(incoming, dependencies);
    if (found === undefined) return seeOther("/sign-in", caller.cookies);
    const { provider, proved } = found;
    const { claims, continueTo } = proved;
    const makes = provider.firstSignIn === "create";
    const asking = await whoAsks(requestTokenIn(continueTo), dependencies);
    const shown: FirstSignInForm = {
      frame,
      csrf: csrfToken(caller.sessionId, dependencies),
      provider: provider.name,
      makes,
      screenName: proposedScreenName(claims, provider.screenNameClaim),
      email: provenEmail(claims) ?? "",
      ...(asking && { applicationName: asking.applicationName }),
    };
    const formAction = asking && { formAction: callbackSources(asking.callback) };
    if (!posted || !makes || !form.has("screen_name")) {
      return pageReply(firstSignInPage(shown), { cookies: caller.cookies, ...formAction });
    }
    const tries = await countTry("sign-up", networkOf(incoming.address), dependencies);
    if (!tries.admitted) throw new Refusal("rateLimited", tries);
    const screenName = typedScreenName(form);
    const made = await makeAccountWithIdentity(call, provider, proved, screenName);
    if (made === "screen-name" || made === "screen-name-taken") {
      const problem = made === "screen-name" ? made : "taken";
      const page = firstSignInPage({ ...shown, screenName, problem });
      return pageReply(page, { status: 422, ...formAction });
    }
    // Of two forms sent at the same time, the other created the account and signs this browser in.
    if (!(await spendProvedIdentity(proved, dependencies))) {
      return seeOther(`/sign-in?continue=${encodeURIComponent(continueTo)}`);
    }
    const wayOn = wayOnWithIdentity(call, provider, continueTo);
    const outcome = await signInWithIdentity(call, provider, proved, continueTo, wayOn);
    const forget = [forgetProvedIdentity(dependencies)];
    if (outcome.result !== "continued") {
      return identityProblem(frame, provider, "changed", continueTo, forget);
    }
    return { ...outcome.reply, cookies: [...forget, ...(outcome.reply.cookies ?? [])] };
  },
});
