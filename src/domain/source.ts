/**
 * What uses the credentials of an application. A source is a network and a program. Processes count in memory, and add
 * their counts to the database in the background (src/program/service/source-counter.ts).
 */
import type { AccessToken, ApplicationCredential, ApplicationId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { DecidedRequests } from "./decided-request.ts";

/**
 * `earlier`: secrets and bearer tokens before the previous ones. `unauthenticated`: requests that only name the
 * consumer key, which anyone can send.
 */
export type SourceCredential = ApplicationCredential | "earlier" | "unauthenticated";

export interface SourceName {
  readonly credential: SourceCredential;
  /** See `networkOf`. It is empty if the address is not known, and `otherSources` for all that have no row. */
  readonly network: string;
  /** See `programOf`. It is empty if it is not known. */
  readonly program: string;
}

/** What a process has counted since it last wrote. */
export interface SourceUse extends SourceName {
  readonly applicationId: ApplicationId;
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  readonly rejected: number;
  /** The access tokens that were used, unless the process knows that the network is not new. */
  readonly tokens: readonly AccessToken[];
}

export interface Source extends SourceName {
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** In the last 24 hours, as are the rejected ones. */
  readonly requests: number;
  readonly rejected: number;
  /** See `isNewSource`. */
  readonly isNew: boolean;
}

/** A source with a row in the database, as a process needs it to keep a place for it. */
export interface KnownSource extends SourceName {
  readonly applicationId: ApplicationId;
  readonly firstSeen: number;
}

/** The network of the row that counts all sources without a row of their own. */
export const otherSources = "*";

export const sourceKeptMs = 30 * dayMs;

/** Uses of a token from new networks are recorded with this precision. */
export const newSourceStepMs = 600_000;

/** The key of a source within its application. Neither a network nor a program has a line break. */
export function sourceKey({ credential, network, program }: SourceName): string {
  return `${credential}\n${network}\n${program}`;
}

/** Its network was first seen in the day before, with valid credentials, and not on the application's first day. */
export function isNewSource(
  networkFirstSeen: number,
  { at, applicationCreatedAt }: { readonly at: number; readonly applicationCreatedAt: number },
): boolean {
  return networkFirstSeen > at - dayMs && networkFirstSeen >= applicationCreatedAt + dayMs;
}

/** When each network was first seen. Requests that only name the consumer key don't make a network known. */
export function networksFirstSeen(
  sources: readonly (SourceName & { readonly firstSeen: number })[],
): Map<string, number> {
  const firstSeen = new Map<string, number>();
  for (const one of sources) {
    if (one.credential === "unauthenticated" || one.network === otherSources) continue;
    const before = firstSeen.get(one.network) ?? one.firstSeen;
    firstSeen.set(one.network, Math.min(before, one.firstSeen));
  }
  return firstSeen;
}

/** The User-Agent's first product (RFC 9110 §10.1.5), with its version as far as the minor one, such as `curl/8.5`. */
export function programOf(userAgent: string | undefined): string {
  if (userAgent === undefined) return "";
  const [, name = "", version] = firstProduct.exec(userAgent) ?? [];
  return version === undefined ? name : `${name}/${version}`;
}

const firstProduct =
  /^([\w!#$%&'*+.^`|~-]{1,40})(?:\/(\d{1,8}(?:\.\d{1,8})?|[\w!#$%&'*+.^`|~-]{1,16}))?/;

/** Counts are in memory, so that a request costs no write, and reach the database a little later. */
export interface SourceCounter extends DecidedRequests {
  /** With what this process has counted so far. If that can't be written now, it is left out. */
  sourcesOf(applicationId: ApplicationId, now: number): Promise<readonly Source[]>;
}
