/**
 * `countersign/testing`: the whole service, in memory, inside a test. It is the real service and not an imitation:
 * the same operations, checks and pages on a free loopback port, with controls for tests.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ConfigProblem } from "../config/row.ts";
import type { AccessLevel } from "../domain/access.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Refusal } from "../domain/refusals.ts";
import { endpoints } from "../endpoints/index.ts";
import type { Rehearsal } from "../http/rehearsal.ts";
import { startService } from "../service.ts";
import {
  type ApplicationOptions,
  addApplication,
  type StandInApplication,
} from "./applications.ts";
import { chanceFrom } from "./chance.ts";
import {
  issueAccess,
  issueBearer,
  revokeGrant,
  type StandInAccess,
  setSuspended,
} from "./credentials.ts";
import { approve, deny } from "./decisions.ts";
import { type Fault, orderedFaults, refusalOf } from "./faults.ts";
import { Misuse } from "./misuse.ts";
import { type MovedClock, movedClock } from "./moved-clock.ts";
import { addUser, type StandInUser, type UserOptions } from "./people.ts";
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
      rehearsal: rehearsalOf(),
    }).catch((error: unknown) => {
      if (!(error instanceof ConfigProblem) || !error.names.includes("PORT")) throw error;
      throw new Misuse(`port: ${error.problem}`, { cause: error });
    }),
  );
  const { dependencies } = service;
  const { ledger } = dependencies;
  const users = new Map<string, StandInUser>();
  const applications = new Map<string, StandInApplication>();
  for (const user of options.users ?? [{ screenName: "alice" }]) await added(user);
  for (const one of options.applications ?? [{ name: "Test application" }]) await registered(one);
  const closing = opened.move();

  return {
    baseUrl: service.baseUrl,
    clock,
    get users() {
      return [...users.values()];
    },
    get applications() {
      return [...applications.values()];
    },
    user,
    application,
    addUser: added,
    addApplication: registered,
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

  async function added(one: UserOptions): Promise<StandInUser> {
    const made = await addUser(ledger, one, clock.now(), chance);
    users.set(made.screenName, made);
    return made;
  }

  async function registered(one: ApplicationOptions): Promise<StandInApplication> {
    if (applications.has(one.name)) {
      throw new Misuse(`there is an application called ${one.name} already`);
    }
    const made = await addApplication(ledger, one, userId(undefined), clock.now(), chance);
    applications.set(made.name, made);
    return made;
  }

  function user(screenName?: string): StandInUser {
    return named(users, screenName, "user");
  }

  function application(name?: string): StandInApplication {
    return named(applications, name, "application");
  }

  function userId(screenName: string | undefined): UserId {
    return user(screenName).id as UserId;
  }

  function applicationId(name: string | undefined): ApplicationId {
    return application(name).id as ApplicationId;
  }

  function idsOf({ application: name, user: screenName }: GrantOptions) {
    return { applicationId: applicationId(name), userId: userId(screenName) };
  }

  function rehearsalOf(): Rehearsal {
    const ordered = new WeakSet<Refusal>();
    return {
      async before(incoming, endpoint) {
        const fault = faults.take(endpoint);
        if (fault === undefined) return undefined;
        if (fault.delayMs !== undefined) await pause(fault.delayMs);
        if (fault.cut === true) {
          record.add(incoming, endpoint.name, undefined, undefined, true);
          return "cut";
        }
        const refusal = refusalOf(fault, endpoint);
        if (refusal !== undefined) ordered.add(refusal);
        return refusal;
      },
      answered(incoming, operation, status, refusal) {
        const fault = refusal !== undefined && ordered.has(refusal);
        record.add(incoming, operation, status, refusal, fault);
      },
    };
  }
}

function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = name === undefined ? all.values().next().value : all.get(name);
  if (found !== undefined) return found;
  if (all.size === 0) throw new Misuse(`there is no ${what} yet`);
  throw new Misuse(`there is no ${what} ${name}; there are ${[...all.keys()].join(", ")}`);
}
