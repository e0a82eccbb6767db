/** The filters of the lists of applications, users, and access tokens (docs/adr/0070-filters.md). */
import { type Filters, maxSeveral, type Narrowed } from "./filter.ts";

const atOrAfter = "or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC.";
const before = "a day such as 2026-05-03, which begins in UTC, or a time in UTC.";

const created = {
  createdFrom: {
    kind: "from",
    column: "created_at",
    unit: "time",
    meaning: `Created at this time ${atOrAfter}`,
  },
  createdBefore: {
    kind: "before",
    column: "created_at",
    unit: "time",
    meaning: `Created before this: ${before}`,
  },
} as const satisfies Filters;

const listed = {
  ids: {
    kind: "several",
    column: "id",
    of: "id",
    meaning: `Those with these IDs: up to ${maxSeveral}, separated by commas.`,
  },
} as const satisfies Filters;

export const applicationFilters = {
  state: {
    kind: "choice",
    choices: {
      active: { column: "suspended_because", is: "null" },
      suspended: { column: "suspended_because", is: "not null" },
      "unconfirmed-schemes": { column: "waits", is: 1 },
    },
    meaning:
      "Active or suspended ones, or those with a callback scheme that waits for confirmation.",
  },
  access: {
    kind: "choice",
    choices: {
      read: { column: "access", is: "read" },
      write: { column: "access", is: "write" },
    },
    meaning: "Those that may request this access.",
  },
  approval: {
    kind: "choice",
    choices: {
      approved: { column: "approval", is: "null" },
      waiting: { column: "approval", is: "waiting" },
      asked: { column: "approval", is: "asked" },
      declined: { column: "approval", is: "declined" },
    },
    meaning:
      "Approved ones, or those that wait for approval, were asked something, or were declined, also if only a change of them was.",
  },
  owner: {
    kind: "user",
    column: "owner_id",
    meaning:
      "Those of this owner, by screen name or ID. A screen name of digits alone needs an @, as in @1984.",
  },
  lastUsedFrom: {
    kind: "from",
    column: "used_day",
    unit: "day",
    meaning: "Last used on this day or later, in UTC, such as 2026-05-03.",
  },
  lastUsedBefore: {
    kind: "before",
    column: "used_day",
    unit: "day",
    meaning: "Last used before this day, in UTC; those that were never used are not among them.",
  },
  neverUsed: {
    kind: "flag",
    when: { column: "used_day", is: 0 },
    meaning: "Those that were never used.",
  },
  secretSetFrom: {
    kind: "from",
    column: "secret_set_at",
    unit: "time",
    meaning: `The secret was created at this time ${atOrAfter}`,
  },
  secretSetBefore: {
    kind: "before",
    column: "secret_set_at",
    unit: "time",
    meaning: `The secret was created before this: ${before}`,
  },
  ...created,
  ...listed,
  consumerKeys: {
    kind: "several",
    column: "consumer_key",
    of: "key",
    meaning: `Those with these consumer keys: up to ${maxSeveral}, separated by commas.`,
  },
  plan: {
    kind: "several",
    column: "plan",
    of: "plan",
    meaning: "Those with one of these plans, by name, separated by commas.",
  },
} as const satisfies Filters;

export type ApplicationFilters = Narrowed<typeof applicationFilters>;

export const userFilters = {
  state: {
    kind: "choice",
    choices: {
      active: { column: "suspended_because", is: "null" },
      suspended: { column: "suspended_because", is: "not null" },
    },
    meaning: "Active or suspended ones.",
  },
  admin: {
    kind: "choice",
    choices: {
      true: { column: "is_admin", is: 1 },
      false: { column: "is_admin", is: 0 },
    },
    meaning: "Administrators, or all other users.",
  },
  ...created,
  ...listed,
} as const satisfies Filters;

export type UserFilters = Narrowed<typeof userFilters>;

/** An access token that was never used has no day. */
export const tokenFilters = {
  access: { ...applicationFilters.access, meaning: "Those with this access." },
  issuedFrom: { ...created.createdFrom, meaning: `Issued at this time ${atOrAfter}` },
  issuedBefore: { ...created.createdBefore, meaning: `Issued before this: ${before}` },
  lastUsedFrom: { ...applicationFilters.lastUsedFrom, column: "last_used_day" },
  lastUsedBefore: { ...applicationFilters.lastUsedBefore, column: "last_used_day" },
  neverUsed: {
    kind: "flag",
    when: { column: "last_used_day", is: "null" },
    meaning: "Those that were never used.",
  },
  unusedSince: {
    kind: "unused",
    used: "last_used_day",
    created: "created_at",
    meaning: "Neither used nor issued on this day or later, in UTC, such as 2026-05-03.",
  },
} as const satisfies Filters;

export type TokenFilters = Narrowed<typeof tokenFilters>;
