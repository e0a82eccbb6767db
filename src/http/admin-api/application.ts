import { z } from "zod";
import type { Application, ListedApplication } from "../../domain/application.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  approvalRequestFields,
  approvalStates,
} from "../../domain/fields/approval.ts";
import { fieldsJson } from "../../domain/fields/field.ts";
import type { Applications } from "../../domain/ports/applications.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { shapeOf } from "./fields.ts";
import { access, applicationId, itsId, namedUser, time, timeOf } from "./shapes.ts";

export const anApplication = z.strictObject({ id: applicationId });

/** Fields that an owner and a pipeline may set. */
export const settable = shapeOf<ApplicationDraft>(applicationFields);

export const limits = z
  .record(z.string(), z.number().int().min(1))
  .describe("The application's own limits by name; all others are the usual ones.");

export const application = z
  .strictObject({
    id: itsId,
    ...settable,
    owner: namedUser.describe("Its owner."),
    consumer_key: z.string().describe("Its consumer key."),
    secret_set_at: time.describe("When its consumer secret was created."),
    secret_revoked_at: time
      .nullable()
      .describe(
        "When an administrator ended the consumer secret, if no other one was created since.",
      ),
    waiting_schemes: z
      .array(z.string())
      .describe("Callback schemes that wait for an administrator's confirmation."),
    icon: z.string().nullable().describe("The path of its icon on the public address."),
    limits,
    plan: z
      .string()
      .nullable()
      .describe("The name of its plan; null if it follows the default one."),
    suspended_because: z
      .string()
      .nullable()
      .describe("Why it is suspended, for its owner; null if it isn't."),
    ...shapeOf<ApprovalRequest>(approvalRequestFields),
    approval: z
      .enum(["approved", ...approvalStates])
      .describe(
        "Whether it is approved, waits, was asked something, or was declined. If `awaited_access` or `awaited_callbacks` is set, this is about that change only.",
      ),
    approval_text: z
      .string()
      .nullable()
      .describe("What an administrator asked its owner, or why it was declined."),
    approval_since: time
      .nullable()
      .describe("Since when it waits, was asked, or was declined; null if it is approved."),
    awaited_access: access.nullable().describe("The level that it gets once that is approved."),
    awaited_callbacks: z
      .array(z.string())
      .nullable()
      .describe("The callback URLs that it gets once they are approved."),
    created_at: time.describe("When it was created."),
  })
  .meta({ id: "Application" });

export function applicationJson(one: Application): z.input<typeof application> {
  return {
    id: one.id,
    ...fieldsJson<ApplicationDraft>(applicationFields, one),
    callbacks: [...one.callbacks],
    owner: { id: one.ownerId, screen_name: one.ownerScreenName },
    consumer_key: one.consumerKey,
    secret_set_at: timeOf(one.secretSetAt),
    secret_revoked_at: one.secretRevokedAt === undefined ? null : timeOf(one.secretRevokedAt),
    waiting_schemes: [...waitingSchemes(one.callbacks, one.confirmedSchemes)],
    icon: one.icon === undefined ? null : `/icons/${one.id}-${one.icon}.webp`,
    limits: limitsJson(one),
    plan: one.plan ?? null,
    suspended_because: one.suspendedBecause ?? null,
    ...fieldsJson<ApprovalRequest>(approvalRequestFields, one),
    approval: one.approval ?? "approved",
    approval_text: one.approvalText ?? null,
    approval_since: one.approvalSince === undefined ? null : timeOf(one.approvalSince),
    awaited_access: one.awaitedAccess ?? null,
    awaited_callbacks: one.awaitedCallbacks === undefined ? null : [...one.awaitedCallbacks],
    created_at: timeOf(one.createdAt),
  };
}

export const listedApplication = application
  .extend({
    last_used_on: z.iso
      .date()
      .nullable()
      .describe("The last day (UTC) with a verified request; null if there was none."),
  })
  .meta({ id: "ListedApplication" });

export function listedApplicationJson(one: ListedApplication): z.input<typeof listedApplication> {
  const { lastUsedDay: day } = one;
  const lastUsed = day === undefined ? null : timeOf(day * dayMs).slice(0, 10);
  return { ...applicationJson(one), last_used_on: lastUsed };
}

/** Throws 404. */
export async function applicationAt(
  ledger: Pick<Applications, "applicationById">,
  id: ApplicationId,
): Promise<Application> {
  const found = await ledger.applicationById(id);
  if (found === undefined) throw new AdminProblem("not-found", "No such application.");
  return found;
}

/** Throws 404, and 409 for an application that is suspended. */
export async function activeApplicationAt(
  ledger: Pick<Applications, "applicationById">,
  id: ApplicationId,
): Promise<Application> {
  const found = await applicationAt(ledger, id);
  if (found.suspendedBecause === undefined) return found;
  const detail = "The application is suspended. Restore the application first.";
  throw new AdminProblem("conflict", detail);
}

export function limitsJson({ limits: own }: Application): z.input<typeof limits> {
  return Object.fromEntries(Object.entries(own).map(([name, limit]) => [name, Number(limit)]));
}
