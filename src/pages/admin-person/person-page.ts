/** An administrator's changes to a user share the call and the page that they lead back to. */

import { offeredWays } from "../../authentication/offered-ways.ts";
import { idFrom, type UserId } from "../../domain/credentials.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { cameInBy } from "../../domain/session.ts";
import type { User } from "../../domain/user.ts";
import { pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { PersonDone } from "../../languages/english/admin.ts";
import { type PersonReport, personPage } from "../../views/admin/people/id.ts";
import { linkCreation } from "../made-once.ts";
import { ownWaysIn } from "../own-ways-in.ts";
import type { PersonCall } from "../person-call.ts";

export interface AdminPersonCall extends PersonCall {
  /** The page is about this user; the administrator `person` views it. */
  readonly user: User;
}

export async function personIn(call: PersonCall): Promise<AdminPersonCall | undefined> {
  const id = idFrom<UserId>(call.parameters.id);
  const user = id && (await call.dependencies.ledger.userById(id));
  return user && { ...call, user };
}

export async function showPerson(
  call: AdminPersonCall,
  more: Partial<PersonReport>,
  status = 200,
): Promise<Reply> {
  return pageReply(personPage({ ...(await report(call)), ...more }), { status });
}

export function personDone({ user }: AdminPersonCall, what: PersonDone): Reply {
  return seeOther(`/admin/people/${user.id}?${what}`);
}

export function isSelf({ session, user }: AdminPersonCall): boolean {
  return session.userId === user.id;
}

export function waysInOf({ user: { id: userId, screenName }, dependencies }: AdminPersonCall) {
  return ownWaysIn({ userId, screenName }, dependencies);
}

async function report(call: AdminPersonCall): Promise<PersonReport> {
  const { user, person, now } = call;
  const { ledger } = call.dependencies;
  const offered = offeredWays(call.dependencies);
  const [factors, sessions, applications, grants, identities, ways] = await Promise.all([
    ledger.factorsOf(user.id),
    ledger.sessionsOf(user.id, now, { after: undefined, size: mostCounted }),
    ledger.applicationsOf(user.id, { after: undefined, size: mostListed + 1 }),
    ledger.connectedApplications(user.id, { after: undefined, size: mostListed + 1 }),
    ledger.identitiesOf(user.id),
    waysInOf(call),
  ]);
  return {
    person,
    user,
    creation: linkCreation(call),
    factors,
    identities,
    hasPassword: ways.password,
    isSelf: isSelf(call),
    sessions: {
      count: sessions.filter((one) => cameInBy(offered, one)).length,
      most: mostCounted,
    },
    applications: applications.slice(0, mostListed),
    moreApplications: applications.length > mostListed,
    ...(applications.length > 0 && { deleting: { hindrance: "owns-applications" as const } }),
    grants: grants.slice(0, mostListed),
    moreGrants: grants.length > mostListed,
    resetMinutes,
  };
}

const mostCounted = 100;
const mostListed = 10;
export const resetMinutes = linkLife["password-reset"] / 60_000;
