import type { UserId } from "../../domain/credentials.ts";
import type { ImportedUser, ImportOutcome } from "../../domain/imported.ts";
import { foldScreenName, type User, userFields } from "../../domain/user.ts";
import { endAdminLinks } from "./admins.ts";
import { columnsOf } from "./field-columns.ts";
import { compared, conflict, type Importing, rejected, revokedAmong } from "./importing.ts";
import { reservedAt } from "./reserved-screen-names.ts";
import { record } from "./transaction.ts";

export async function importUsers(
  importing: Importing,
  users: readonly ImportedUser[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun, accounts, untrusted } = importing;
  const ids = users.map((one) => Number(one.id));
  const names = users.map((one) => foldScreenName(one.screenName));
  const rows = await db
    .selectFrom("user")
    .select(["id", "screen_name", "folded_screen_name", "name", "email", "email_verified"])
    .select(["is_admin", "suspended_because"])
    .where((it) => it.or([it("id", "in", ids), it("folded_screen_name", "in", names)]))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = new Map(rows.map((row) => [row.folded_screen_name, row]));
  const deleted = await revokedAmong(
    db,
    "user",
    users.map((one) => one.id),
  );
  const reserved = await reservedAmong(importing, names);
  const added: ImportedUser[] = [];

  const outcomes = users.map((user, at): ImportOutcome => {
    const [id, folded] = [ids[at] ?? 0, names[at] ?? ""];
    const existing = byId.get(id);
    const namesake = byName.get(folded);
    if (existing !== namesake) {
      return conflict(
        existing === undefined
          ? `another account is called ${user.screenName}: that with the ID ${namesake?.id}`
          : `the account with the ID ${id} is called ${existing.screen_name}`,
      );
    }
    if (existing !== undefined) {
      const { isAdmin } = user;
      return compared({
        name: existing.name !== user.name,
        email: existing.email !== user.email,
        // Without an address, the mark means nothing, and an export leaves it out.
        email_verified: user.email !== "" && existing.email_verified !== Number(user.emailVerified),
        admin: isAdmin !== undefined && existing.is_admin !== Number(isAdmin),
        suspended: (existing.suspended_because ?? undefined) !== user.suspendedBecause,
      });
    }
    if (deleted.has(user.id)) return rejected("the account was deleted here");
    if (reserved.has(folded))
      return rejected("the screen name was given up here and is kept from others");
    const row = rowOf(user);
    byId.set(id, row);
    byName.set(folded, row);
    added.push(user);
    return { is: "new" };
  });

  for (const [at, user] of users.entries()) {
    const { is } = outcomes[at] ?? { is: "rejected" };
    const isAdmin = byId.get(ids[at] ?? 0)?.is_admin === 1;
    if (is === "new" || is === "there")
      accounts.set(Number(user.id), { folded: names[at] ?? "", isAdmin });
    else untrusted.add(user.id);
  }
  if (!dryRun && added.length > 0) await insert(importing, added);
  return outcomes;
}

async function insert(importing: Importing, users: readonly ImportedUser[]): Promise<void> {
  const rows = users.map((user) => ({
    ...rowOf(user),
    password_hash: user.passwordHash,
    notifications_off: user.notificationsOff.join(" "),
  }));
  await importing.db.insertInto("user").values(rows).execute();
  const admins = users.filter((one) => one.isAdmin);
  if (admins.length === 0) return;
  await endAdminLinks(importing);
  for (const { id } of admins) {
    const event = { at: importing.now, actor: "command-line", name: "admin.granted" } as const;
    await record(importing, { ...event, userId: id as UserId });
  }
}

function rowOf(user: ImportedUser) {
  return {
    ...columnsOf<User>(userFields, {
      ...user,
      emailDistrusted: false,
      isAdmin: user.isAdmin ?? false,
    }),
    folded_screen_name: foldScreenName(user.screenName),
  };
}

async function reservedAmong(
  { db, now }: Importing,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { after, upTo } = reservedAt(now);
  const rows = await db
    .selectFrom("reserved_screen_name")
    .select("folded_screen_name")
    .where("folded_screen_name", "in", names)
    .where("until", ">", after)
    .where("until", "<=", upTo)
    .execute();
  return new Set(rows.map((row) => row.folded_screen_name));
}
