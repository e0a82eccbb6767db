/** The library is loaded, and a provider's metadata fetched, with the first sign-in there. */
import type { Random } from "../domain/credentials.ts";
import {
  type Answer,
  type Asked,
  type Asking,
  beginSignIn,
  finishSignIn,
  type Proved,
} from "./code-flow.ts";
import type { IdentityProvider, ProviderProblem } from "./identity-provider.ts";
import type { LoggedOut } from "./logout-token.ts";
import { logoutsAt } from "./logouts.ts";
import { providerMetadata } from "./metadata.ts";
import { troubleOf } from "./trouble.ts";

export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  provider(id: string): IdentityProvider | undefined;
  begin(
    provider: IdentityProvider,
    asking: Asking,
  ): Promise<{ readonly location: string; readonly asked: Asked }>;
  finish(provider: IdentityProvider, answer: Answer): Promise<Proved>;
  /** Returns whose sign-in there has ended, according to a logout token. */
  loggedOut(provider: IdentityProvider, token: string): Promise<LoggedOut>;
  /** Returns where to sign out there too; undefined if the provider has no such page. */
  signOutAddress(provider: IdentityProvider, backTo: string): Promise<string | undefined>;
}

/** Each method throws `ProviderProblem`. */
export function openIdentityProviders(
  all: readonly IdentityProvider[],
  {
    clock,
    random,
    patienceSeconds = 5,
    troubled = () => undefined,
  }: {
    readonly clock: () => number;
    readonly random: Random;
    readonly patienceSeconds?: number;
    readonly troubled?: (providerId: string, problem: ProviderProblem) => void;
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
        const provedAt = clock();
        return { ...(await finishSignIn(await metadata.of(provider), answer)), provedAt };
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
      const problem = troubleOf(error);
      troubled(provider.id, problem);
      throw problem;
    }
  }
}
