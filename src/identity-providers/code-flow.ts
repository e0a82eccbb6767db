/** A sign-in: OpenID Connect Core 1.0 §3.1, the authorization code flow, with PKCE (RFC 7636). */
import type { Configuration } from "openid-client";
import { mintSessionId, type Random } from "../domain/credentials.ts";
import { type IdentityKey, isIdentityKey } from "../domain/identity.ts";
import { type Claims, isSid, ProviderProblem } from "./identity-provider.ts";

/** Binds an answer to the browser that began the sign-in. Only that browser and this service know it. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Proved {
  readonly identity: IdentityKey;
  readonly claims: Claims;
  /**
   * When the person entered credentials there, in milliseconds since the epoch; undefined if the provider does not say.
   */
  readonly enteredAt: number | undefined;
  /** The provider's ID of its session; undefined if it does not say. */
  readonly sid: string | undefined;
  /** When the browser came back with it, in milliseconds since the epoch. */
  readonly provedAt: number;
}

/** Where to send the browser. `again`: the person has to enter credentials even if they are signed in there. */
export interface Asking {
  readonly redirectUri: string;
  readonly again: boolean;
}

/** `url`: that which the provider sent the browser back to. */
export interface Answer {
  readonly url: URL;
  readonly asked: Asked;
  readonly again: boolean;
}

/** After `again`: credentials must have been entered within this time. */
const mostSecondsSince = 300;

export async function beginSignIn(
  configuration: Configuration,
  { scopes, redirectUri, again }: Asking & { readonly scopes: readonly string[] },
  random: Random,
): Promise<{ readonly location: string; readonly asked: Asked }> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
  const asked = {
    state: mintSessionId(random),
    nonce: mintSessionId(random),
    verifier: mintSessionId(random),
  };
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: await calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: "S256",
    ...(again && { prompt: "login", max_age: String(mostSecondsSince) }),
  });
  return { location: location.href, asked };
}

/** Throws `ProviderProblem`, or an error of the library. */
export async function finishSignIn(
  configuration: Configuration,
  { url, asked, again }: Answer,
): Promise<Omit<Proved, "provedAt">> {
  const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
  // State, `iss` (RFC 9207), then of the ID token: signature, issuer, audience, nonce, times (§3.1.3.7).
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: asked.state,
    expectedNonce: asked.nonce,
    pkceCodeVerifier: asked.verifier,
    idTokenExpected: true,
    ...(again && { maxAge: mostSecondsSince }),
  });
  const token = tokens.claims();
  const identity = { issuer: token?.iss ?? "", subject: token?.sub ?? "" };
  if (token === undefined || !isIdentityKey(identity)) {
    throw new ProviderProblem("invalid", "subject");
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

/** The ID token takes precedence. The email address and `email_verified` are taken from the same source. */
function together(token: Claims, more: Claims): Claims {
  const { email, email_verified: verified, ...rest } = more;
  return Object.hasOwn(token, "email")
    ? { ...rest, ...token }
    : { ...rest, ...token, email, email_verified: verified };
}
