/** An administrator's changes to a user share the call and the page that they lead back to. */

import { offeredMethods } from "../../../accounts/offered-methods.ts";
import { idFrom, type UserId } from "../../../domain/credentials.ts";
import { linkLife } from "../../../domain/one-time-link.ts";
import { cameInBy } from "../../../domain/session.ts";
import type { User } from "../../../domain/user.ts";
import type { UserDone } from "../../../pages/languages/english/admin.ts";
import { type UserReport, userPage } from "../../../pages/views/admin/users/id.ts";
import { pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";
import { linkCreation } from "../one-time-form.ts";
import { ownSignInMethods } from "../own-sign-in-methods.ts";
import type { ViewerCall } from "../viewer-call.ts";

export interface AdminUserCall extends ViewerCall {
  /** The page is about this user; the administrator `user` views it. */
  readonly user: User;
}

export async function userIn(call: ViewerCall): Promise<AdminUserCall | undefined> {
  const id = idFrom<UserId>(call.parameters.id);
  const user = id && (await call.dependencies.ledger.userById(id));
  return user && { ...call, user };
}

export async function showUser(
  call: AdminUserCall,
  more: Partial<UserReport>,
  status = 200,
): Promise<Reply> {
  return pageReply(userPage({ ...(await report(call)), ...more }), { status });
}

export function userDone({ user }: AdminUserCall, what: UserDone): Reply {
  return seeOther(`/admin/users/${user.id}?${what}`);
}

export function isSelf({ session, user }: AdminUserCall): boolean {
  return session.userId === user.id;
}

export function signInMethodsOf({ user: { id: userId, screenName }, dependencies }: AdminUserCall) {
  return ownSignInMethods({ userId, screenName }, dependencies);
}

async function report(call: AdminUserCall): Promise<UserReport> {
  const { user, viewer, now } = call;
  const { ledger } = call.dependencies;
  const offered = offeredMethods(call.dependencies);
  const [factors, sessions, applications, grants, identities, ways] = await Promise.all([
    ledger.factorsOf(user.id),
    ledger.sessionsOf(user.id, now, { after: undefined, size: maxCounted }),
    ledger.applicationsOf(user.id, { after: undefined, size: maxListed + 1 }),
    ledger.connectedApplications(user.id, { after: undefined, size: maxListed + 1 }),
    ledger.identitiesOf(user.id),
    signInMethodsOf(call),
  ]);
  return {
    viewer,
    user,
    creation: linkCreation(call),
    factors,
    identities,
    hasPassword: ways.password,
    isSelf: isSelf(call),
    sessions: {
      count: sessions.filter((one) => cameInBy(offered, one)).length,
      most: maxCounted,
    },
    applications: applications.slice(0, maxListed),
    moreApplications: applications.length > maxListed,
    ...(applications.length > 0 && { deleting: { hindrance: "owns-applications" as const } }),
    grants: grants.slice(0, maxListed),
    moreGrants: grants.length > maxListed,
    resetMinutes,
  };
}

const maxCounted = 100;
const maxListed = 10;
export const resetMinutes = linkLife["password-reset"] / 60_000;
