/** Bulk actions in the admin API (docs/adr/0073-bulk-actions.md). */
import { z } from "zod";
import {
  type BulkAction,
  type BulkWork,
  bulkActionPlace,
  bulkActionPlaceIn,
  bulkKinds,
  bulkStates,
  maxBulkIds,
} from "../../domain/bulk-action.ts";
import type { BulkActionId } from "../../domain/credentials.ts";
import { filterNames } from "../../domain/fields/filter.ts";
import { applicationFilters, tokenFilters } from "../../domain/fields/list-filters.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import * as actions from "../actions/bulk-actions.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { applicationAt } from "./application.ts";
import { filterShape, narrowedBy } from "./filters.ts";
import {
  applicationId,
  because,
  bulkActionId,
  itsId,
  listed,
  listOf,
  page,
  pageOf,
  reasonIn,
  time,
  timeOf,
  timeOrNull,
  userId,
} from "./shapes.ts";
import { userAt } from "./users.ts";

export const bulkAction = z
  .strictObject({
    id: itsId,
    kind: z.enum(bulkKinds).describe("What it does."),
    application: z.string().nullable().describe("The ID of the application whose tokens they are."),
    user: z.string().nullable().describe("The ID of the user whose tokens they are."),
    because: z
      .string()
      .nullable()
      .describe("Why the applications are suspended; null for another kind."),
    created_by: z.string().describe("Who began it, or announced it, such as `user:<id>`."),
    announced_at: time.describe(
      "When it was announced. What was issued or created later stays as it is.",
    ),
    items: z
      .number()
      .int()
      .describe("How many tokens or applications there were when it was announced."),
    users: z.number().int().nullable().describe("Of how many users the tokens are."),
    state: z.enum(bulkStates).describe("How far it is."),
    begun_at: time.nullable().describe("When it began; null if it has not."),
    ended_at: time.nullable().describe("When it was done or stopped; null if it is neither."),
    done: z.number().int().describe("How many tokens were revoked, or applications changed."),
  })
  .meta({ id: "BulkAction" });

export function bulkActionJson(one: BulkAction): z.input<typeof bulkAction> {
  const { id, work, createdBy, announcedAt, items, users, state, begunAt, endedAt, done } = one;
  const ofTokens = work.kind === "revoke-access-tokens" ? work : undefined;
  return {
    id,
    kind: work.kind,
    application: ofTokens?.applicationId ?? null,
    user: ofTokens?.userId ?? null,
    because: work.kind === "suspend-applications" ? work.because : null,
    created_by: createdBy,
    announced_at: timeOf(announcedAt),
    items,
    users: users ?? null,
    state,
    begun_at: timeOrNull(begunAt),
    ended_at: timeOrNull(endedAt),
    done,
  };
}

const { ids: _, ...otherFilters } = filterShape(applicationFilters);
const applicationsShape = {
  ids: z
    .array(applicationId)
    .min(1)
    .max(maxBulkIds)
    .describe(`The IDs of up to ${maxBulkIds} applications.`)
    .optional(),
  ...otherFilters,
};

const work = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("revoke-access-tokens").describe("Revokes access tokens."),
      application: applicationId.optional(),
      user: userId.optional(),
      ...filterShape(tokenFilters),
    }),
    z.strictObject({
      kind: z.literal("suspend-applications").describe("Suspends applications."),
      because,
      ...applicationsShape,
    }),
    z.strictObject({
      kind: z.literal("restore-applications").describe("Lifts suspensions of applications."),
      ...applicationsShape,
    }),
  ])
  .meta({ id: "NewBulkAction" });

export const announceBulkAction = operation({
  at: "POST /admin/v1/bulk_actions",
  of: actions.announceBulkAction,
  summary:
    "Announce a bulk action: count what it would revoke, suspend, or restore, without doing it",
  body: work,
  response: bulkAction,
  creates: true,
  location: ({ id }) => `/admin/v1/bulk_actions/${id}`,
  about: () => ({}),
  problems: ["not-found", "rejected"],
  async run({ body, pause, ...call }) {
    const { ledger } = call.dependencies;
    const wanted = { work: await workIn(body, ledger), pause };
    const { id } = await perform(actions.announceBulkAction, call, wanted);
    return bulkActionJson(await bulkActionAt(ledger, id));
  },
});

async function workIn(body: z.output<typeof work>, ledger: Ledger): Promise<BulkWork> {
  if (body.kind === "revoke-access-tokens") {
    const { kind, application, user } = body;
    if (application === undefined && user === undefined) {
      throw new AdminProblem("invalid-request", "Send application, user, or both.");
    }
    if (application !== undefined) await applicationAt(ledger, application);
    if (user !== undefined) await userAt(ledger, user);
    const filters = await narrowedBy(tokenFilters, body, ledger);
    return { kind, applicationId: application, userId: user, filters };
  }
  const given = Object.keys(body);
  if (!filterNames(applicationFilters).some((name) => given.includes(name))) {
    throw new AdminProblem("invalid-request", "Send ids, or another filter of applications.");
  }
  const narrowed = await narrowedBy(applicationFilters, body, ledger);
  const filters = { ...narrowed, ...(body.ids && { ids: [...new Set(body.ids)] }) };
  return body.kind === "suspend-applications"
    ? { kind: body.kind, filters, because: reasonIn(body.because) }
    : { kind: body.kind, filters };
}

export const listBulkActions = operation({
  at: "GET /admin/v1/bulk_actions",
  name: "listBulkActions",
  summary: "List bulk actions of the last 30 days, newest first",
  query: z.strictObject(page),
  response: listOf("BulkActionList", bulkAction),
  async run({ query, dependencies: { ledger } }) {
    const { after, size } = pageOf("bulk_actions", query, bulkActionPlaceIn);
    const found = await ledger.bulkActions({ after, size: size + 1 });
    return listed("bulk_actions", found, size, bulkActionPlace, bulkActionJson);
  },
});

const aBulkAction = z.strictObject({ id: bulkActionId });

export const getBulkAction = operation({
  at: "GET /admin/v1/bulk_actions/:id",
  name: "getBulkAction",
  summary: "Get a bulk action, with its progress",
  params: aBulkAction,
  response: bulkAction,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    return bulkActionJson(await bulkActionAt(ledger, params.id));
  },
});

export const beginBulkAction = operation({
  at: "POST /admin/v1/bulk_actions/:id/begin",
  of: actions.beginBulkAction,
  summary: "Begin a bulk action that was announced less than an hour ago",
  params: aBulkAction,
  response: bulkAction,
  about: () => ({}),
  problems: ["not-found"],
  async run({ params, ...call }) {
    await perform(actions.beginBulkAction, call, params);
    return bulkActionJson(await bulkActionAt(call.dependencies.ledger, params.id));
  },
});

export const stopBulkAction = operation({
  at: "POST /admin/v1/bulk_actions/:id/stop",
  of: actions.stopBulkAction,
  summary: "Stop a bulk action: what is done stays, and nothing more is done",
  params: aBulkAction,
  response: bulkAction,
  about: () => ({}),
  problems: ["not-found"],
  async run({ params, ...call }) {
    const { ledger } = call.dependencies;
    await bulkActionAt(ledger, params.id);
    await perform(actions.stopBulkAction, call, params);
    return bulkActionJson(await bulkActionAt(ledger, params.id));
  },
});

/** Throws 404. */
async function bulkActionAt(
  ledger: Pick<Ledger, "bulkAction">,
  id: BulkActionId,
): Promise<BulkAction> {
  const found = await ledger.bulkAction(id);
  if (found === undefined) throw new AdminProblem("not-found", "No such bulk action.");
  return found;
}
