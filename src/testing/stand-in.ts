/**
 * `countersign/testing`: the whole service, in memory, inside a test. It is the real service and not an imitation:
 * the same operations, checks and pages on a free loopback port, with controls for tests.
 */
import { ConfigProblem } from "../config/row.ts";
import type { AccessLevel } from "../domain/access.ts";
import { endpoints } from "../endpoints/index.ts";
import { startService } from "../service.ts";
import type { ApplicationOptions, StandInApplication } from "./applications.ts";
import { chanceFrom } from "./chance.ts";
import {
  issueAccess,
  issueBearer,
  revokeGrant,
  type StandInAccess,
  setSuspended,
} from "./credentials.ts";
import { approve, deny } from "./decisions.ts";
import { type Fault, orderedFaults } from "./faults.ts";
import { Misuse } from "./misuse.ts";
import { type MovedClock, movedClock } from "./moved-clock.ts";
import type { StandInUser, UserOptions } from "./people.ts";
import { registryIn } from "./registry.ts";
import { rehearsalWith } from "./rehearsal.ts";
import { type RecordedRequest, recordOfRequests } from "./requests.ts";
import { configOf } from "./settings.ts";

export type { ApplicationOptions, StandInApplication } from "./applications.ts";
export type { StandInAccess } from "./credentials.ts";
export type { ErrorName, Fault } from "./faults.ts";
export { Misuse } from "./misuse.ts";
export type { MovedClock } from "./moved-clock.ts";
export type { StandInUser, UserOptions } from "./people.ts";
export type { RecordedError, RecordedRequest } from "./requests.ts";

export interface StandInOptions {
  /** Left out: alice. */
  readonly users?: readonly UserOptions[];
  /** The first user owns them. Left out: one application, called "Test application". */
  readonly applications?: readonly ApplicationOptions[];
  /** With the same seed, every run has the same ids, keys and secrets. Left out: they are new in each run. */
  readonly seed?: string;
  /**
   * Settings of the service without their prefix, such as `{ RATE_LIMITS: "oauth/request_token=3" }`. Rate limits are
   * off by default.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** 0 or left out: a free port. */
  readonly port?: number;
}

export interface StandIn extends AsyncDisposable {
  readonly baseUrl: string;
  readonly clock: MovedClock;
  readonly users: readonly StandInUser[];
  readonly applications: readonly StandInApplication[];
  /** The user with this screen name; left out: the first. Throws `Misuse` if there is none. */
  user(screenName?: string): StandInUser;
  /** The application with this name; left out: the first. Throws `Misuse` if there is none. */
  application(name?: string): StandInApplication;
  addUser(options: UserOptions): Promise<StandInUser>;
  addApplication(options: ApplicationOptions): Promise<StandInApplication>;
  /** Gives consent for the person; returns the verifier, or the PIN. */
  approve(requestToken: string, screenName?: string): Promise<string>;
  /** Denies access for the person. */
  deny(requestToken: string, screenName?: string): Promise<void>;
  /** An access token without the flow. If the person already has one, that one. */
  issue(grant?: GrantOptions): Promise<StandInAccess>;
  /** The application's bearer token. */
  bearer(application?: string): Promise<string>;
  /** Revokes the person's consent; false if there was none. */
  revoke(grant?: Pick<GrantOptions, "application" | "user">): Promise<boolean>;
  suspend(application?: string): Promise<void>;
  restore(application?: string): Promise<void>;
  /**
   * Makes the next matching requests fail; several faults apply one after the other. Throws `Misuse` if a fault cannot
   * happen.
   */
  fail(fault: Fault): void;
  clearFaults(): void;
  /** The requests since the start, at most the latest 10,000. */
  readonly requests: readonly RecordedRequest[];
  forgetRequests(): void;
  stop(): Promise<void>;
}

export interface GrantOptions {
  /** Left out: the first application. */
  readonly application?: string;
  /** A screen name; left out: the first user. */
  readonly user?: string;
  /** Left out: `write`. */
  readonly access?: AccessLevel;
  readonly emailGranted?: boolean;
}

/**
 * Resolves once requests are accepted. If the port is taken, or a user or application is impossible, throws `Misuse`
 * and closes everything.
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  await using opened = new AsyncDisposableStack();
  const chance = chanceFrom(options.seed);
  const clock = movedClock();
  const record = recordOfRequests(clock.now);
  const faults = orderedFaults(endpoints.map((one) => one.name));
  const service = opened.use(
    await startService(configOf(options.settings ?? {}, options.port ?? 0), {
      clock: clock.now,
      // A test moves the clock on purpose, so every jump takes effect at once.
      monotonic: clock.now,
      random: chance("service"),
      rehearsal: rehearsalWith(faults, record),
    }).catch((error: unknown) => {
      if (!(error instanceof ConfigProblem) || !error.names.includes("PORT")) throw error;
      throw new Misuse(`port: ${error.problem}`, { cause: error });
    }),
  );
  const { dependencies } = service;
  const registry = registryIn(dependencies.ledger, clock.now, chance);
  const { user, application, userId, applicationId, addUser, addApplication } = registry;
  for (const one of options.users ?? [{ screenName: "alice" }]) await addUser(one);
  for (const one of options.applications ?? [{ name: "Test application" }]) {
    await addApplication(one);
  }
  const idsOf = ({ application: name, user: screenName }: GrantOptions) => {
    return { applicationId: applicationId(name), userId: userId(screenName) };
  };
  const closing = opened.move();

  return {
    baseUrl: service.baseUrl,
    clock,
    get users() {
      return registry.users;
    },
    get applications() {
      return registry.applications;
    },
    user,
    application,
    addUser,
    addApplication,
    approve: (token, screenName) => approve(dependencies, token, userId(screenName)),
    deny: (token, screenName) => deny(dependencies, token, userId(screenName)),
    issue: ({ access = "write", emailGranted = false, ...grant } = {}) =>
      issueAccess(dependencies, { ...idsOf(grant), access, emailGranted }),
    bearer: (name) => issueBearer(dependencies, applicationId(name)),
    revoke: (grant = {}) => revokeGrant(dependencies, idsOf(grant)),
    suspend: (name) => setSuspended(dependencies, applicationId(name), true),
    restore: (name) => setSuspended(dependencies, applicationId(name), false),
    fail: faults.add,
    clearFaults: faults.clear,
    get requests() {
      return record.recorded;
    },
    forgetRequests: record.forget,
    stop: () => closing.disposeAsync(),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
