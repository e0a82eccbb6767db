import type { UserId } from "../../domain/credentials.ts";
import type { Pause } from "./revoke-tokens.ts";

interface Part {
  readonly items: number;
  readonly users: readonly UserId[];
  readonly next: string | undefined;
}

/** How many items there are in all, and of how many users. They come in the order of their users, or are all of one. */
export async function countedInParts(
  read: (after: string | undefined) => Promise<Part>,
  pause: Pause | undefined,
): Promise<{ readonly items: number; readonly users: number }> {
  let [items, users] = [0, 0];
  let last: UserId | undefined;
  let after: string | undefined;
  do {
    const part = await read(after);
    items += part.items;
    for (const one of part.users) {
      if (one !== last) users += 1;
      last = one;
    }
    after = part.next;
    await pause?.();
  } while (after !== undefined);
  return { items, users };
}
