import { browser, setSession } from "../../accounts/browser-session.ts";
import { formIsOurs } from "../../accounts/csrf.ts";
import { forgetVerifiedIdentity } from "../../accounts/verified-identity.ts";
import { byUser } from "../../domain/audit-context.ts";
import { mintSessionId } from "../../domain/credentials.ts";
import type { Session } from "../../domain/session.ts";
import { signingOutPage } from "../../pages/views/sign-out.ts";
import { ProviderError } from "../../tools/identity-providers/identity-provider.ts";
import { formOf, type Incoming } from "../../verification/authentication/incoming.ts";
import { originFor } from "../../verification/authentication/origin.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { errorReply } from "../browser/error-pages.ts";
import { csrf } from "../browser/form-fields.ts";
import { endpoint, pageReply, seeOther } from "../operation/endpoint.ts";

/**
 * docs/reference/interface.md §14. The browser gets a new session id. A user who came from a
 * provider signs out there too (OpenID Connect RP-Initiated Logout 1.0), and returns by GET.
 */
export const signOut = endpoint({
  name: "sign-out",
  paths: ["/sign-out"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Ends the session",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [csrf],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    if (incoming.method !== "POST") return seeOther("/sign-in?signed-out", caller.cookies);
    const session = caller.session ?? caller.settingUp;
    if (!formIsOurs(call, formOf(incoming))) return errorReply(frame, "forbidden-form");
    if (session !== undefined) {
      await dependencies.ledger.endSession(
        { ...session, signsOut: true },
        byUser(session.userId, dependencies.clock(), incoming.address),
      );
    }
    const cookies = [
      setSession(mintSessionId(dependencies.random), dependencies),
      forgetVerifiedIdentity(dependencies),
    ];
    const there = session && (await signOutThere(session, incoming, dependencies));
    if (there === undefined) return seeOther("/sign-in?signed-out", cookies);
    const page = signingOutPage({ frame, ...there });
    // A redirect would not work: the policy of the page with the form does not name the provider's hosts.
    return pageReply(page, { headers: { refresh: `0; url=${there.location}` }, cookies });
  },
});

/** The provider may have no such page, or not respond. */
async function signOutThere(
  { provider: cameFrom }: Session,
  incoming: Incoming,
  { identityProviders, origins }: Dependencies,
): Promise<{ readonly provider: string; readonly location: string } | undefined> {
  const provider = identityProviders.all.find(({ issuer }) => issuer === cameFrom?.issuer);
  if (provider === undefined) return undefined;
  const backTo = `${originFor(incoming, origins)}/sign-out`;
  try {
    const location = await identityProviders.signOutAddress(provider, backTo);
    return location === undefined ? undefined : { provider: provider.name, location };
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}
