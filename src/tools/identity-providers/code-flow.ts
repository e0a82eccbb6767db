/** OpenID Connect Core 1.0 §3.1: the authorization code flow, with PKCE (RFC 7636). */
import type { Configuration } from "openid-client";
import { mintSessionId, type Random } from "../../domain/credentials.ts";
import { type IdentityKey, isIdentityKey } from "../../domain/identity.ts";
import { type Claims, isSid, ProviderError } from "./identity-provider.ts";

/** Only the browser that began the sign-in and this service know it, which binds a response to both. */
export interface AuthorizationSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProviderSignIn {
  readonly identity: IdentityKey;
  readonly claims: Claims;
  /** The user entered credentials then (milliseconds since the epoch), if the provider sends the time. */
  readonly enteredAt: number | undefined;
  /** The provider's ID of its session is undefined if the provider does not send it. */
  readonly sid: string | undefined;
  /** The browser came back then (milliseconds since the epoch). */
  readonly authenticatedAt: number;
}

/** `again` requires the user to enter credentials even if they are signed in there. */
export interface Asking {
  readonly redirectUri: string;
  readonly again: boolean;
}

/** The provider sent the browser back to `url`. */
export interface AuthorizationCallback {
  readonly url: URL;
  readonly secrets: AuthorizationSecrets;
  readonly again: boolean;
}

/** The credentials that `again` requires must have been entered within this time. */
const maxSecondsSince = 300;

export async function beginSignIn(
  configuration: Configuration,
  { scopes, redirectUri, again }: Asking & { readonly scopes: readonly string[] },
  random: Random,
): Promise<{ readonly location: string; readonly secrets: AuthorizationSecrets }> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
  const secrets = {
    state: mintSessionId(random),
    nonce: mintSessionId(random),
    verifier: mintSessionId(random),
  };
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...(again && { prompt: "login", max_age: String(maxSecondsSince) }),
  });
  return { location: location.href, secrets };
}

/** Throws `ProviderError`, or an error of the library. */
export async function finishSignIn(
  configuration: Configuration,
  { url, secrets, again }: AuthorizationCallback,
): Promise<Omit<ProviderSignIn, "authenticatedAt">> {
  const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
  // Checks state, `iss` (RFC 9207), then the ID token's signature, issuer, audience, nonce and times (§3.1.3.7).
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
    ...(again && { maxAge: maxSecondsSince }),
  });
  const token = tokens.claims();
  const identity = { issuer: token?.iss ?? "", subject: token?.sub ?? "" };
  if (token === undefined || !isIdentityKey(identity)) {
    throw new ProviderError("invalid", "subject");
  }
  const { auth_time: seconds, sid: named } = token;
  const sid = isSid(named) ? named : undefined;
  const enteredAt = typeof seconds === "number" ? seconds * 1000 : undefined;
  if (!configuration.serverMetadata().userinfo_endpoint) {
    return { identity, claims: token, enteredAt, sid };
  }
  const more = await fetchUserInfo(configuration, tokens.access_token, token.sub);
  return { identity, claims: together(token, more), enteredAt, sid };
}

/** The ID token takes precedence. An email address and its `email_verified` share a source. */
function together(token: Claims, more: Claims): Claims {
  const { email, email_verified: verified, ...rest } = more;
  return Object.hasOwn(token, "email")
    ? { ...rest, ...token }
    : { ...rest, ...token, email, email_verified: verified };
}
