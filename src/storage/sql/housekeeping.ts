/** Deletes expired rows. */
import { sql } from "kysely";
import { adminRequestMs } from "../../domain/admin-request.ts";
import { ownerNoticeMs } from "../../domain/application.ts";
import { applicationInvitationMs } from "../../domain/collaborator.ts";
import { dayOf } from "../../domain/day.ts";
import { noticeLifeMs } from "../../domain/notification.ts";
import { providerLogoutMs, sessionLife } from "../../domain/session.ts";
import { sourceKeptMs } from "../../domain/source.ts";
import { usageResolutions } from "../../domain/usage.ts";
import { anyExpiring, noteExpiringApiKeys } from "./api-keys.ts";
import { sweepAuditLog } from "./audit-retention.ts";
import { anyOldBulkAction, sweepBulkActions } from "./bulk-actions.ts";
import { anyUndigested, fillDigests } from "./secret-digests.ts";
import { sweepSources } from "./sources.ts";
import { anyGivenUp, sweepDeliveries } from "./sweep-deliveries.ts";
import { anyTraitEnded, sweepTraits } from "./traits.ts";
import { sweepUsage } from "./usage.ts";
import { anyDayEnded, sweepDays } from "./use-days.ts";
import type { Writes } from "./write.ts";

/** A condition that is true if a sweep would find anything; `at` is the time. */
export function anyExpired(at: string): string {
  return `exists (select 1 from request_token where expires_at <= ${at})
    or exists (select 1 from session where last_seen_at <= ${at} - ${sessionLife.idleMs})
    or exists (select 1 from session where signed_in_at <= ${at} - ${sessionLife.wholeMs})
    or exists (select 1 from waiting_sign_in where expires_at <= ${at})
    or exists (select 1 from one_time_link where expires_at <= ${at})
    or exists (select 1 from reserved_screen_name where until <= ${at})
    or exists (select 1 from application where previous_secret_until <= ${at})
    or exists (select 1 from logged_request where expires_at <= ${at})
    or exists (select 1 from application where owner_notice_at <= ${at} - ${ownerNoticeMs})
    or exists (select 1 from source where last_seen <= ${at} - ${sourceKeptMs})
    or exists (select 1 from collaborator where accepted = 0 and invited_at <= ${at} - ${applicationInvitationMs})
    or exists (select 1 from ownership_offer where offered_at <= ${at} - ${applicationInvitationMs})
    or exists (select 1 from provider_logout where at <= ${at} - ${providerLogoutMs})
    or exists (select 1 from admin_request where begun_at <= ${at} - ${adminRequestMs})
    or exists (select 1 from notice where at <= ${at} - ${noticeLifeMs})
    or exists (select 1 from account_notice where unverified in (0, 1) and at <= ${at} - ${noticeLifeMs})
    or ${anyExpiring(at)}
    or ${anyOldBulkAction(at)}
    or ${anyUndigested}
    or ${anyTraitEnded(at)}
    or ${anyGivenUp(at)}
    or ${anyDayEnded(at)}
    or ${usageResolutions.map((one) => expiredUsage(one, at)).join(" or ")}`;
}

/**
 * Counts are deleted up to an hour late, many at once. Otherwise one would expire every minute and wake an idle
 * service.
 */
function expiredUsage({ seconds, keptMs }: (typeof usageResolutions)[number], at: string): string {
  return `exists (select 1 from use_count
    where resolution = ${seconds} and at <= ${at} - ${keptMs + 3_600_000})`;
}

/** Steps are small, because other writes wait while one runs. */
export const sweep: Writes["sweep"] = async (transaction, { now, most, auditFrom }) => {
  const { db, keys } = transaction;
  await noteExpiringApiKeys(transaction, now);
  const requestTokens = await db
    .deleteFrom("request_token")
    .where("token", "in", (from) =>
      from.selectFrom("request_token").select("token").where("expires_at", "<=", now).limit(most),
    )
    .executeTakeFirst();
  const removed = Number(requestTokens.numDeletedRows);
  const sessions = await db
    .deleteFrom("session")
    .where("digest", "in", (from) =>
      from
        .selectFrom("session")
        .select("digest")
        .where((either) =>
          either.or([
            either("last_seen_at", "<=", now - sessionLife.idleMs),
            either("signed_in_at", "<=", now - sessionLife.wholeMs),
          ]),
        )
        .limit(most - removed),
    )
    .executeTakeFirst();
  await db.deleteFrom("waiting_sign_in").where("expires_at", "<=", now).execute();
  await db.deleteFrom("one_time_link").where("expires_at", "<=", now).execute();
  await db.deleteFrom("reserved_screen_name").where("until", "<=", now).execute();
  await db
    .deleteFrom("collaborator")
    // A literal, because SQLite uses an index with a condition only where the statement contains that condition.
    .where("accepted", "=", sql<number>`0`)
    .where("invited_at", "<=", now - applicationInvitationMs)
    .execute();
  await db
    .deleteFrom("ownership_offer")
    .where("offered_at", "<=", now - applicationInvitationMs)
    .execute();
  await db
    .deleteFrom("provider_logout")
    .where("at", "<=", now - providerLogoutMs)
    .execute();
  await db
    .deleteFrom("notice")
    .where("at", "<=", now - noticeLifeMs)
    .execute();
  await db
    .deleteFrom("account_notice")
    .where("unverified", "in", [0, 1])
    .where("at", "<=", now - noticeLifeMs)
    .execute();
  await db
    .deleteFrom("logged_request")
    .where("id", "in", (from) =>
      from.selectFrom("logged_request").select("id").where("expires_at", "<=", now).limit(most),
    )
    .execute();
  await sweepSources(db, now, most);
  await sweepTraits(db, dayOf(now), most);
  await sweepBulkActions(db, now);
  await db
    .deleteFrom("admin_request")
    .where("digest", "in", (from) =>
      from
        .selectFrom("admin_request")
        .select("digest")
        .where("begun_at", "<=", now - adminRequestMs)
        .limit(most),
    )
    .execute();
  const swept = removed + Number(sessions.numDeletedRows);
  const recent = await sweepUsage(db, now, most - swept);
  const counts = recent + (await sweepDays(db, now, most - swept - recent));
  await db
    .deleteFrom("previous_bearer_token")
    .where("application_id", "in", (from) =>
      from.selectFrom("application").select("id").where("previous_secret_until", "<=", now),
    )
    .execute();
  await db
    .updateTable("application")
    .set({ previous_secret: null, previous_secret_until: null, previous_secret_digest: null })
    .where("previous_secret_until", "<=", now)
    .execute();
  await db
    .updateTable("application")
    .set({ owner_notice: null, owner_notice_at: null })
    .where("owner_notice_at", "<=", now - ownerNoticeMs)
    .execute();
  const givenUp = await sweepDeliveries(db, now, most);
  const events = auditFrom === undefined ? 0 : await sweepAuditLog(db, auditFrom, most);
  const filled = await fillDigests({ db, keys }, most);
  return swept + counts + givenUp + events + filled;
};
