/** Checks of a response beyond accepted or rejected. Each returns why it fails, or undefined. */

import type { Approved } from "./approval/approved.ts";
import type { Provider } from "./config.ts";
import type { ProviderResponse } from "./exchange.ts";
import type { Credentials, World } from "./request/world.ts";

export interface Facts {
  readonly provider: Provider;
  readonly world: World;
  /** The response to a request, or the authorization page. */
  readonly answer?: ProviderResponse | undefined;
  readonly credentials?: Credentials | undefined;
  readonly approved?: Approved | undefined;
  readonly token?: string | undefined;
}

/** 20 of 62 characters give 2^119 values, more than anyone can try. */
const minCharacters = 20;

const rows = {
  "form-content-type": ({ answer }) =>
    typeOf(answer) === "application/x-www-form-urlencoded"
      ? undefined
      : `its content type is ${typeOf(answer) || "missing"}`,
  "callback-confirmed": ({ answer }) =>
    new URLSearchParams(answer?.body.trim()).get("oauth_callback_confirmed") === "true"
      ? undefined
      : "oauth_callback_confirmed is not true",
  "another-token": ({ credentials, world }) =>
    alike("the token", credentials?.token, world.credentials("first").token),
  "another-secret": ({ credentials, world }) =>
    alike("the secret", credentials?.secret, world.credentials("first").secret),
  "long-token": ({ credentials }) => short("the token", credentials?.token),
  "long-secret": ({ credentials }) => short("the secret", credentials?.secret),
  "secret-is-not-token": ({ credentials }) =>
    credentials?.token.includes(credentials.secret) ? "the token has its secret in it" : undefined,
  "not-the-request-token": ({ credentials, world }) =>
    credentials?.token === world.credentials("request").token
      ? "the access token is the request token"
      : undefined,
  "not-cached": ({ answer }) =>
    /\bno-store\b|\bprivate\b/.test(String(answer?.headers["cache-control"] ?? ""))
      ? undefined
      : "Cache-Control has neither no-store nor private",
  "no-secret": ({ answer, provider, world }) => {
    const seen = `${JSON.stringify(answer?.headers)} ${answer?.body}`;
    const secrets = [...provider.secrets, ...world.tokenSecrets()];
    return secrets.some((one) => one.length >= 6 && seen.includes(one))
      ? "the response contains a secret"
      : undefined;
  },
  challenge: ({ answer }) =>
    /\boauth\b/i.test(String(answer?.headers["www-authenticate"] ?? ""))
      ? undefined
      : "WWW-Authenticate does not offer OAuth",
  "no-frames": ({ answer }) => {
    const policy = String(answer?.headers["content-security-policy"] ?? "");
    const framed = /frame-ancestors/.test(policy) || answer?.headers["x-frame-options"];
    return framed ? undefined : "another site may show the page in a frame";
  },
  "leads-nowhere-else": ({ answer, provider }) => {
    const to = answer?.headers.location;
    if (to === undefined || /^\/(?!\/)/.test(to)) return undefined;
    return URL.canParse(to) && provider.hosts.has(new URL(to).host)
      ? undefined
      : "it redirects to another site";
  },
  "callback-is-ours": ({ approved, provider }) =>
    approved?.callback?.href.startsWith(provider.callback)
      ? undefined
      : "the user was sent to another address",
  "callback-has-token": ({ approved, token }) =>
    approved?.callback?.searchParams.get("oauth_token") === token
      ? undefined
      : "oauth_token is not the request token",
  "callback-has-verifier": ({ approved }) =>
    approved?.callback?.searchParams.get("oauth_verifier")
      ? undefined
      : "oauth_verifier is missing",
  "callback-keeps-query": ({ approved }) =>
    /[?&]kept=a%20b(&|$)/.test(approved?.callback?.search ?? "")
      ? undefined
      : "its own query was not kept",
  "callback-adds-at-end": ({ approved }) =>
    /^\?kept=a%20b&.*oauth_verifier=/.test(approved?.callback?.search ?? "")
      ? undefined
      : "the parameters are not behind its own query",
  "no-secret-in-callback": ({ approved, provider, world }) =>
    [...provider.secrets, ...world.tokenSecrets()].some(
      (one) => one.length >= 6 && approved?.callback?.href.includes(one),
    )
      ? "the address has a secret in it"
      : undefined,
  "long-verifier": ({ approved }) => short("the verifier", approved?.verifier),
  "no-verifier": ({ approved }) =>
    approved?.verifier === undefined ? undefined : "a verifier was given out",
} satisfies Record<string, (facts: Facts) => string | undefined>;

export type CheckName = keyof typeof rows;
export const checks: Readonly<Record<CheckName, (facts: Facts) => string | undefined>> = rows;

function typeOf(answer: ProviderResponse | undefined): string {
  return (answer?.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function alike(what: string, one: string | undefined, other: string): string | undefined {
  return one === other ? `${what} is the same` : undefined;
}

function short(what: string, value = ""): string | undefined {
  if (value.length >= minCharacters) return undefined;
  return `${what} has ${value.length} characters`;
}
