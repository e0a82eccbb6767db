/** `countersign debug-signature` checks a request's signature against these URLs. */
import { isLoopbackHost, ownOrigin } from "../../config/addresses.ts";
import type { Config } from "../../config/config.ts";
import { normalOrigin, originParts } from "../../doctor/origin-parts.ts";
import type { PastedRequest } from "../../doctor/paste/pasted-request.ts";

interface Urls {
  readonly origins: readonly [string, ...string[]];
  readonly apiOrigins: readonly string[];
  /** Only the request names this origin; the setting would name it. */
  readonly assumed?: { readonly origin: string; readonly setting: string };
}

/**
 * The command may run without the server's settings. An origin that they would name is then taken from the request: a
 * client that signed it correctly must not be told to sign another. `isOwn` means that the path is one of this
 * service's operations.
 */
export function urlsFor(request: PastedRequest, isOwn: boolean, config: Config): Urls {
  const more = config.additionalBaseUrls;
  const baseUrl = config.baseUrl ?? ownOrigin(config, config.port);
  const configured: Urls = { origins: [baseUrl, ...more], apiOrigins: config.apiOrigins ?? [] };
  const host = request.hosts.at(-1)?.toLowerCase();
  const sentTo = request.origin ?? (host === undefined ? undefined : originAt(host));
  if (sentTo === undefined) return configured;
  const origin = normalOrigin(sentTo);
  const isKnown = [...configured.origins, ...configured.apiOrigins].some(
    (one) => one === origin || (request.origin === undefined && one.endsWith(`//${host}`)),
  );
  if (isKnown) return configured;
  if (!isOwn && config.apiOrigins === undefined) {
    const assumed = { origin, setting: "COUNTERSIGN_API_ORIGINS" };
    return { ...configured, apiOrigins: [origin], assumed };
  }
  // A server without this setting is on this machine, at the URL that is derived from the others.
  if (isOwn && config.baseUrl === undefined && !isOnLoopback(origin)) {
    return {
      ...configured,
      origins: [origin, ...more],
      assumed: { origin, setting: "COUNTERSIGN_BASE_URL" },
    };
  }
  return configured;
}

/** A Host header has no scheme, and plain http is served on loopback alone. */
function originAt(host: string): string {
  return isOnLoopback(`http://${host}`) ? `http://${host}` : `https://${host}`;
}

function isOnLoopback(origin: string): boolean {
  return isLoopbackHost(originParts(origin).host.replace(/^\[|\]$/g, ""));
}
