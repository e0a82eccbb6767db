/** The users who are emailed a notice: they have a verified address, and did not turn its kind off. */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import type { NoticeRecipient, NotificationKind } from "../../domain/notification.ts";
import { amongAdmins } from "./admins.ts";
import type { Tables } from "./schema.ts";

/** `kind`: undefined if the notice can't be turned off. */
export async function wantingUsers(
  db: Kysely<Tables>,
  users: ReadonlySet<number>,
  inRole: ReadonlySet<number>,
  kind: NotificationKind | undefined,
): Promise<readonly NoticeRecipient[]> {
  const rows = await reachable(db)
    .where("id", "in", [...users])
    .execute();
  return recipientsIn(rows, kind, (id) => inRole.has(id));
}

export async function wantingAdministrators(
  db: Kysely<Tables>,
  kind: NotificationKind,
): Promise<readonly NoticeRecipient[]> {
  const rows = await reachable(db).where(amongAdmins).execute();
  return recipientsIn(rows, kind, () => true);
}

/** Only verified addresses, because an unverified one may belong to someone else. */
function reachable(db: Kysely<Tables>) {
  return db
    .selectFrom("user")
    .select(["id", "screen_name", "email", "language", "notifications_off"])
    .where("email_verified", "=", 1)
    .where("email", "!=", "")
    .where("suspended_because", "is", null);
}

interface Row {
  readonly id: number;
  readonly screen_name: string;
  readonly email: string;
  readonly language: string | null;
  readonly notifications_off: string;
}

function recipientsIn(
  rows: readonly Row[],
  kind: NotificationKind | undefined,
  hasRole: (id: number) => boolean,
): readonly NoticeRecipient[] {
  return rows
    .filter((row) => kind === undefined || !row.notifications_off.split(" ").includes(kind))
    .sort((one, other) => one.id - other.id)
    .map((row) => ({
      userId: String(row.id) as UserId,
      screenName: row.screen_name,
      email: row.email,
      language: row.language ?? undefined,
      hasRole: hasRole(row.id),
    }));
}
