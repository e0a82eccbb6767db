/** The library is loaded, and a provider's metadata fetched, with the first sign-in there. */
import type { Random } from "../../domain/credentials.ts";
import {
  type Asking,
  type AuthorizationCallback,
  type AuthorizationSecrets,
  beginSignIn,
  finishSignIn,
  type ProviderSignIn,
} from "./code-flow.ts";
import type { IdentityProvider, ProviderError } from "./identity-provider.ts";
import type { LoggedOut } from "./logout-token.ts";
import { logoutsAt } from "./logouts.ts";
import { providerMetadata } from "./metadata.ts";
import { problemOf } from "./problem.ts";

export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  provider(id: string): IdentityProvider | undefined;
  begin(
    provider: IdentityProvider,
    asking: Asking,
  ): Promise<{ readonly location: string; readonly secrets: AuthorizationSecrets }>;
  finish(provider: IdentityProvider, answer: AuthorizationCallback): Promise<ProviderSignIn>;
  /** Returns whose sign-in there has ended, according to a logout token. */
  loggedOut(provider: IdentityProvider, token: string): Promise<LoggedOut>;
  /** Returns where to sign out there too; undefined if the provider has no such page. */
  signOutAddress(provider: IdentityProvider, backTo: string): Promise<string | undefined>;
}

/** Each method throws `ProviderError`. */
export function openIdentityProviders(
  all: readonly IdentityProvider[],
  {
    clock,
    random,
    patienceSeconds = 5,
    onProblem = () => undefined,
  }: {
    readonly clock: () => number;
    readonly random: Random;
    readonly patienceSeconds?: number;
    readonly onProblem?: (providerId: string, problem: ProviderError) => void;
  },
): IdentityProviders {
  const metadata = providerMetadata(clock, patienceSeconds);
  const loggedOut = logoutsAt(metadata, clock, patienceSeconds);

  return {
    all,
    provider: (id) => all.find((one) => one.id === id),

    begin: (provider, asking) =>
      named(provider, async () => {
        const { scopes } = provider;
        return beginSignIn(await metadata.of(provider), { ...asking, scopes }, random);
      }),

    finish: (provider, answer) =>
      named(provider, async () => {
        const authenticatedAt = clock();
        return { ...(await finishSignIn(await metadata.of(provider), answer)), authenticatedAt };
      }),

    loggedOut: (provider, token) => named(provider, () => loggedOut(provider, token)),

    signOutAddress: (provider, backTo) =>
      named(provider, async () => {
        const configuration = await metadata.of(provider);
        if (!configuration.serverMetadata().end_session_endpoint) return undefined;
        const { buildEndSessionUrl } = await import("openid-client");
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
      }),
  };

  async function named<T>(provider: IdentityProvider, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      const problem = problemOf(error);
      onProblem(provider.id, problem);
      throw problem;
    }
  }
}
