/** A service, alice's desktop application, and an API whose requests the service verifies. */
import { type ListeningApi, listenApi } from "../support/verifying-api.ts";
import { startWorld, type World } from "../support/world.ts";
import { settings } from "../verification/asking.ts";

export interface VerifyingApi extends ListeningApi {
  readonly world: World;
}

export async function startVerifyingApi(
  more: Readonly<Record<string, string>> = {},
): Promise<VerifyingApi> {
  const api = await listenApi();
  const all = { ...settings, API_ORIGINS: api.origin, ...more };
  // Without callbacks, users get PINs.
  const world = await startWorld(all, { callbacks: [] });
  api.verifiedBy(world.service.internalUrl ?? "", settings.INTERNAL_SECRET);
  return {
    ...api,
    world,
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}
