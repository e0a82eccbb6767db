/** Shared by the changes that operators make to a person: the call, and the page to which they lead back. */

import { offeredWays } from "../../authentication/offered-ways.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { cameInBy } from "../../domain/session.ts";
import type { User } from "../../domain/user.ts";
import { pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { PersonDone } from "../../languages/english/admin.ts";
import { type PersonReport, personPage } from "../../views/admin/people/id.ts";
import { linkCreation } from "../made-once.ts";
import { ownWaysIn } from "../own-ways-in.ts";
import { proveIfAsked } from "../recent-sign-in.ts";
import type { Form, PersonCall } from "../signed-in.ts";

export interface AdminPersonCall extends PersonCall {
  /** The person whom the page is about; `person` is the operator. */
  readonly user: User;
}

/** One value of the form's field `change`. */
export type PersonChange = (call: AdminPersonCall, form: Form) => Promise<Reply>;

export async function showPerson(
  call: AdminPersonCall,
  done: PersonDone | undefined,
): Promise<Reply> {
  return pageReply(personPage({ ...(await report(call)), done }));
}

export async function showAgain(
  call: AdminPersonCall,
  more: Pick<
    PersonReport,
    "typed" | "suspendedSince" | "helping" | "removing" | "unproven" | "deleting"
  >,
  status: number,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return pageReply(personPage({ ...(await report(call)), ...more }), { status, headers });
}

/** Returns undefined if the operator has proved recently who they are; otherwise the page that asks. */
export async function askForProof(call: AdminPersonCall, form: Form): Promise<Reply | undefined> {
  const asked = await proveIfAsked(call, form, "admin/people/:id");
  if (asked === undefined) return undefined;
  const { status, headers, ...unproven } = asked;
  const change = form.get("change") ?? "";
  return showAgain(
    call,
    { ...typedIn(change, form), unproven: { ...unproven, change } },
    status,
    headers,
  );
}

/** Only for the card whose form was sent: a reason typed for one action does not apply to another. */
function typedIn(
  change: string,
  form: Form,
): Pick<PersonReport, "typed" | "helping" | "removing" | "deleting"> {
  const [reason = "", factor = "", issuer = "", subject = "", screenName = ""] = [
    "reason",
    "factor",
    "issuer",
    "subject",
    "screen_name",
  ].map((name) => form.get(name));
  switch (change) {
    case "suspend":
      return { typed: { reason } };
    case "remove-identity":
      return { removing: { reason, issuer, subject } };
    case "delete":
      return { deleting: { typed: screenName } };
    default:
      return { helping: { change, reason, factor } };
  }
}

/** Leads back to the page, which says what was done. */
export function personDone({ user }: AdminPersonCall, what: PersonDone): Reply {
  return seeOther(`/admin/people/${user.id}?${what}`);
}

export function isSelf({ session, user }: AdminPersonCall): boolean {
  return session.userId === user.id;
}

/** How the person can sign in. */
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
