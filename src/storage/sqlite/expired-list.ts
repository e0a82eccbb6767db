/** The list of forgotten minutes on the disk. */
import { join } from "node:path";
import { replaceOwnFile, replaceOwnFileAside } from "../../tools/files/durable-files.ts";
import { readIfThere } from "../../tools/files/read-file.ts";
import { type Minutes, parseMinutes, printMinutes } from "./expired-minutes.ts";

const listName = "forgotten-minutes";

/** Returns undefined if there is no list yet. */
export function readList(directory: string): Minutes | undefined {
  const path = join(directory, listName);
  const text = readIfThere(path)?.toString();
  const list = text === undefined ? undefined : parseMinutes(text);
  if (text === undefined) return undefined;
  if (list !== undefined) return list;
  throw new Error(
    `${path} is damaged. It lists the signed requests that must not be accepted again. If the clock is right, remove it`,
  );
}

/** A journal that lost its list counts everything before the minute of its first file as forgotten. */
export function writeFirstList(directory: string, firstMinute: number | undefined): Minutes {
  const list: Minutes = firstMinute === undefined ? [] : [[0, firstMinute - 1]];
  replaceOwnFile(join(directory, listName), printMinutes(list));
  return list;
}

export function replaceList(directory: string, minutes: Minutes): Promise<void> {
  return replaceOwnFileAside(join(directory, listName), printMinutes(minutes));
}
