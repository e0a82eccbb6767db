/** Applications in the admin API: the operations on them. Their JSON is in `application.ts`. */

import { z } from "zod";
import type { ChangeEffect } from "../../domain/application-change.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { applicationFilters } from "../../domain/fields/list-filters.ts";
import { getsNotices } from "../../domain/notification.ts";
import { applicationOrders, maxFoundCounted } from "../../domain/operating.ts";
import { placeIn, placeOf } from "../../domain/slice.ts";
import { maxIconBytes } from "../../tools/icons/icons.ts";
import { limitedIn, readLimits } from "../../verification/rate-limits/limits-in-force.ts";
import { confirmNewSchemes, effectInWords, effectsOfChange } from "../actions/application-draft.ts";
import * as actions from "../actions/applications.ts";
import { requesterOf } from "../actions/users.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import {
  anApplication,
  application,
  applicationAt,
  applicationJson,
  limits,
  limitsJson,
  listedApplication,
  listedApplicationJson,
} from "./application.ts";
import { applicationChange, draftFrom, newApplication } from "./application-draft.ts";
import { assertSortable, filterShape, narrowedBy } from "./filters.ts";
import { planName } from "./plans.ts";
import {
  access,
  because,
  counted,
  countedListOf,
  listed,
  page,
  pageOf,
  reasonIn,
  screenName,
  suspension,
} from "./shapes.ts";
import { usage, usageJson, usageQuery } from "./usage.ts";
import { userNamed } from "./users.ts";

export const listApplications = operation({
  at: "GET /admin/v1/applications",
  name: "listApplications",
  summary: "List applications, by name unless another order is given",
  query: z.strictObject({
    ...page,
    q: z
      .string()
      .max(200)
      .describe("The beginning of a name, or a complete ID or consumer key.")
      .optional(),
    ...filterShape(applicationFilters),
    order: z
      .enum(applicationOrders)
      .describe("The order; the default is name. What q finds can only be sorted by name.")
      .optional(),
    count: counted,
  }),
  response: countedListOf("ApplicationList", listedApplication),
  problems: ["rejected"],
  async run({ query, dependencies: { ledger } }) {
    assertSortable(query);
    const { order = "name" } = query;
    const { after, size } = pageOf("applications", query, (text) => placeIn(order, text) && text);
    const filters = await narrowedBy(applicationFilters, query, ledger);
    const search = { text: query.q ?? "", filters, order };
    const found = await ledger.searchApplications(search, { after, size: size + 1 });
    const { data, next_cursor } = listed(
      "applications",
      found,
      size,
      (one) => placeOf(order, one),
      listedApplicationJson,
    );
    const count = query.count && (await ledger.countApplications(search, maxFoundCounted));
    return { data, next_cursor, total: count ?? null };
  },
});

export const createApplication = operation({
  at: "POST /admin/v1/applications",
  of: actions.createApplication,
  summary: "Create an application; its consumer secret is returned only here",
  body: newApplication,
  response: application
    .extend({ consumer_secret: z.string().describe("It is never returned again.") })
    .meta({ id: "CreatedApplication" }),
  creates: true,
  location: ({ id }) => `/admin/v1/applications/${id}`,
  about: (_, { id, owner }) => ({
    userId: owner.id as UserId,
    applicationId: id as ApplicationId,
  }),
  returnsSecret: "consumer-secret",
  async run({ body, ...call }) {
    const { ledger, config } = call.dependencies;
    const draft = draftFrom(body, config);
    const owner = await userNamed(ledger, body.owner);
    const wanted = { ownerId: owner.id, draft };
    const { id, consumerSecret } = await perform(actions.createApplication, call, wanted);
    const stored = await applicationAt(ledger, id);
    return { ...applicationJson(stored), consumer_secret: consumerSecret.reveal() };
  },
});

export const getApplication = operation({
  at: "GET /admin/v1/applications/:id",
  name: "getApplication",
  summary: "Get an application",
  params: anApplication,
  response: application,
  tagged: true,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    return applicationJson(await applicationAt(ledger, params.id));
  },
});

export const changeApplication = operation({
  at: "PATCH /admin/v1/applications/:id",
  name: "changeApplication",
  summary: "Change an application's settings, by the rules of the portal",
  params: anApplication,
  role: "manager",
  query: z.strictObject({
    confirm: z
      .enum(["true"])
      .describe("Change it even if that ends access or callbacks that are in use.")
      .optional(),
  }),
  body: applicationChange,
  response: application,
  tagged: true,
  ifMatch: true,
  problems: ["not-found", "conflict", "rejected"],
  async run({ params, query, body, by, assertMatch, dependencies: { ledger, config } }) {
    const before = await applicationAt(ledger, params.id);
    assertMatch(applicationJson(before));
    const draft = draftFrom(body, config, before);
    const effects = await effectsOfChange(ledger, before, draft, by.at);
    if (query.confirm === undefined) rejectUnconfirmed(effects);
    const change = { applicationId: before.id, from: before, draft, now: by.at };
    if (!(await ledger.changeApplication(change, by))) {
      throw new AdminProblem(
        "precondition-failed",
        "It has changed in the meantime. Read it again.",
      );
    }
    await confirmNewSchemes(ledger, before, draft, by);
    return applicationJson(await applicationAt(ledger, params.id));
  },
});

export const deleteApplication = operation({
  at: "DELETE /admin/v1/applications/:id",
  of: actions.deleteApplication,
  summary: "Delete an application and all its tokens",
  params: anApplication,
  problems: ["not-found"],
  async run({ params, ...call }) {
    const { id } = await applicationAt(call.dependencies.ledger, params.id);
    await perform(actions.deleteApplication, call, { applicationId: id });
  },
});

export const suspendApplication = operation({
  at: "PUT /admin/v1/applications/:id/suspension",
  of: actions.suspendApplication,
  summary: "Suspend an application: its requests are rejected from the next one on",
  params: anApplication,
  body: suspension,
  response: application,
  problems: ["rejected"],
  async run({ params, body, ...call }) {
    const input = { applicationId: params.id, because: reasonIn(body.because) };
    await perform(actions.suspendApplication, call, input);
    return applicationJson(await applicationAt(call.dependencies.ledger, params.id));
  },
});

export const restoreApplication = operation({
  at: "DELETE /admin/v1/applications/:id/suspension",
  of: actions.restoreApplication,
  summary: "Lift an application's suspension",
  params: anApplication,
  async run({ params, ...call }) {
    const { id } = await applicationAt(call.dependencies.ledger, params.id);
    await perform(actions.restoreApplication, call, { applicationId: id });
  },
});

export const approveApplication = operation({
  at: "PUT /admin/v1/applications/:id/approval",
  of: actions.approveApplication,
  summary: "Approve an application that waits, or the change of it that waits",
  params: anApplication,
  body: z
    .strictObject({
      access: access.describe("The access that it may request.").optional(),
      plan: planName.describe("The plan that it gets, by name.").optional(),
    })
    .meta({ id: "Approval" }),
  response: application,
  tagged: true,
  ifMatch: true,
  async run({ params, body, assertMatch, ...call }) {
    const { ledger } = call.dependencies;
    const from = await applicationAt(ledger, params.id);
    assertMatch(applicationJson(from));
    await perform(actions.approveApplication, call, { from, ...body });
    return applicationJson(await applicationAt(ledger, params.id));
  },
});

const question = z
  .string()
  .max(400, { error: "can have up to 200 characters on one line" })
  .describe(
    "The question, up to 200 characters on one line. It is emailed and shown in the portal.",
  );

export const askAboutApplication = operation({
  at: "PUT /admin/v1/applications/:id/question",
  of: actions.askAboutApplication,
  summary: "Ask the owner of an application that waits for approval something",
  params: anApplication,
  body: z.strictObject({ question }).meta({ id: "ApprovalQuestion" }),
  response: application,
  tagged: true,
  ifMatch: true,
  problems: ["rejected"],
  async run({ params, body, assertMatch, ...call }) {
    const { ledger } = call.dependencies;
    const from = await applicationAt(ledger, params.id);
    assertMatch(applicationJson(from));
    const asked = reasonIn(body.question, "message");
    await perform(actions.askAboutApplication, call, { from, question: asked });
    return applicationJson(await applicationAt(ledger, params.id));
  },
});

export const declineApplication = operation({
  at: "PUT /admin/v1/applications/:id/rejection",
  of: actions.declineApplication,
  summary: "Decline an application, also one that was approved, or the change of it that waits",
  params: anApplication,
  query: z.strictObject({
    confirm: z
      .enum(["true"])
      .describe("Decline it even if it was approved, which ends its access.")
      .optional(),
  }),
  body: z.strictObject({ because }).meta({ id: "ApprovalRejection" }),
  response: application,
  tagged: true,
  ifMatch: true,
  problems: ["conflict", "rejected"],
  async run({ params, query, body, assertMatch, ...call }) {
    const { ledger } = call.dependencies;
    const from = await applicationAt(ledger, params.id);
    assertMatch(applicationJson(from));
    const reason = reasonIn(body.because);
    if (from.approval === undefined && query.confirm === undefined) {
      const detail =
        "The application is approved, and from then on it works for its owner's account only. Add confirm=true to decline it anyway.";
      throw new AdminProblem("conflict", detail);
    }
    await perform(actions.declineApplication, call, { from, because: reason });
    return applicationJson(await applicationAt(ledger, params.id));
  },
});

export const transferApplication = operation({
  at: "PUT /admin/v1/applications/:id/owner",
  of: actions.transferApplication,
  summary: "Transfer an application to another owner; the current owner loses access",
  params: anApplication,
  body: z.strictObject({ screen_name: screenName }).meta({ id: "NewOwner" }),
  response: application,
  problems: ["rejected"],
  async run({ params, body, ...call }) {
    const { ledger } = call.dependencies;
    const before = await applicationAt(ledger, params.id);
    const user = await userNamed(ledger, body.screen_name);
    // A repeated call finds the new owner, which is what it wants.
    if (before.ownerId === user.id) return applicationJson(before);
    const to = { applicationId: before.id, userId: user.id };
    await perform(actions.transferApplication, call, to);
    return applicationJson(await applicationAt(ledger, before.id));
  },
});

const message = z
  .string()
  .max(400, { error: "can have up to 200 characters on one line" })
  .describe(
    "The message, up to 200 characters on one line. It is emailed and shown in the portal.",
  );

export const notifyOwner = operation({
  at: "POST /admin/v1/applications/:id/owner_notices",
  of: actions.notifyOwner,
  summary: "Email an application's owner and editors, and show it to them in the portal",
  params: anApplication,
  body: z.strictObject({ message }).meta({ id: "OwnerNotice" }),
  response: z
    .strictObject({
      owner_emailed: z
        .boolean()
        .describe("False if the owner has no verified address, or the service sends no email."),
    })
    .meta({ id: "OwnerNotified" }),
  creates: true,
  about: ({ params }) => ({ applicationId: params.id }),
  problems: ["rejected"],
  async run({ params, body, ...call }) {
    const { ledger, config } = call.dependencies;
    const { id, ownerId } = await applicationAt(ledger, params.id);
    const notice = { applicationId: id, message: reasonIn(body.message, "message") };
    await perform(actions.notifyOwner, call, notice);
    const owner = await ledger.userById(ownerId);
    return { owner_emailed: config.mailServer !== undefined && getsNotices(owner) };
  },
});

export const setApplicationIcon = operation({
  at: "PUT /admin/v1/applications/:id/icon",
  name: "setApplicationIcon",
  summary: "Set an application's icon",
  params: anApplication,
  role: "manager",
  upload: ["image/png", "image/jpeg", "image/webp"],
  maxBodyBytes: maxIconBytes,
  response: application,
  problems: ["not-found", "rejected"],
  async run({
    params,
    by,
    server: {
      bytes,
      dependencies: { ledger, icons },
    },
  }) {
    const { id } = await applicationAt(ledger, params.id);
    const icon = await icons.encoded(bytes, requesterOf(by));
    if (icon === undefined) {
      throw new AdminProblem("rejected", "The image can't be read as PNG, JPEG, or WebP.");
    }
    await ledger.setApplicationIcon({ applicationId: id, icon, now: by.at }, by);
    return applicationJson(await applicationAt(ledger, id));
  },
});

export const removeApplicationIcon = operation({
  at: "DELETE /admin/v1/applications/:id/icon",
  name: "removeApplicationIcon",
  summary: "Remove an application's icon",
  params: anApplication,
  role: "manager",
  problems: ["not-found"],
  async run({ params, by, dependencies: { ledger } }) {
    const { id } = await applicationAt(ledger, params.id);
    await ledger.setApplicationIcon({ applicationId: id, icon: undefined, now: by.at }, by);
  },
});

export const getApplicationLimits = operation({
  at: "GET /admin/v1/applications/:id/limits",
  name: "getApplicationLimits",
  summary: "Get an application's own limits",
  params: anApplication,
  response: limits,
  tagged: true,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    return limitsJson(await applicationAt(ledger, params.id));
  },
});

export const setApplicationLimits = operation({
  at: "PUT /admin/v1/applications/:id/limits",
  of: actions.setApplicationLimits,
  summary: "Replace an application's own limits; an empty object restores the usual ones",
  params: anApplication,
  body: limits,
  response: limits,
  tagged: true,
  ifMatch: true,
  problems: ["not-found", "rejected"],
  async run({ params, body, assertMatch, ...call }) {
    const { ledger } = call.dependencies;
    const before = await applicationAt(ledger, params.id);
    assertMatch(limitsJson(before));
    const read = readLimits(body, await limitedIn(call.dependencies));
    if (!read.ok) throw new AdminProblem("rejected", read.problem);
    const change = { applicationId: before.id, limits: read.limits, seen: before.limits };
    await perform(actions.setApplicationLimits, call, change);
    return limitsJson(await applicationAt(ledger, params.id));
  },
});

export const getApplicationUsage = operation({
  at: "GET /admin/v1/applications/:id/usage",
  name: "getApplicationUsage",
  summary: "Get an application's requests over time",
  params: anApplication,
  query: usageQuery,
  response: usage,
  problems: ["not-found"],
  async run({ params, query, dependencies }) {
    const { id } = await applicationAt(dependencies.ledger, params.id);
    return usageJson(id, query, dependencies);
  },
});

/** Throws 409 with what the change would do, if it does anything to those who use the application. */
function rejectUnconfirmed(effects: readonly ChangeEffect[]): void {
  if (effects.length === 0) return;
  throw new AdminProblem(
    "conflict",
    "The change ends something that is in use. Add confirm=true to change it anyway.",
    { errors: effects.map((one) => ({ at: one.effect, detail: effectInWords(one) })) },
  );
}
