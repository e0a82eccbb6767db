/** What an operation may use. service/open-dependencies.ts creates it. */
import type { Config } from "./config/config.ts";
import type { Random } from "./domain/credentials.ts";
import type { ShownReceiver } from "./domain/delivery.ts";
import type { OwnLimits } from "./domain/own-limits.ts";
import type { Ledger, LedgerFiles } from "./domain/ports/ledger.ts";
import type { RateMeter } from "./domain/ports/rate-meter.ts";
import type { ReplayBook } from "./domain/ports/replay-book.ts";
import type { RefusedRequestQueue } from "./domain/refused-request.ts";
import type { UnprovenRequests } from "./domain/unproven.ts";
import type { UnwaitedWrites } from "./domain/unwaited-writes.ts";
import type { UsageCounter } from "./domain/usage.ts";
import type { Icons } from "./icons/icons.ts";
import type { IdentityProviders } from "./identity-providers/identity-providers.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { Mail } from "./mail/mail.ts";
import type { Passwords } from "./passwords/passwords.ts";

export interface Asset {
  readonly type: "css" | "js" | "svg" | "png";
  readonly body: Buffer;
  /** Compression runs once, off the event loop. Resolves to undefined if the body would not be smaller. */
  readonly gzipped: () => Promise<Buffer | undefined>;
}

/** Programs call the operation or send users to it; the portal's documentation lists it. */
export interface DocumentedOperation {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  readonly scheme: string;
}

export interface Dependencies {
  readonly ledger: Ledger;
  /** Undefined if the database is not in files of this machine. */
  readonly ledgerFiles: LedgerFiles | undefined;
  readonly replayBook: ReplayBook;
  readonly rateMeter: RateMeter;
  readonly ownLimits: OwnLimits;
  readonly usage: UsageCounter;
  readonly unproven: UnprovenRequests;
  readonly refused: RefusedRequestQueue;
  readonly unwaited: UnwaitedWrites;
  readonly keys: KeyRing;
  readonly passwords: Passwords;
  readonly icons: Icons;
  readonly identityProviders: IdentityProviders;
  readonly mail: Mail | undefined;
  readonly config: Config;
  readonly receiverStates: () => Promise<readonly ShownReceiver[]>;
  readonly operations: readonly DocumentedOperation[];
  readonly assets: ReadonlyMap<string, Asset>;
  /** The first is the base URL; a request's Host can choose among them. They are known once the port is bound. */
  readonly origins: readonly [string, ...string[]];
  /** Set where the request is one to an API: its signature must not hold at the origins of other APIs. */
  readonly otherOrigins?: readonly string[];
  readonly clock: () => number;
  readonly random: Random;
}
