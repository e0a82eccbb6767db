import { keepBegunSignIn } from "../../../authentication/begun-sign-in.ts";
import { browser } from "../../../authentication/browser-session.ts";
import { formIsOurs } from "../../../authentication/csrf.ts";
import { formOf } from "../../../authentication/incoming.ts";
import { endpoint, pageReply } from "../../../endpoint.ts";
import { ProviderProblem } from "../../../identity-providers/identity-provider.ts";
import { errorReply } from "../../../pages/error-reply.ts";
import { csrf, signInContinueField } from "../../../pages/form-fields.ts";
import { identityProblem, redirectUri } from "../../../pages/identity-problem.ts";
import { isOwnPage } from "../../../pages/own-page.ts";
import { leadingPage } from "../../../views/sign-in/with/id.ts";

/**
 * docs/reference/interface.md §3. POST needs the form's token: a link elsewhere must not begin a sign-in whose
 * provider responds without asking, or replace one that the user has begun. The response has a Refresh header instead
 * of a redirect, because `form-action` would have to name every host to which the provider redirects.
 */
export const signInWith = endpoint({
  name: "sign-in/with",
  paths: ["/sign-in/with/:id"],
  methods: ["POST"],
  section: "3",
  summary: "Leads to an identity provider, to sign in there or to prove who the person is",
  caller: browser,
  limit: "sign-in",
  reads: [],
  fields: [
    csrf,
    signInContinueField,
    {
      name: "for",
      required: false,
      meaning: "To link the identity to the account, not to sign in.",
      values: ["link"],
    },
    {
      name: "prove_at",
      required: false,
      meaning:
        "In place of continue: the page that asks the person to prove who they are once more.",
    },
  ],
  produces: "page",
  async operation(call) {
    const { incoming, caller, parameters, dependencies, frame } = call;
    const { identityProviders: providers } = dependencies;
    const form = formOf(incoming);
    const provider = providers.provider(parameters.id ?? "");
    if (provider === undefined) return errorReply(frame, "not-found");
    if (!formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    const isFor = form.has("prove_at") ? "proof" : form.get("for");
    // A user who must set up a second factor may have to prove the first one again.
    const session = caller.session ?? (isFor === "proof" ? caller.settingUp : undefined);
    const continueTo = form.get("prove_at") ?? form.get("continue") ?? "/account";
    if (!isOwnPage(continueTo) || (isFor !== undefined && session === undefined)) {
      return errorReply(frame, "bad-request");
    }
    // Someone else may still be signed in there in this browser.
    const again = isFor !== undefined || forced.test(continueTo);
    try {
      const asking = { redirectUri: redirectUri(provider, incoming, dependencies), again };
      const { location, asked } = await providers.begin(provider, asking);
      const linkTo = isFor === "link" ? session?.userId : undefined;
      const proves = isFor === "proof" ? session?.userId : undefined;
      const begun = { asked, continueTo, again, linkTo, proves };
      const page = leadingPage({ frame, provider: provider.name, location, continueTo });
      return pageReply(page, {
        headers: { refresh: `0; url=${location}` },
        cookies: [...caller.cookies, keepBegunSignIn(provider.id, begun, dependencies)],
      });
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      return identityProblem(frame, provider, error.trouble, continueTo);
    }
  },
});

const forced = /[?&]force_login=(?:true|True|1)(?:&|$)/;
