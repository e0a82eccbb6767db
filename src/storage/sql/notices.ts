/** Notices to users. The write that they report adds them, and the sender takes them out. */
import { type Kysely, sql } from "kysely";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { beginningsOf } from "../../domain/lasting.ts";
import {
  kindOfNotice,
  limitLabel,
  limitNoticeMs,
  type Notice,
  noticeLifeMs,
  oldSecretMs,
} from "../../domain/notification.ts";
import { accountNoticesWait } from "./account-notices.ts";
import { keyNoticesWait } from "./api-keys.ts";
import { wantingUsers } from "./notice-recipients.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { sunsetNoticesWait } from "./sunset-notices.ts";
import type { Transaction, Writes } from "./write.ts";

/**
 * `also`: users who get the notice without having a role in the application. What waits already leaves no other one
 * if it can be repeated without end, as a new secret and an offer can: notices of other applications would wait for all
 * of them.
 */
export async function leaveNotice(
  { db }: Pick<Transaction, "db">,
  {
    applicationId,
    at,
    notice,
    also = [],
  }: {
    readonly applicationId: ApplicationId;
    readonly at: number;
    readonly notice: Notice;
    readonly also?: readonly UserId[];
  },
): Promise<void> {
  const row = { application_id: Number(applicationId), about: JSON.stringify(notice) };
  if (repeatable.has(notice.what) && (await waits(db, { ...row, at }))) return;
  await db
    .insertInto("notice")
    .values({ at, ...row, also: also.join(" ") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const repeatable: ReadonlySet<Notice["what"]> = new Set(["secret-made", "ownership-offered"]);

/** Whether the same notice waits, and is not too old to be sent. */
async function waits(
  db: Kysely<Tables>,
  one: { readonly application_id: number; readonly about: string; readonly at: number },
): Promise<boolean> {
  const waiting = await db
    .selectFrom("notice")
    .select("at")
    .where("application_id", "=", one.application_id)
    .where("about", "=", one.about)
    .where("at", ">", one.at - noticeLifeMs)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The current name of a user, for a notice that names them. */
export async function calledNow(db: Kysely<Tables>, userId: UserId | number): Promise<string> {
  const row = await db
    .selectFrom("user")
    .select("screen_name")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return row?.screen_name ?? "";
}

export const noteLimitReached: Writes["noteLimitReached"] = async (
  transaction,
  { applicationId, limit, percent, allowed, per, window, quietMs = limitNoticeMs, now },
) => {
  const { db } = transaction;
  const application = await db
    .selectFrom("application")
    .select("id")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (application === undefined) return false;
  const within = beginningsOf(now, quietMs);
  const name = limitLabel(limit, window);
  const noted = await db
    .insertInto("limit_notice")
    .values({ application_id: application.id, limit_name: name, percent, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "limit_name"])
        .doUpdateSet({ percent, at: now })
        .where((either) =>
          either.or([
            either("limit_notice.at", "<=", within.after),
            either("limit_notice.at", ">", within.upTo),
            either("limit_notice.percent", "<", percent),
          ]),
        ),
    )
    .returning("application_id")
    .executeTakeFirst();
  if (noted === undefined) return false;
  const notice = {
    what: "limit-reached",
    ...{ limit, percent, allowed, per },
    ...(window !== undefined && { window }),
  } as const;
  await leaveNotice(transaction, { applicationId, at: now, notice });
  return true;
};

export const noteOldSecrets: Writes["noteOldSecrets"] = async (transaction, { now, most }) => {
  const { db } = transaction;
  const old = await db
    .updateTable("application")
    .set((column) => ({ secret_reported: column.ref("secret_set_at") }))
    .where("id", "in", unreported(db, now).limit(most))
    .returning("id")
    .execute();
  for (const { id } of old) {
    const notice = { what: "old-secret" } as const;
    await leaveNotice(transaction, {
      applicationId: String(id) as ApplicationId,
      at: now,
      notice,
    });
  }
  return old.length;
};

/** Uses an index of the secrets that were not reported. */
function unreported(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom("application")
    .select("id")
    .where(sql<boolean>`secret_reported <> secret_set_at`)
    .where("secret_set_at", "<=", now - oldSecretMs)
    .where("secret_revoked_at", "is", null)
    .orderBy("secret_set_at");
}

export const noticesWait: Queries["noticesWait"] = async (db, now) => {
  const waiting = await db.selectFrom("notice").select("at").limit(1).executeTakeFirst();
  if (waiting !== undefined || (await accountNoticesWait(db))) return true;
  if ((await keyNoticesWait(db, now)) || (await sunsetNoticesWait(db, now))) return true;
  return (await unreported(db, now).limit(1).executeTakeFirst()) !== undefined;
};

export const takeNotice: Writes["takeNotice"] = async ({ db }, now) => {
  const oldest = await db
    .selectFrom("notice")
    .selectAll()
    .where("at", ">", now - noticeLifeMs)
    .orderBy("at")
    .orderBy("application_id")
    .orderBy("about")
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return undefined;
  const { at, application_id, about, also } = oldest;
  const taken = await db
    .deleteFrom("notice")
    .where("at", "=", at)
    .where("application_id", "=", application_id)
    .where("about", "=", about)
    .returning("about")
    .executeTakeFirst();
  const application = await db
    .selectFrom("application")
    .select(["owner_id", "name"])
    .where("id", "=", application_id)
    .executeTakeFirst();
  if (taken === undefined || application === undefined) return undefined;
  const notice = JSON.parse(about) as Notice;
  const editors = await db
    .selectFrom("collaborator")
    .select("user_id")
    .where("application_id", "=", application_id)
    .where("role", "=", "editor")
    .where("accepted", "=", 1)
    .execute();
  const inRole = new Set([application.owner_id, ...editors.map((one) => one.user_id)]);
  const others = also === "" ? [] : also.split(" ").map(Number);
  // Only the owner offers an application, and can withdraw the offer.
  const userIds = notice.what === "ownership-offered" ? others : [...inRole, ...others];
  return {
    applicationId: String(application_id) as ApplicationId,
    applicationName: application.name,
    notice,
    at,
    recipients: await wantingUsers(db, new Set(userIds), inRole, kindOfNotice[notice.what]),
  };
};
