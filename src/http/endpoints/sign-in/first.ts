import { browser } from "../../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../../accounts/csrf.ts";
import { requestTokenIn } from "../../../accounts/open-session.ts";
import {
  makeAccountWithIdentity,
  signInWithIdentity,
} from "../../../accounts/sign-in-with-identity.ts";
import {
  forgetVerifiedIdentity,
  spendVerifiedIdentity,
  verifiedIdentityOf,
} from "../../../accounts/verified-identity.ts";
import { networkOf } from "../../../domain/address.ts";
import { RequestError } from "../../../domain/errors.ts";
import { screenNameForm } from "../../../domain/user.ts";
import { type FirstSignInForm, firstSignInPage } from "../../../pages/views/sign-in/first.ts";
import {
  proposedScreenName,
  verifiedEmail,
} from "../../../tools/identity-providers/identity-provider.ts";
import { formOf } from "../../../verification/authentication/incoming.ts";
import { countTry } from "../../../verification/rate-limits/count-try.ts";
import { destinationWithIdentity } from "../../browser/continue-to.ts";
import { errorReply } from "../../browser/error-pages.ts";
import { csrf, typedScreenName } from "../../browser/form-fields.ts";
import { identityProblem } from "../../browser/identity-problem.ts";
import { leadsToApplication } from "../../browser/own-page.ts";
import { requester } from "../../browser/sign-in-reply.ts";
import { endpoint, pageReply, seeOther } from "../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §3. A proved identity has no account: the user creates one or links their own. None is
 * looked up, because anyone who can make a provider assert an email address would own its account.
 */
export const firstSignIn = endpoint({
  name: "sign-in/first",
  paths: ["/sign-in/first"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Creates an account for a user of an identity provider, and signs them in",
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
    const found = await verifiedIdentityOf(incoming, dependencies);
    if (found === undefined) return seeOther("/sign-in", caller.cookies);
    const { provider, verified } = found;
    const { claims, continueTo } = verified;
    const makes = provider.firstSignIn === "create";
    const asking = await requester(requestTokenIn(continueTo), dependencies);
    const shown: FirstSignInForm = {
      frame,
      csrf: csrfToken(caller.sessionId, dependencies),
      provider: provider.name,
      makes,
      screenName: proposedScreenName(claims, provider.screenNameClaim),
      email: verifiedEmail(claims) ?? "",
      ...(asking && { applicationName: asking.applicationName }),
    };
    const formsLeaveSite = leadsToApplication(continueTo);
    if (!posted || !makes || !form.has("screen_name")) {
      return pageReply(firstSignInPage(shown), { cookies: caller.cookies, formsLeaveSite });
    }
    const tries = await countTry("sign-up", networkOf(incoming.address), dependencies);
    if (!tries.admitted) throw new RequestError("rateLimited", tries);
    const screenName = typedScreenName(form);
    const made = await makeAccountWithIdentity(call, provider, verified, screenName);
    if (made === "screen-name" || made === "screen-name-taken") {
      const problem = made === "screen-name" ? made : "taken";
      const page = firstSignInPage({ ...shown, screenName, problem });
      return pageReply(page, { status: 422, formsLeaveSite });
    }
    // Of two forms sent at the same time, the other created the account and signs this browser in.
    if (!(await spendVerifiedIdentity(verified, dependencies))) {
      return seeOther(`/sign-in?continue=${encodeURIComponent(continueTo)}`);
    }
    const destination = destinationWithIdentity(call, provider, continueTo);
    const outcome = await signInWithIdentity(call, provider, verified, continueTo, destination);
    const forget = [forgetVerifiedIdentity(dependencies)];
    if (outcome.result !== "continued") {
      return identityProblem(frame, provider, "changed", continueTo, forget);
    }
    return seeOther(outcome.next.location, [...forget, ...outcome.next.cookies]);
  },
});
