/** What administrators do to many tokens or applications: announced with counts, begun, and stopped. */
import type { BulkAction, BulkWork } from "../../domain/bulk-action.ts";
import { type BulkActionId, mintBulkActionId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { action, otherThan } from "../operation/action.ts";
import { countedInParts } from "./counted-in-parts.ts";
import type { Pause } from "./revoke-tokens.ts";

/** Counts what fits now. Nothing is done until the action is begun, and nothing newer is touched then. */
export const announceBulkAction = action({
  name: "announceBulkAction",
  event: "bulk-action.announced",
  sensitive: false,
  async run({ ledger, random }, { work, pause }: { work: BulkWork; pause?: Pause }, by) {
    const id = mintBulkActionId(random);
    const counts = await countedIn(ledger, work, by.at, pause);
    const announced = { id, work, announcedAt: by.at, ...counts };
    const why = otherThan(await ledger.announceBulkAction(announced, by), "announced");
    return why ?? { id };
  },
  rejections: {
    "too-many": ["rejected", "Too many bulk actions wait to be begun. They end after an hour."],
    gone: ["not-found", "The application or the user was deleted."],
  },
});

async function countedIn(
  ledger: Ledger,
  work: BulkWork,
  olderThan: number,
  pause: Pause | undefined,
): Promise<Pick<BulkAction, "items" | "users">> {
  const { items, users } = await countedInParts(
    async (after) => ledger.bulkItems(work, { after, size: 500, olderThan }),
    pause,
  );
  return { items, users: work.kind === "revoke-access-tokens" ? users : undefined };
}

/** It is sensitive, because many users would have to give access again. */
export const beginBulkAction = action({
  name: "beginBulkAction",
  event: "bulk-action.begun",
  sensitive: true,
  run: async ({ ledger }, { id }: { id: BulkActionId }, by) =>
    otherThan(await ledger.beginBulkAction(id, by), "begun"),
  rejections: {
    "begun-before": ["conflict", "It was begun before."],
    "too-many": ["conflict", "Too many bulk actions run. Wait until one of them has ended."],
    gone: ["not-found", "No such announcement: it has ended, or was announced over an hour ago."],
  },
});

/** What was done stays done. */
export const stopBulkAction = action({
  name: "stopBulkAction",
  event: "bulk-action.stopped",
  sensitive: false,
  run: async ({ ledger }, { id }: { id: BulkActionId }, by) =>
    (await ledger.stopBulkAction(id, by)) || "not-running",
  rejections: { "not-running": ["conflict", "It does not run."] },
});
