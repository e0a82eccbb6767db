import { keepBegunSignIn } from "../../../../accounts/begun-sign-in.ts";
import { browser } from "../../../../accounts/browser-session.ts";
import { formIsOurs } from "../../../../accounts/csrf.ts";
import { leadingPage } from "../../../../pages/views/sign-in/with/id.ts";
import { ProviderError } from "../../../../tools/identity-providers/identity-provider.ts";
import { formOf } from "../../../../verification/authentication/incoming.ts";
import { errorReply } from "../../../browser/error-pages.ts";
import { csrf, signInContinueField } from "../../../browser/form-fields.ts";
import { identityProblem, redirectUri } from "../../../browser/identity-problem.ts";
import { anywhere, isOwnPage } from "../../../browser/own-page.ts";
import { endpoint, pageReply } from "../../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §3. POST needs the form's token: a link elsewhere must not begin a sign-in whose
 * provider responds immediately, or replace one that the user has begun. The response has a Refresh header instead
 * of a redirect, because `form-action` would have to name every host to which the provider redirects.
 */
export const signInWith = endpoint({
  name: "sign-in/with",
  paths: ["/sign-in/with/:id"],
  methods: ["POST"],
  section: "3",
  summary: "Redirects to an identity provider, to sign in or to confirm who the user is",
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
      name: "reauthenticate_at",
      required: false,
      meaning: "In place of continue: the page that asks the user to confirm their identity.",
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
    const isFor = form.has("reauthenticate_at") ? "reauthentication" : form.get("for");
    // A user who must set up a second factor may have to use the first one again.
    const session = caller.session ?? (isFor === "reauthentication" ? caller.settingUp : undefined);
    const continueTo = form.get("reauthenticate_at") ?? form.get("continue") ?? anywhere;
    if (!isOwnPage(continueTo) || (isFor !== undefined && session === undefined)) {
      return errorReply(frame, "bad-request");
    }
    // Someone else may still be signed in there in this browser.
    const again = isFor !== undefined || forced.test(continueTo);
    try {
      const asking = { redirectUri: redirectUri(provider, incoming, dependencies), again };
      const { location, secrets } = await providers.begin(provider, asking);
      const linkTo = isFor === "link" ? session?.userId : undefined;
      const authenticates = isFor === "reauthentication" ? session?.userId : undefined;
      const signIn = { secrets, continueTo, again, linkTo, authenticates };
      const page = leadingPage({ frame, provider: provider.name, location, continueTo });
      return pageReply(page, {
        headers: { refresh: `0; url=${location}` },
        cookies: [...caller.cookies, keepBegunSignIn(provider.id, signIn, dependencies)],
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return identityProblem(frame, provider, error.problem, continueTo);
    }
  },
});

const forced = /[?&]force_login=(?:true|True|1)(?:&|$)/;
