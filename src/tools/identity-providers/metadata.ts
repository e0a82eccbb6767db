/** OpenID Connect Discovery 1.0: metadata is fetched with the first sign-in and every hour. */
import type { Configuration } from "openid-client";
import { boundedFetch } from "./bounded-fetch.ts";
import { failedForMs, type IdentityProvider, ProviderError } from "./identity-provider.ts";

export interface ProviderMetadata {
  isHere(provider: IdentityProvider): boolean;
  /**
   * All waiting sign-ins share one request. If it fails, the earlier metadata stays in use; without
   * any, the provider is not called again for some seconds.
   */
  of(provider: IdentityProvider): Promise<Configuration>;
}

interface Known {
  /** The metadata was requested then (milliseconds since the epoch), and is not requested again for so long. */
  readonly since: number;
  readonly forMs: number;
  readonly asking: Promise<Configuration>;
  isSettled: boolean;
  readonly hasFailed?: true;
}

const knownForMs = 3_600_000;
const askAgainMs = 60_000;
const toleranceSeconds = 60;

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
  const configuration = await discovery(
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
  // A provider with many issuers could mix up their subjects, as the library accepts all their tokens.
  if (configuration.serverMetadata().issuer !== provider.issuer) {
    throw new ProviderError("invalid", "issuer");
  }
  // The ID token's signature is checked too, although it comes from the provider's own URL.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
