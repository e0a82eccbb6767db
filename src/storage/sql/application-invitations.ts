/** Open invitations to applications and offers of ownership. */
import { type Kysely, sql } from "kysely";
import {
  type ApplicationRole,
  applicationInvitationMs,
  maxFromOneOwner,
  readInvitationPlace,
} from "../../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { type Bounds, beginningsOf } from "../../domain/lasting.ts";
import { ownerOf } from "./application-roles.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

/** Bounds of the creation time of what is open at `now`. */
export function madeWithin(now: number): Bounds {
  return beginningsOf(now, applicationInvitationMs);
}

type Waiting = {
  readonly application_id: number;
  readonly at: number;
  readonly role: ApplicationRole;
};

function invited(db: Kysely<Tables>, userId: UserId, now: number) {
  const { after, upTo } = madeWithin(now);
  return db
    .selectFrom("collaborator")
    .where("collaborator.user_id", "=", Number(userId))
    .where("accepted", "=", 0)
    .where("invited_at", ">", after)
    .where("invited_at", "<=", upTo);
}

function offered(db: Kysely<Tables>, userId: UserId, now: number) {
  const { after, upTo } = madeWithin(now);
  return db
    .selectFrom("ownership_offer")
    .where("ownership_offer.user_id", "=", Number(userId))
    .where("offered_at", ">", after)
    .where("offered_at", "<=", upTo);
}

export const applicationInvitations: Queries["applicationInvitations"] = async (
  db,
  userId,
  now,
  { after, size },
) => {
  const last = readInvitationPlace(after);
  const [at, id] = [last?.at ?? 0, last?.applicationId ?? 0];
  const invitations: readonly Waiting[] = await invited(db, userId, now)
    .select(["application_id", "role", "invited_at as at"])
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(invited_at, application_id) < (${at}, ${id})`),
    )
    .orderBy("invited_at", "desc")
    .orderBy("application_id", "desc")
    .limit(size)
    .execute();
  // Of an invitation and an offer at the same time, the invitation comes first.
  const below = last?.role === "owner" ? sql`<` : sql`<=`;
  const offers: readonly Waiting[] = await offered(db, userId, now)
    .select(["application_id", sql<"owner">`'owner'`.as("role"), "offered_at as at"])
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(offered_at, application_id) ${below} (${at}, ${id})`),
    )
    .orderBy("offered_at", "desc")
    .orderBy("application_id", "desc")
    .limit(size)
    .execute();
  const waiting = [...invitations, ...offers].sort(laterFirst).slice(0, size);
  if (waiting.length === 0) return [];
  const applications = await db
    .selectFrom("application")
    .innerJoin("user as owner", "owner.id", "application.owner_id")
    .select(["application.id", "application.name", "icon", "screen_name"])
    .where(
      "application.id",
      "in",
      waiting.map((one) => one.application_id),
    )
    .execute();
  const byId = new Map(applications.map((one) => [one.id, one]));
  return waiting.flatMap(({ application_id, role, at }) => {
    const application = byId.get(application_id);
    if (application === undefined) return [];
    return {
      applicationId: String(application_id) as ApplicationId,
      applicationName: application.name,
      icon: application.icon ?? undefined,
      ownerScreenName: application.screen_name,
      role,
      at,
    };
  });
};

/** The sort is stable, so equal items keep their order. */
function laterFirst(one: Waiting, other: Waiting): number {
  return other.at - one.at || other.application_id - one.application_id;
}

/**
 * Whether the user already has as many open invitations and offers from the application's owner as are allowed,
 * besides those for this application.
 */
export async function enoughWait(
  db: Kysely<Tables>,
  { applicationId, userId }: { readonly applicationId: ApplicationId; readonly userId: UserId },
  now: number,
): Promise<boolean> {
  const owner = (await ownerOf(db, applicationId)) ?? 0;
  const invitations = await invited(db, userId, now)
    .innerJoin("application", "application.id", "application_id")
    .select("application_id")
    .where("owner_id", "=", owner)
    .where("application_id", "!=", Number(applicationId))
    .limit(maxFromOneOwner)
    .execute();
  const offers = await offered(db, userId, now)
    .innerJoin("application", "application.id", "application_id")
    .select("application_id")
    .where("owner_id", "=", owner)
    .where("application_id", "!=", Number(applicationId))
    .limit(maxFromOneOwner)
    .execute();
  return invitations.length + offers.length >= maxFromOneOwner;
}
