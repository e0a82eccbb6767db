/** Everything that exists before the first request: users, an administrator, applications. */

import { byCommandLine } from "../../src/domain/audit-context.ts";
import { defaultRateLimits, type LimitName } from "../../src/domain/limits.ts";
import {
  makeAdmin,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestUser,
} from "../support/service.ts";
import { secretOf } from "./pages.ts";
import type { Recorder } from "./recorder.ts";
import { callback, type KnownApplication, type Member, type World } from "./world.ts";

/** The number of request tokens that each application of `limited` may get in a window. */
export const limitedTo = 12;

/** The clients share one address and few applications, so all limits are high except those under test. */
export const highLimits = Object.keys(defaultRateLimits())
  .map((name) => `${name}=100000000`)
  .join(",");

const limited: LimitName = "oauth/request_token";

interface Made {
  readonly made: TestApplication;
  readonly name: string;
  readonly owner: TestUser;
  readonly isLimited: boolean;
}

type Populated = Pick<World, "users" | "admin" | "applications" | "limited" | "silent">;

export interface Population {
  /** The world as the clients of one history know it. */
  world(recorder: Recorder): Populated;
}

/** Fills the stores of these settings, with a service that ends before the first node starts. */
export async function populate(settings: Readonly<Record<string, string>>): Promise<Population> {
  await using service = await startTestService({ ...settings, PORT: "0", INTERNAL_PORT: "off" });
  const { ledger } = service.dependencies;
  const users: TestUser[] = [];
  for (const name of ["alice", "bob", "carol", "dave"]) users.push(await makeUser(ledger, name));
  const silent: TestUser[] = [];
  for (const name of ["erin", "frank", "grace"]) silent.push(await makeUser(ledger, name));
  const owners = [await makeUser(ledger, "owner1"), await makeUser(ledger, "owner2")];
  const admin = await makeAdmin(ledger, "admin");
  const applications: Made[] = [];
  for (let number = 0; number < 6; number += 1) {
    const owner = owners[number % 2] ?? admin;
    const made = await makeApplication(ledger, owner, {
      name: `Application ${number}`,
      access: "write",
      callbacks: [callback],
    });
    applications.push({ made, name: `Application ${number}`, owner, isLimited: number >= 4 });
  }
  const [signInOwner = admin] = owners;
  const signsIn = await makeApplication(ledger, signInOwner, {
    name: "Signs in",
    access: "write",
    signIn: true,
    callbacks: [callback],
  });
  for (const { made, isLimited } of applications) {
    if (!isLimited) continue;
    const limits = { [limited]: limitedTo };
    await ledger.changeApplicationLimits(
      { applicationId: made.id, limits },
      byCommandLine(Date.now()),
    );
  }

  return {
    world(recorder) {
      const member = (user: TestUser): Member => ({ ...user, session: undefined });
      const known = new Map(owners.map((one) => [one, member(one)]));
      const knownAs = (
        made: TestApplication,
        name: string,
        owner: TestUser,
        changesLevel: boolean,
      ) => {
        const application: KnownApplication = {
          id: made.id,
          name,
          owner: known.get(owner) ?? member(owner),
          consumerKey: made.consumerKey,
          secret: undefined,
          access: "write",
          changesLevel,
        };
        const { secret, gives } = secretOf(application, made.consumerSecret, -1);
        application.secret = secret;
        recorder.given({ name: "made before", gives });
        return application;
      };
      const all = applications.map(({ made, name, owner, isLimited }, number) => {
        return { application: knownAs(made, name, owner, number % 2 === 1), isLimited };
      });
      const application = knownAs(signsIn, "Signs in", signInOwner, false);
      return {
        users: users.map(member),
        admin: member(admin),
        applications: all.filter((one) => !one.isLimited).map((one) => one.application),
        limited: all.filter((one) => one.isLimited).map((one) => one.application),
        silent: silent.map((user) => ({ application, member: member(user), busy: false })),
      };
    },
  };
}
