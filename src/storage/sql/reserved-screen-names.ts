/**
 * Screen names that were given up. Others recognize users by them, so they stay reserved for a while, and the
 * former owner can take one back.
 */
import type { UserId } from "../../domain/credentials.ts";
import { type Bounds, endsOf } from "../../domain/lasting.ts";
import { reservedScreenNames } from "../../domain/user.ts";
import type { Transaction } from "./write.ts";

/** Bounds of the end of reservations that are active at `now`. */
export function reservedAt(now: number): Bounds {
  return endsOf(now, reservedScreenNames.lifeMs);
}

/** Whether the name is reserved for someone other than `userId`. Without `userId`, for anyone. */
export async function isReserved(
  { db }: Transaction,
  name: { folded: string; userId?: UserId; now: number },
): Promise<boolean> {
  const { after, upTo } = reservedAt(name.now);
  const row = await db
    .selectFrom("reserved_screen_name")
    .select("user_id")
    .where("folded_screen_name", "=", name.folded)
    .where("until", ">", after)
    .where("until", "<=", upTo)
    .executeTakeFirst();
  return row !== undefined && row.user_id !== Number(name.userId ?? -1);
}

/** Whether the user has as many reserved names as allowed. More would keep names from others. */
export async function restEnough(
  { db }: Transaction,
  user: { userId: UserId; besides: string; now: number },
): Promise<boolean> {
  const { after, upTo } = reservedAt(user.now);
  const reserved = await db
    .selectFrom("reserved_screen_name")
    .select("folded_screen_name")
    .where("user_id", "=", Number(user.userId))
    .where("folded_screen_name", "!=", user.besides)
    .where("until", ">", after)
    .where("until", "<=", upTo)
    .limit(reservedScreenNames.most)
    .execute();
  return reserved.length >= reservedScreenNames.most;
}

export async function rest(
  { db }: Transaction,
  { folded, userId, now }: { folded: string; userId: UserId; now: number },
): Promise<void> {
  const row = { user_id: Number(userId), until: now + reservedScreenNames.lifeMs };
  await db
    .insertInto("reserved_screen_name")
    .values({ folded_screen_name: folded, ...row })
    .onConflict((conflict) => conflict.column("folded_screen_name").doUpdateSet(row))
    .execute();
}

/** Ends the reservation, because someone has the name again. */
export async function wake({ db }: Transaction, folded: string): Promise<void> {
  await db.deleteFrom("reserved_screen_name").where("folded_screen_name", "=", folded).execute();
}
