/** The access token for requests to the resource: the config's, or one that a user approves once. */
import { approvalOf } from "./approval/approval.ts";
import type { Provider } from "./config.ts";
import type { Exchange } from "./exchange.ts";
import { outcomeOf } from "./outcome.ts";
import { built } from "./request/build.ts";
import { type Credentials, World } from "./request/world.ts";

export interface ActiveToken {
  /** Throws `Untried`. */
  get(): Promise<Credentials>;
  /** The token may have been revoked, so the next caller gets another one. */
  forget(): void;
  secrets(): readonly string[];
}

export function activeToken(provider: Provider, exchange: Exchange): ActiveToken {
  let current: Promise<Credentials> | undefined;
  const secrets: string[] = [];
  async function obtained(): Promise<Credentials> {
    if (provider.token !== undefined) return provider.token;
    const { access } = await wholeFlow(provider, exchange, secrets);
    return access;
  }
  return {
    get() {
      current ??= obtained();
      return current;
    },
    forget() {
      if (provider.token === undefined) current = undefined;
    },
    secrets: () => secrets,
  };
}

/** All three steps of the flow, without a fault. Throws `Untried` if one is rejected. */
export async function wholeFlow(
  provider: Provider,
  exchange: Exchange,
  secrets: string[] = [],
  how: Pick<Parameters<typeof built>[0], "placement" | "method" | "signatureMethod"> = {},
): Promise<{ readonly access: Credentials }> {
  const world = new World(undefined, exchange.clock);
  const step = async (to: "request-token" | "access-token") => {
    const endpoint = provider.endpoints[to];
    if (endpoint === undefined) throw new Untried(`the provider has no ${to}`);
    const given = to === "access-token" ? { token: "request", ...how } : {};
    const request = built({ to, ...given }, provider, world);
    const answer = await exchange.send(request);
    const { kind, credentials } = outcomeOf(to, endpoint, answer);
    if (kind !== "accepted" || credentials === undefined) {
      throw new Untried(`a right request to ${to} is not accepted (${answer.status})`);
    }
    secrets.push(credentials.token, credentials.secret);
    return { request, credentials };
  };
  world.keep("request", await step("request-token"));
  const url = authorizationUrl(provider, world.credentials("request").token);
  const { verifier } = await approvalOf(provider, exchange, url, "allow");
  if (verifier === undefined) throw new Untried("approving leads to no verifier");
  secrets.push(verifier);
  world.approved("request", verifier);
  return { access: (await step("access-token")).credentials };
}

export function authorizationUrl(
  provider: Provider,
  token: string | undefined,
  more: readonly (readonly [string, string])[] = [],
): URL {
  if (provider.authorization === undefined) throw new Untried("the config has no authorization");
  const url = new URL(provider.authorization);
  if (token !== undefined) url.searchParams.append("oauth_token", token);
  for (const [name, value] of more) url.searchParams.append(name, value);
  return url;
}

/** A case cannot be tried; the message says why. It is neither passed nor failed. */
export class Untried extends Error {}
