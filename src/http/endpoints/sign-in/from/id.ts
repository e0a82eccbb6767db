import {
  type BegunSignIn,
  forgetBegunSignIn,
  takeBegunSignIn,
} from "../../../../accounts/begun-sign-in.ts";
import { type Browser, browser } from "../../../../accounts/browser-session.ts";
import {
  authenticateWithIdentity,
  signInWithIdentity,
} from "../../../../accounts/sign-in-with-identity.ts";
import { keepVerifiedIdentity } from "../../../../accounts/verified-identity.ts";
import { suspendedPage } from "../../../../pages/views/sign-in/from/id.ts";
import type { ProviderSignIn } from "../../../../tools/identity-providers/code-flow.ts";
import {
  type IdentityProvider,
  ProviderError,
} from "../../../../tools/identity-providers/identity-provider.ts";
import { queryOf } from "../../../../verification/authentication/incoming.ts";
import { destinationWithIdentity } from "../../../browser/continue-to.ts";
import { errorReply } from "../../../browser/error-pages.ts";
import { identityProblem, redirectUri } from "../../../browser/identity-problem.ts";
import { anywhere } from "../../../browser/own-page.ts";
import {
  type Call,
  endpoint,
  pageReply,
  type Reply,
  seeOther,
} from "../../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §3. The cookie from `sign-in/with` decides: a response without it, or
 * with another `state`, is not processed.
 */
export const signInFrom = endpoint({
  name: "sign-in/from",
  paths: ["/sign-in/from/:id"],
  methods: ["GET"],
  section: "3",
  summary: "Accepts an identity provider's response and signs the user in",
  caller: browser,
  limit: "sign-in",
  reads: [
    { name: "state", required: true, meaning: "The sign-in that the response belongs to." },
    { name: "code", required: false, meaning: "The authorization code." },
    { name: "iss", required: false, meaning: "The provider's issuer (RFC 9207)." },
    { name: "error", required: false, meaning: "The provider's error, if there is no code." },
  ],
  produces: "page",
  async operation(call) {
    const { incoming, parameters, dependencies, frame } = call;
    const { identityProviders: providers } = dependencies;
    const provider = providers.provider(parameters.id ?? "");
    if (provider === undefined) {
      return errorReply(frame, "not-found");
    }
    const state = queryOf(incoming).get("state");
    // HEAD signs no one in, and leaves the code to the GET that may follow.
    const signIn =
      incoming.method === "HEAD"
        ? undefined
        : await takeBegunSignIn(incoming, { providerId: provider.id, state }, dependencies);
    if (signIn === undefined) return identityProblem(frame, provider, "stale", anywhere);
    const url = new URL(redirectUri(provider, incoming, dependencies));
    url.search = incoming.query ?? "";
    try {
      const { secrets, again } = signIn;
      return await signedInThere(
        call,
        provider,
        await providers.finish(provider, { url, secrets, again }),
        signIn,
      );
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const forget = [forgetBegunSignIn(dependencies)];
      return identityProblem(frame, provider, error.problem, signIn.continueTo, forget);
    }
  },
});

async function signedInThere(
  call: Call<Browser>,
  provider: IdentityProvider,
  verified: ProviderSignIn,
  { again, continueTo, linkTo, authenticates }: BegunSignIn,
): Promise<Reply> {
  const { caller, dependencies, frame } = call;
  const forget = [...caller.cookies, forgetBegunSignIn(dependencies)];
  const keep = () =>
    keepVerifiedIdentity(provider, { ...verified, again, continueTo, linkTo }, dependencies);
  // The user confirms it in the session that began it.
  if (linkTo !== undefined) return seeOther("/account/identities/link", [...forget, keep()]);
  const session = caller.session ?? caller.settingUp;
  if (session !== undefined && session.userId === authenticates) {
    const outcome = await authenticateWithIdentity(call, provider, { ...verified, again }, session);
    if (outcome === "authenticated") return seeOther(continueTo, forget);
    return identityProblem(frame, provider, "other-user", continueTo, forget);
  }
  const outcome = await signInWithIdentity(
    call,
    provider,
    { ...verified, again },
    continueTo,
    destinationWithIdentity(call, provider, continueTo),
  );
  switch (outcome.result) {
    case "continued": {
      const { location, cookies } = outcome.next;
      return seeOther(location, [...forget, ...cookies]);
    }
    case "suspended":
      return pageReply(suspendedPage({ frame, because: outcome.because }), {
        status: 403,
        cookies: forget,
      });
    case "changed":
      return identityProblem(frame, provider, "changed", continueTo, forget);
    case "unknown":
      if (provider.firstSignIn === "reject") {
        return identityProblem(frame, provider, "no-account", continueTo, forget);
      }
      return seeOther("/sign-in/first", [...forget, keep()]);
  }
}
