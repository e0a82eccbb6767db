/** Parts of the JSON that several operations share. */
import { z } from "zod";
import {
  type ApiKeyId,
  type ApplicationId,
  type BulkActionId,
  idFrom,
  type UserId,
} from "../../domain/credentials.ts";
import { maxFoundCounted, type Reason, readReason } from "../../domain/operating.ts";
import { isScreenName, withoutAt } from "../../domain/user.ts";
import { AdminProblem } from "../operation/admin-problem.ts";

/** IDs have up to 16 digits, which are exact in a JSON number; they are strings all the same. */
function idOf<Id extends UserId | ApplicationId | ApiKeyId | BulkActionId>(what: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: notAnId })
    .refine((text) => idFrom<Id>(text) !== undefined, { error: notAnId })
    .transform((text) => text as Id)
    .describe(`The ID of ${what}.`);
}

const notAnId = "must be an ID, 1 to 16 digits";

export const applicationId = idOf<ApplicationId>("an application");

/**
 * Digits alone are an ID: anyone could take another user's ID as a screen name, and would get what was meant for that
 * user. Before an operation runs, a screen name becomes the ID.
 */
export const userId = z
  .string()
  .refine((text) => idFrom(text) !== undefined || isScreenName(withoutAt(text)), {
    error: "must be a screen name or a user ID",
  })
  .transform((text) => text as UserId)
  .describe(
    "A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984.",
  );

export const apiKeyId = idOf<ApiKeyId>("an API key");

export const bulkActionId = idOf<BulkActionId>("a bulk action");

/** In UTC, such as 2026-05-03T09:00:00.000Z. */
export const time = z.iso.datetime();

export const because = z
  .string()
  .max(400, { error: "can have up to 200 characters on one line" })
  .describe(
    "The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log.",
  );

export const suspension = z.strictObject({ because }).meta({ id: "Suspension" });

export const screenName = z
  .string()
  .max(200)
  .describe(
    "A user's screen name or ID. A screen name of digits alone needs an @ before it, as in @1984.",
  );

export const access = z.enum(["read", "write"]);

/** How an object names a user, and an application. */
export const namedUser = z.strictObject({
  id: z.string().describe("The user's ID."),
  screen_name: z.string().describe("The user's screen name."),
});

export const namedApplication = z.strictObject({
  id: z.string().describe("The application's ID."),
  name: z.string().describe("The application's name."),
  consumer_key: z.string().describe("The application's consumer key."),
});

export const itsId = z.string().describe("Its ID.");

/** Throws 422 for a reason, or a message, that no one could read. */
export function reasonIn(text: string, what: "reason" | "message" = "reason"): Reason {
  const read = readReason(text);
  if (read.ok) return read.reason;
  const detail =
    read.problem === "missing"
      ? `Write a ${what} that users can read.`
      : `The ${what} can have up to 200 characters on one line.`;
  throw new AdminProblem("rejected", detail);
}

/** A name of 50 characters can have some 1,700 bytes in the form by which it is sorted. */
const maxCursor = 4000;
const maxItems = 200;

/** Part of the query of every list. */
export const page = {
  cursor: z
    .string()
    .max(maxCursor)
    .regex(/^[A-Za-z0-9_-]+$/, { error: "must be the next_cursor of the page before" })
    .describe("The `next_cursor` of the page before.")
    .optional(),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, { error: `must be 1 to ${maxItems}` })
    .describe(`How many to return: 1 to ${maxItems}. The default is 50.`)
    .optional(),
};

/** Part of the query of a list that can count what it finds. */
export const counted = z
  .enum(["true"])
  .describe(`Also count what is found, in total, up to ${maxFoundCounted.toLocaleString("en")}.`)
  .optional();

/** What a list has, whether in pages or not. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).describe("The items.");
}

export function listOf<Item extends z.ZodType>(name: string, item: Item) {
  return z
    .strictObject({
      data: itemsOf(item),
      next_cursor: z.string().nullable().describe("Null on the last page."),
    })
    .meta({ id: name });
}

/** The list of `counted`. */
export function countedListOf<Item extends z.ZodType>(name: string, item: Item) {
  const total = z
    .number()
    .nullable()
    .describe(
      `With \`count=true\`, how many there are on all pages. ${maxFoundCounted} means that many or more. Otherwise null.`,
    );
  return listOf(name, item).extend({ total }).meta({ id: name });
}

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

/**
 * The position in the list after which a page begins, and how many items it has. `read` returns undefined for what is
 * no position there. Throws 400 for a cursor that this list never gives.
 */
export function pageOf<Position>(
  list: ListName,
  { cursor, limit = "50" }: PageQuery,
  read: (text: string) => Position | undefined,
): { readonly after: Position | undefined; readonly size: number } {
  const size = Number(limit);
  if (cursor === undefined) return { after: undefined, size };
  const prefix = prefixOf(list);
  const text = Buffer.from(cursor, "base64url").toString();
  const position = text.slice(prefix.length);
  const after = cursor === cursorOf(list, position) ? read(position) : undefined;
  if (after !== undefined) return { after, size };
  const detail =
    "cursor: Send the next_cursor of the page before, or no cursor to get the first page.";
  throw new AdminProblem("invalid-request", detail);
}

/** A list's positions mean nothing in another list. */
type ListName =
  | "access_tokens"
  | "api_keys"
  | "applications"
  | "bulk_actions"
  | "events"
  | "invitations"
  | "program_uses"
  | "sessions"
  | "trait_uses"
  | "users";

/** With the version of its format. */
function prefixOf(list: ListName): string {
  return `1 ${list} `;
}

export function cursorOf(list: ListName, position: string): string {
  return Buffer.from(prefixOf(list) + position).toString("base64url");
}

/** `found` may have one more than `size`, which means that another page follows. */
export function listed<Item, Shown>(
  list: ListName,
  found: readonly Item[],
  size: number,
  positionOf: (item: Item) => string,
  shown: (item: Item) => Shown,
): { data: Shown[]; next_cursor: string | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  const goesOn = found.length > size && last !== undefined;
  return {
    data: items.map(shown),
    next_cursor: goesOn ? cursorOf(list, positionOf(last)) : null,
  };
}

/** Of a row that has a digest as its key. */
export function digestIn(text: string): string | undefined {
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? text : undefined;
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

export function timeOrNull(at: number | undefined): string | null {
  return at === undefined ? null : timeOf(at);
}
