/** What authentication, decisions and operations may use. Operations with pages have `PublicDependencies`. */
import type { Config } from "../config/config.ts";
import type { Random } from "../domain/credentials.ts";
import type { DecidedRequests } from "../domain/decided-request.ts";
import type { NamedReceiver } from "../domain/delivery.ts";
import type { FailedAuthentications } from "../domain/failed-authentications.ts";
import type { OfferedLanguages } from "../domain/language-tags.ts";
import type { OwnLimits } from "../domain/own-limits.ts";
import type { Ledger, LedgerFiles } from "../domain/ports/ledger.ts";
import type { NonceStore } from "../domain/ports/nonce-store.ts";
import type { RateLimiter } from "../domain/ports/rate-limiter.ts";
import type { RejectedRequestQueue } from "../domain/rejected-request.ts";
import type { SourceCounter } from "../domain/source.ts";
import type { Sunsets } from "../domain/sunset.ts";
import type { UsageCounter } from "../domain/usage.ts";
import type { Icons } from "../tools/icons/icons.ts";
import type { IdentityProviders } from "../tools/identity-providers/identity-providers.ts";
import type { KeyRing } from "../tools/keys/key-ring.ts";
import type { Mail } from "../tools/mail/mail.ts";
import type { Passwords } from "../tools/passwords/passwords.ts";

export interface Dependencies {
  readonly ledger: Ledger;
  /** This is undefined if the database is not in files of this machine. */
  readonly ledgerFiles: LedgerFiles | undefined;
  readonly nonceStore: NonceStore;
  readonly rateLimiter: RateLimiter;
  readonly ownLimits: OwnLimits;
  readonly sunsets: Sunsets;
  readonly usage: UsageCounter;
  /** What uses the credentials of applications. */
  readonly sources: SourceCounter;
  /** A page that shows what may end writes first what this process has counted. */
  readonly traitCounter: { write(): Promise<void>; writeForPage(): Promise<void> };
  readonly decidedRequests: DecidedRequests;
  readonly failedAuthentications: FailedAuthentications;
  readonly rejected: RejectedRequestQueue;
  /** A page that shows the request log writes first what this process holds. */
  readonly verifiedRequests: { write(): Promise<void>; writeForPage(): Promise<void> };
  readonly background: BackgroundWrites;
  readonly keys: KeyRing;
  readonly passwords: Passwords;
  readonly icons: Icons;
  readonly identityProviders: IdentityProviders;
  readonly mail: Mail | undefined;
  readonly config: Config;
  readonly languages: OfferedLanguages;
  readonly receiverStates: () => Promise<readonly NamedReceiver[]>;
  /** The first is the base URL; a request's Host can choose among them. They are known once the port is bound. */
  readonly origins: readonly [string, ...string[]];
  /** Set where the request is one to an API: its signature must not hold at the origins of other APIs. */
  readonly otherOrigins?: readonly string[];
  readonly clock: () => number;
  readonly random: Random;
}

/** No request waits for these writes, because how long they take must not show in the response. */
export interface BackgroundWrites {
  /** Never throws. A write that fails is logged by `name`. A service that stops waits for those that have begun. */
  begin(name: string, write: () => Promise<unknown>): void;
  /** Resolves once none is in progress. */
  settled(): Promise<void>;
}
