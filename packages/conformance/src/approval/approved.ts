import type { Provider } from "../config.ts";

export interface Approved {
  readonly callback?: URL | undefined;
  readonly verifier?: string | undefined;
}

/** The approval that the config describes did not work. */
export class NotApproved extends Error {}

/** The text as a URL, if it is the provider's callback. */
export function asCallback(text: string, provider: Provider): URL | undefined {
  if (provider.callback === "oob" || !URL.canParse(text)) return undefined;
  const [url, own] = [new URL(text), new URL(provider.callback)];
  return url.origin === own.origin && url.protocol === own.protocol && url.pathname === own.pathname
    ? url
    : undefined;
}

export function ofCallback(callback: URL): Approved {
  return { callback, verifier: callback.searchParams.get("oauth_verifier") ?? undefined };
}
