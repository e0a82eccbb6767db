/**
 * Correct requests of each kind. A rejection only proves something if the same request without the fault is accepted,
 * so a case that expects a rejection tries that first. At the end they are sent again, because a provider that has
 * locked the client out would reject everything.
 */

import { type ActiveToken, wholeFlow } from "./active-token.ts";
import type { Provider } from "./config.ts";
import type { Exchange } from "./exchange.ts";
import { outcomeOf } from "./outcome.ts";
import type { Operation } from "./protocol.ts";
import { built, methodOf, placementOf } from "./request/build.ts";
import type { Sent } from "./request/sent.ts";
import { World } from "./request/world.ts";

export interface Controls {
  /** Returns undefined if a correct request of this kind is accepted; otherwise the reason. */
  problemWith(sent: Sent): Promise<string | undefined>;
  stopped(): Promise<readonly string[]>;
}

type Kind = Pick<Sent, "placement" | "method" | "signatureMethod" | "client" | "to" | "body">;

export function controlsOf(provider: Provider, exchange: Exchange, quota: ActiveToken): Controls {
  const known = new Map<
    string,
    { readonly kind: Kind; readonly problem: Promise<string | undefined> }
  >();
  return {
    async problemWith(sent) {
      const kind = kindOf(sent, provider);
      const name = nameOf(kind);
      const before = known.get(name);
      if (before !== undefined) return before.problem;
      const problem = problemOf(kind, provider, exchange, quota);
      known.set(name, { kind, problem });
      return problem;
    },
    async stopped() {
      const problems: string[] = [];
      for (const [name, { kind, problem }] of known) {
        // One flow is enough: the user would be asked for every further one.
        if ((await problem) !== undefined || kind.to === "access-token") continue;
        const now = await problemOf(kind, provider, exchange, quota);
        if (now !== undefined) problems.push(`${name}: ${now}`);
      }
      return problems;
    },
  };
}

function kindOf(sent: Sent, provider: Provider): Kind {
  const placement = placementOf(sent, provider);
  const methods = provider.endpoints[sent.to]?.methods ?? [];
  return {
    to: sent.to,
    placement,
    method: sent.method ?? methodOf(sent, placement, methods),
    ...(sent.signatureMethod !== undefined && { signatureMethod: sent.signatureMethod }),
    ...(sent.body && { body: { text: sent.body.text, digest: sent.body.digest } }),
    ...(sent.client === "second" && sent.to === "request-token" && { client: sent.client }),
  };
}

function nameOf({ to, placement, method, signatureMethod, client, body }: Kind): string {
  const hashed = body && `${body.digest} of ${JSON.stringify(body.text)}`;
  return [method, to, placement, signatureMethod, client, hashed].filter(Boolean).join(" ");
}

async function problemOf(
  kind: Kind,
  provider: Provider,
  exchange: Exchange,
  quota: ActiveToken,
): Promise<string | undefined> {
  try {
    if (kind.to === "revocation") return undefined;
    if (kind.to === "access-token") {
      const { to: _, client: __, ...how } = kind;
      await wholeFlow(provider, exchange, [], how);
      return undefined;
    }
    const token = kind.to === "resource" ? await quota.get() : undefined;
    const answer = await exchange.send(built(kind, provider, new World(token, exchange.clock)));
    const { kind: outcome } = outcomeOf(kind.to, endpointOf(kind.to, provider), answer);
    return outcome === "accepted" ? undefined : `it is not accepted (${answer.status})`;
  } catch (error) {
    return (error as Error).message;
  }
}

export function endpointOf(operation: Operation, provider: Provider) {
  const endpoint = provider.endpoints[operation];
  if (endpoint === undefined) throw new Error(`the provider has no ${operation}`);
  return endpoint;
}
