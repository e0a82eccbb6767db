/**
 * An administrator's own server, played by a test: it describes requests to the internal address and reads the
 * decisions.
 */
import type { Pair } from "../support/flow.ts";
import type { TestApplication } from "../support/service.ts";
import { authorizationHeader, type Pairs, signedPairs } from "../support/signing.ts";
import { secondsOf, type World } from "../support/world.ts";

export const secret = "a secret of the internal address";
export const api = "https://api.example.com";

export const settings = {
  INTERNAL_SECRET: secret.replaceAll(" ", "-"),
  API_ORIGINS: `${api},https://media.example.com:8443`,
  API_LIMITS: "timeline:user:3/15m,search:application:2/1m",
  RATE_LIMITS: "",
};

export interface InternalResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what is asserted of a response is asserted member by member
  readonly json: any;
  readonly headers: Headers;
}

/** Posts to the internal address, with the secret unless `headers` replace it. */
export async function ask(
  { service }: Pick<World, "service">,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<InternalResponse> {
  const response = await fetch(`${service.internalUrl}${path}`, {
    method: "POST",
    headers: { "x-countersign-secret": settings.INTERNAL_SECRET, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

/** A question about a signed request to an API. The signature covers the query of `target` and `form`. */
export function signedVerification(
  { application, clock }: Pick<World, "application" | "clock">,
  method: string,
  target: string,
  more: {
    readonly as?: TestApplication;
    readonly token?: Pair;
    readonly form?: Pairs;
    readonly origin?: string;
    readonly oauth?: Readonly<Record<string, string | undefined>>;
  } = {},
) {
  const { as = application, token, form, origin = api, oauth } = more;
  const url = origin + target;
  const parameters = [...new URL(url).searchParams, ...(form ?? [])] as Pairs;
  const credentials = { ...as, ...(token && { token: token.token, tokenSecret: token.secret }) };
  const pairs = signedPairs(method, url, credentials, parameters, {
    oauth_timestamp: secondsOf(clock.now),
    ...oauth,
  });
  return {
    method,
    origin,
    target,
    authorization: authorizationHeader(pairs),
    ...(form && {
      content_type: "application/x-www-form-urlencoded",
      body: String(
        new URLSearchParams(form.map(([name, value]) => [name, value] as [string, string])),
      ),
    }),
  };
}
