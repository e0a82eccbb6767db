/** The metadata of providers (OpenID Connect Discovery 1.0), fetched with the first sign-in and every hour. */
import type { Configuration } from "openid-client";
import { boundedFetch } from "./bounded-fetch.ts";
import { failedForMs, type IdentityProvider, ProviderProblem } from "./identity-provider.ts";

export interface ProviderMetadata {
  /** Whether the provider's metadata is already here. */
  isHere(provider: IdentityProvider): boolean;
  /**
   * One request for all sign-ins that wait for it. If the provider does not answer, the earlier metadata stays in use;
   * if there is none, it is not asked again for some seconds.
   */
  of(provider: IdentityProvider): Promise<Configuration>;
}

interface Known {
  /** When it was asked for, in milliseconds since the epoch, and for how long it is not asked for again. */
  readonly since: number;
  readonly forMs: number;
  readonly asking: Promise<Configuration>;
  /** `asking` has settled, so this does not wait. */
  isSettled: boolean;
  readonly hasFailed?: true;
}

const knownForMs = 3_600_000;
const askAgainMs = 60_000;
/** How far its clock may be off. */
const toleranceSeconds = 60;

/** `patienceSeconds`: how long a request may take. */
export function providerMetadata(clock: () => number, patienceSeconds: number): ProviderMetadata {
  const known = new Map<string, Known>();

  return {
    isHere({ id }) {
      const found = known.get(id);
      return found !== undefined && isFresh(found, clock()) && found.isSettled;
    },

    async of(provider) {
      const now = clock();
      const found = known.get(provider.id);
      if (found !== undefined && isFresh(found, now)) return found.asking;
      return ask(provider, found?.hasFailed === true ? undefined : found, now);
    },
  };

  function ask(
    provider: IdentityProvider,
    before: Known | undefined,
    now: number,
  ): Promise<Configuration> {
    const discovering = discovered(provider, now, patienceSeconds);
    const asking = before === undefined ? discovering : discovering.catch(() => before.asking);
    const fresh: Known = { since: now, forMs: knownForMs, asking, isSettled: false };
    known.set(provider.id, fresh);
    discovering.then(
      () => {
        fresh.isSettled = true;
      },
      () => {
        if (known.get(provider.id) !== fresh) return;
        const since = clock();
        known.set(
          provider.id,
          before === undefined
            ? { since, forMs: failedForMs, asking, isSettled: true, hasFailed: true }
            : { ...before, since, forMs: askAgainMs },
        );
      },
    );
    return asking;
  }
}

function isFresh({ since, forMs }: Known, now: number): boolean {
  return Math.abs(now - since) < forMs;
}

async function discovered(
  provider: IdentityProvider,
  now: number,
  patienceSeconds: number,
): Promise<Configuration> {
  const library = await import("openid-client");
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = library;
  const issuer = new URL(provider.issuer);
  const found = await discovery(
    issuer,
    provider.clientId,
    {
      [library.clockSkew]: Math.round((now - Date.now()) / 1000),
      [library.clockTolerance]: toleranceSeconds,
    },
    library.ClientSecretBasic(provider.clientSecret.reveal()),
    {
      timeout: patienceSeconds,
      [customFetch]: boundedFetch,
      // The configuration accepts http only for a loopback host.
      execute: issuer.protocol === "http:" ? [allowInsecureRequests] : [],
    },
  );
  // For a provider with many issuers the library accepts the tokens of each, and subjects could be mixed up.
  if (found.serverMetadata().issuer !== provider.issuer) {
    throw new ProviderProblem("invalid", "issuer");
  }
  // The signature of the ID token is checked too, although it comes from the provider's own address.
  enableNonRepudiationChecks(found);
  return found;
}
