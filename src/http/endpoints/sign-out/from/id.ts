import { byAnonymous } from "../../../../domain/audit-context.ts";
import { RequestError } from "../../../../domain/errors.ts";
import { ProviderError } from "../../../../tools/identity-providers/identity-provider.ts";
import { anonymous } from "../../../../verification/authentication/authentication.ts";
import { formOf } from "../../../../verification/authentication/incoming.ts";
import { endpoint, jsonReply } from "../../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §14. A provider reports that a sign-in has ended there (OpenID
 * Connect Back-Channel Logout 1.0 §2.5). Its signed token alone authenticates it.
 */
export const signOutFrom = endpoint({
  name: "sign-out/from",
  paths: ["/sign-out/from/:id"],
  methods: ["POST"],
  section: "14",
  summary: "Ends the sessions of a sign-in that has ended at an identity provider",
  caller: anonymous,
  limit: "sign-out/from",
  reads: [],
  fields: [{ name: "logout_token", required: true, meaning: "The provider's signed token." }],
  produces: "json",
  errorsAsOAuth2: true,
  async operation({ incoming, parameters, dependencies }) {
    const { identityProviders: providers, ledger, clock } = dependencies;
    const provider = providers.provider(parameters.id ?? "");
    const token = formOf(incoming).get("logout_token");
    if (provider === undefined || token === undefined) throw rejected("logout_token is missing");
    const { subject, sid, tokenId } = await providers.loggedOut(provider, token).catch(rethrown);
    const now = clock();
    const { issuer } = provider;
    const ended = await ledger.endSessionsFrom(
      { issuer, subject, sid, tokenId, now },
      byAnonymous(now, incoming.address),
    );
    // A token that is sent again ends nothing that began since.
    if (ended === "used") throw rejected("this logout token was already used");
    return jsonReply({});
  },
});

function rethrown(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  if (error.problem === "unreachable") throw new RequestError("overCapacity");
  throw rejected("this logout token isn't valid");
}

function rejected(detail: string): RequestError {
  return new RequestError("badAuthenticationData", { detail });
}
