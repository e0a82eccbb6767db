import { percentDecode } from "#oauth1";
import { callbackMatches } from "../domain/callback.ts";
import { callbacksInForce } from "../domain/callback-schemes.ts";
import { outOfBand } from "../domain/request-token.ts";
import type { Cause, CauseDetails } from "./cause.ts";
import type { KnownApplication } from "./known.ts";
import { originParts } from "./origin-parts.ts";

/** Returns why the callback of a request for a request token is rejected, if it is. */
export function callbackCause(
  sent: string | undefined,
  { callbacks, confirmedSchemes }: KnownApplication,
): Cause | undefined {
  if (!sent) return { id: "callback-missing" };
  if (sent === outOfBand) return undefined;
  if (callbacks.length === 0) return { id: "pin-only", sent };
  if (callbackMatches(sent, callbacksInForce(callbacks, confirmedSchemes))) return undefined;
  if (callbackMatches(sent, callbacks)) return { id: "callback-waiting", sent };
  if (callbackMatches(percentDecode(sent), callbacks)) {
    return { id: "encoded-twice", where: { name: "oauth_callback" } };
  }
  const nearest = nearestTo(sent, callbacks);
  return { id: "callback-unregistered", sent, nearest, difference: differenceOf(sent, nearest) };
}

function nearestTo(sent: string, callbacks: readonly string[]): string {
  const [nearest = ""] = callbacks.toSorted(
    (one, other) => distance(sent, one) - distance(sent, other),
  );
  return nearest;
}

function differenceOf(
  sent: string,
  registered: string,
): CauseDetails["callback-unregistered"]["difference"] {
  if (sent.toLowerCase() === registered.toLowerCase()) return "case";
  if (`${sent}/` === registered || sent === `${registered}/`) return "slash";
  const [one, other] = [sent, registered].map(partsOf) as [Parts, Parts];
  if (one.scheme !== other.scheme) return "scheme";
  if (one.host !== other.host) return "host";
  return one.port === other.port ? "path" : "port";
}

type Parts = ReturnType<typeof originParts>;

function partsOf(url: string): Parts {
  return originParts(url.replace(/^([^:]*:\/\/[^/?]*).*$/s, "$1").toLowerCase());
}

/** Returns the Levenshtein distance of the beginnings. URLs that differ only further along are equally near. */
function distance(one: string, other: string): number {
  const [a, b] = [one.slice(0, longest), other.slice(0, longest)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const longest = 120;
