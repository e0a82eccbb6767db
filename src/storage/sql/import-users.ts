import type { UserId } from "../../domain/credentials.ts";
import type { ImportedUser, ImportOutcome } from "../../domain/imported.ts";
import { foldScreenName } from "../../domain/user.ts";
import { compared, conflict, endedAmong, type Importing, refused } from "./importing.ts";
import { endOperatorLinks } from "./operators.ts";
import { restingAt } from "./resting-screen-names.ts";
import { record } from "./transaction.ts";

export async function importUsers(
  importing: Importing,
  users: readonly ImportedUser[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun, people, untrusted } = importing;
  const ids = users.map((one) => Number(one.id));
  const names = users.map((one) => foldScreenName(one.screenName));
  const rows = await db
    .selectFrom("user")
    .select(["id", "screen_name", "folded_screen_name", "name", "email", "email_proven"])
    .select(["is_operator", "suspended_because"])
    .where((it) => it.or([it("id", "in", ids), it("folded_screen_name", "in", names)]))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = new Map(rows.map((row) => [row.folded_screen_name, row]));
  const deleted = await endedAmong(
    db,
    "user",
    users.map((one) => one.id),
  );
  const resting = await restingAmong(importing, names);
  const added: ImportedUser[] = [];

  const outcomes = users.map((user, at): ImportOutcome => {
    const [id, folded] = [ids[at] ?? 0, names[at] ?? ""];
    const standing = byId.get(id);
    const namesake = byName.get(folded);
    if (standing !== namesake) {
      return conflict(
        standing === undefined
          ? `another account is called ${user.screenName}: that with the ID ${namesake?.id}`
          : `the account with the ID ${id} is called ${standing.screen_name}`,
      );
    }
    if (standing !== undefined) {
      const { isOperator } = user;
      return compared({
        name: standing.name !== user.name,
        email: standing.email !== user.email,
        email_confirmed: standing.email_proven !== Number(user.emailConfirmed),
        operator: isOperator !== undefined && standing.is_operator !== Number(isOperator),
        suspended: (standing.suspended_because ?? undefined) !== user.suspendedBecause,
      });
    }
    if (deleted.has(user.id)) return refused("the account was deleted here");
    if (resting.has(folded))
      return refused("the screen name was given up here and is kept from others");
    const row = rowOf(user);
    byId.set(id, row);
    byName.set(folded, row);
    added.push(user);
    return { is: "new" };
  });

  for (const [at, user] of users.entries()) {
    const { is } = outcomes[at] ?? { is: "refused" };
    const isOperator = byId.get(ids[at] ?? 0)?.is_operator === 1;
    if (is === "new" || is === "there")
      people.set(Number(user.id), { folded: names[at] ?? "", isOperator });
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
    language: user.language ?? null,
    created_at: user.createdAt,
  }));
  await importing.db.insertInto("user").values(rows).execute();
  const operators = users.filter((one) => one.isOperator);
  if (operators.length === 0) return;
  await endOperatorLinks(importing);
  for (const { id } of operators) {
    const event = { at: importing.now, actor: "command-line", name: "operator.made" } as const;
    await record(importing, { ...event, userId: id as UserId });
  }
}

function rowOf(user: ImportedUser) {
  return {
    id: Number(user.id),
    screen_name: user.screenName,
    folded_screen_name: foldScreenName(user.screenName),
    name: user.name,
    email: user.email,
    email_proven: Number(user.emailConfirmed),
    is_operator: Number(user.isOperator ?? false),
    suspended_because: user.suspendedBecause ?? null,
  };
}

async function restingAmong(
  { db, now }: Importing,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { after, upTo } = restingAt(now);
  const rows = await db
    .selectFrom("resting_screen_name")
    .select("folded_screen_name")
    .where("folded_screen_name", "in", names)
    .where("until", ">", after)
    .where("until", "<=", upTo)
    .execute();
  return new Set(rows.map((row) => row.folded_screen_name));
}
