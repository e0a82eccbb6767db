/**
 * The whole service, in memory, inside a test. It is the real service and not an imitation:
 * the same operations, checks and pages on a free loopback port, with controls for tests.
 */
import { ConfigProblem } from "../../config/row.ts";
import { startService } from "../service.ts";
import type { ApplicationOptions, TestServerApplication } from "./applications.ts";
import {
  issueAccess,
  issueBearer,
  revokeGrant,
  setSuspended,
  type TestServerAccess,
} from "./credentials.ts";
import { approve, deny } from "./decisions.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { type Fault, orderedFaults } from "./faults.ts";
import { interceptorWith } from "./interceptor.ts";
import { checked, type GrantOptions, type TestServerOptions } from "./options.ts";
import { registryIn } from "./registry.ts";
import { type RecordedRequest, recordOfRequests } from "./requests.ts";
import { seededRandom } from "./seeded-random.ts";
import { configOf } from "./settings.ts";
import { UsageError } from "./usage-error.ts";
import type { TestServerUser, UserOptions } from "./users.ts";

export type { ApplicationOptions, TestServerApplication } from "./applications.ts";
export type { TestServerAccess } from "./credentials.ts";
export type { FakeClock } from "./fake-clock.ts";
export type { ErrorName, Fault } from "./faults.ts";
export type { GrantOptions, TestServerOptions } from "./options.ts";
export type { RecordedError, RecordedRequest } from "./requests.ts";
export { UsageError } from "./usage-error.ts";
export type { TestServerUser, UserOptions } from "./users.ts";

export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** The internal address, at which an API verifies requests. It needs no secret unless a setting has one. */
  readonly internalUrl: string;
  readonly clock: FakeClock;
  readonly users: readonly TestServerUser[];
  readonly applications: readonly TestServerApplication[];
  /** The user with this screen name; by default the first. Throws `UsageError` if there is none. */
  user(screenName?: string): TestServerUser;
  /** The application with this name; by default the first. Throws `UsageError` if there is none. */
  application(name?: string): TestServerApplication;
  addUser(options: UserOptions): Promise<TestServerUser>;
  addApplication(options: ApplicationOptions): Promise<TestServerApplication>;
  /** Gives consent for the user; returns the verifier, or the PIN. */
  approve(requestToken: string, screenName?: string): Promise<string>;
  /** Denies access for the user. */
  deny(requestToken: string, screenName?: string): Promise<void>;
  /** An access token without the flow. If the user already has one, that one. */
  issue(grant?: GrantOptions): Promise<TestServerAccess>;
  /** The application's bearer token. */
  bearer(application?: string): Promise<string>;
  /** Revokes the user's consent; false if there was none. */
  revoke(grant?: Pick<GrantOptions, "application" | "user">): Promise<boolean>;
  suspend(application?: string): Promise<void>;
  restore(application?: string): Promise<void>;
  /**
   * Makes the next matching requests fail; several faults apply one after the other. Throws `UsageError` if a fault
   * cannot happen.
   */
  fail(fault: Fault): void;
  clearFaults(): void;
  /** The requests since the start, at most the latest 10,000. */
  readonly requests: readonly RecordedRequest[];
  forgetRequests(): void;
  stop(): Promise<void>;
}

/**
 * Resolves once requests are accepted. If a port is taken, or an option is unknown or impossible, throws `UsageError`
 * and closes everything.
 */
export async function startTestServer(given: TestServerOptions = {}): Promise<TestServer> {
  const options = checked("options", given);
  await using resources = new AsyncDisposableStack();
  const random = seededRandom(options.seed);
  const clock = fakeClock();
  const record = recordOfRequests(clock.now);
  const faults = orderedFaults();
  const service = resources.use(
    await startService(configOf(options), {
      clock: clock.now,
      // A test moves the clock on purpose, so every jump takes effect at once.
      monotonic: clock.now,
      random: random("service"),
      interceptor: interceptorWith(faults, record),
    }).catch((error: unknown) => {
      if (!(error instanceof ConfigProblem)) throw error;
      const option = portOptions.find(([, name]) => error.names.includes(name));
      throw option ? new UsageError(`${option[0]}: ${error.problem}`, { cause: error }) : error;
    }),
  );
  const { dependencies } = service;
  const registry = registryIn(dependencies.ledger, clock.now, random);
  const { user, application, userId, applicationId, addUser, addApplication } = registry;
  for (const [at, one] of (options.users ?? [{ screenName: "alice" }]).entries()) {
    await addUser(one).catch(within(`users[${at}]`));
  }
  const made = options.applications ?? [{ name: "Test application" }];
  for (const [at, one] of made.entries()) {
    await addApplication(one).catch(within(`applications[${at}]`));
  }
  const idsOf = ({ application: name, user: screenName }: GrantOptions) => {
    return { applicationId: applicationId(name), userId: userId(screenName) };
  };
  const closing = resources.move();

  return {
    baseUrl: service.baseUrl,
    internalUrl: service.internalUrl ?? "",
    clock,
    get users() {
      return registry.users;
    },
    get applications() {
      return registry.applications;
    },
    user,
    application,
    addUser: async (one) => addUser(checked("user", one)),
    addApplication: async (one) => addApplication(checked("application", one)),
    async approve(token, screenName) {
      const { requestToken, user: name } = checked("decision", {
        requestToken: token,
        user: screenName,
      });
      return approve(dependencies, requestToken, userId(name));
    },
    async deny(token, screenName) {
      const { requestToken, user: name } = checked("decision", {
        requestToken: token,
        user: screenName,
      });
      await deny(dependencies, requestToken, userId(name));
    },
    async issue(grant = {}) {
      const { access = "write", emailGranted = false, ...to } = checked("grant", grant);
      return issueAccess(dependencies, { ...idsOf(to), access, emailGranted });
    },
    bearer: async (name) => issueBearer(dependencies, applicationId(name)),
    revoke: async (grant = {}) => revokeGrant(dependencies, idsOf(checked("revocation", grant))),
    suspend: async (name) => setSuspended(dependencies, applicationId(name), true),
    restore: async (name) => setSuspended(dependencies, applicationId(name), false),
    fail: (fault) => faults.add(checked("fault", fault)),
    clearFaults: faults.clear,
    get requests() {
      return record.recorded;
    },
    forgetRequests: record.forget,
    stop: () => closing.disposeAsync(),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** The options that are settings too, by the names of both. */
const portOptions = [
  ["internalPort", "INTERNAL_PORT"],
  ["port", "PORT"],
] as const;

function within(where: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${where}: ${error.message}`, { cause: error });
  };
}
