/** Anyone can send a logout token, so few of them wait for a provider at a time. */
import { type IdentityProvider, ProviderError } from "./identity-provider.ts";
import type { LoggedOut, ProviderKeys } from "./logout-token.ts";
import type { ProviderMetadata } from "./metadata.ts";

/** This is a small part of the places for requests of programs (ADR 27). */
const maxWaiting = 16;

/** The function returns whose sign-in at the provider has ended, according to a token. */
export function logoutsAt(
  metadata: ProviderMetadata,
  clock: () => number,
  patienceSeconds: number,
): (provider: IdentityProvider, token: string) => Promise<LoggedOut> {
  /** The key is the URL. */
  const keySets = new Map<string, ProviderKeys>();
  let waiting = 0;

  return async function loggedOut(provider, token) {
    const { readLogoutToken, rejectHopeless, remoteKeys } = await import("./logout-token.ts");
    const { issuer, clientId } = provider;
    const expected = { issuer, clientId, now: clock() };
    rejectHopeless(token, expected);
    const asking = () => metadata.of(provider);
    const configuration = await (metadata.isHere(provider) ? asking() : wait(asking));
    const { jwks_uri: address } = configuration.serverMetadata();
    if (address === undefined || !isSecureFor(provider, new URL(address))) {
      throw new ProviderError("invalid", "keys");
    }
    const from = { patienceSeconds, clock, wait };
    const keys = keySets.get(address) ?? remoteKeys(new URL(address), from);
    keySets.set(address, keys);
    return readLogoutToken(token, keys, expected);
  };

  /** A silent provider keeps each token waiting that has to be looked at. */
  async function wait<T>(step: () => Promise<T>): Promise<T> {
    if (waiting >= maxWaiting) throw new ProviderError("unreachable", "too many wait");
    waiting += 1;
    try {
      return await step();
    } finally {
      waiting -= 1;
    }
  }
}

/** The library checks every other URL, but not that of the keys for logout tokens. */
function isSecureFor({ issuer }: IdentityProvider, { protocol }: URL): boolean {
  return protocol === "https:" || issuer.startsWith("http:");
}
