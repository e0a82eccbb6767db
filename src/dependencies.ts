/** What an operation may use: the stores, the settings, a clock, a source of random bytes. Made by service.ts, faked by nobody. */
import type { Config } from "./config/config.ts";
import type { Random } from "./domain/credentials.ts";
import type { ShownReceiver } from "./domain/delivery.ts";
import type { OwnLimits } from "./domain/own-limits.ts";
import type { Ledger } from "./domain/ports/ledger.ts";
import type { RateMeter } from "./domain/ports/rate-meter.ts";
import type { ReplayBook } from "./domain/ports/replay-book.ts";
import type { RefusedRequestQueue } from "./domain/refused-request.ts";
import type { UnprovenRequests } from "./domain/unproven.ts";
import type { UsageCounter } from "./domain/usage.ts";
import type { Icons } from "./icons/icons.ts";
import type { IdentityProviders } from "./identity-providers/identity-providers.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { Mail } from "./mail/mail.ts";
import type { Passwords } from "./passwords/passwords.ts";

/** A stylesheet, script or picture of pages. */
export interface Asset {
  readonly type: "css" | "js" | "svg" | "png";
  readonly body: Buffer;
  /** The body compressed, once, beside the event loop; undefined where that would not make it smaller. */
  readonly gzipped: () => Promise<Buffer | undefined>;
}

/** An operation that programs call or send people to, as the portal's documentation lists it. */
export interface DocumentedOperation {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  /** How its caller proves who it is. */
  readonly scheme: string;
}

export interface Dependencies {
  readonly ledger: Ledger;
  readonly replayBook: ReplayBook;
  readonly rateMeter: RateMeter;
  readonly ownLimits: OwnLimits;
  readonly usage: UsageCounter;
  readonly unproven: UnprovenRequests;
  readonly refused: RefusedRequestQueue;
  readonly keys: KeyRing;
  readonly passwords: Passwords;
  readonly icons: Icons;
  readonly identityProviders: IdentityProviders;
  /** Undefined: none can be sent. */
  readonly mail: Mail | undefined;
  readonly config: Config;
  /** How it stands with what is passed on; empty where nothing is. */
  readonly receiverStates: () => Promise<readonly ShownReceiver[]>;
  readonly operations: readonly DocumentedOperation[];
  /** By their addresses. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The first is the base URL; a request's Host may choose among them. Known once the port is bound. */
  readonly origins: readonly [string, ...string[]];
  /** Of other APIs, where the request is one to an API: its signature must not hold there. */
  readonly otherOrigins?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: Random;
}
