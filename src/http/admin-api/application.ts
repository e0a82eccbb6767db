import { z } from "zod";
import type { Application } from "../../domain/application.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Applications } from "../../domain/ports/applications.ts";
import { AdminProblem } from "../../verification/admin-problem.ts";
import { access, time, timeOf } from "./shapes.ts";

const url = z.string().max(1000).describe("An http or https URL; empty for none.");

/** Fields that an owner and a pipeline may set. */
export const settable = {
  name: z.string().max(200).describe("Up to 50 characters."),
  description: z.string().max(800).describe("Up to 200 characters on one line."),
  website: url,
  terms_url: url,
  privacy_url: url,
  support_url: url,
  access: access.describe("What it may request."),
  callbacks: z
    .array(z.string().max(2000))
    .max(100)
    .describe("Up to 10 callback URLs; none for a desktop application that uses PINs."),
  sign_in: z.boolean().describe("Users who already gave access aren't asked again."),
  request_email: z.boolean().describe("It requests email addresses."),
  require_sha256: z
    .boolean()
    .describe("Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected."),
};

export const limits = z
  .record(z.string(), z.number().int().min(1))
  .describe("The application's own limits by name; all others are the usual ones.");

export const application = z
  .strictObject({
    id: z.string(),
    ...settable,
    owner: z.strictObject({ id: z.string(), screen_name: z.string() }),
    consumer_key: z.string(),
    secret_set_at: time,
    waiting_schemes: z
      .array(z.string())
      .describe("Callback schemes that wait for an administrator's confirmation."),
    icon: z.string().nullable().describe("The path of its icon on the public address."),
    limits,
    suspended_because: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: "Application" });

export function applicationJson(one: Application): z.input<typeof application> {
  return {
    id: one.id,
    name: one.name,
    description: one.description,
    website: one.website,
    terms_url: one.links.terms,
    privacy_url: one.links.privacy,
    support_url: one.links.support,
    access: one.access,
    callbacks: [...one.callbacks],
    sign_in: one.signIn,
    request_email: one.requestEmail,
    require_sha256: one.requireSha256,
    owner: { id: one.ownerId, screen_name: one.ownerScreenName },
    consumer_key: one.consumerKey,
    secret_set_at: timeOf(one.secretSetAt),
    waiting_schemes: [...waitingSchemes(one.callbacks, one.confirmedSchemes)],
    icon: one.icon === undefined ? null : `/icons/${one.id}-${one.icon}.webp`,
    limits: limitsJson(one),
    suspended_because: one.suspendedBecause ?? null,
    created_at: timeOf(one.createdAt),
  };
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

export function limitsJson({ limits: own }: Application): z.input<typeof limits> {
  return Object.fromEntries(Object.entries(own).map(([name, limit]) => [name, Number(limit)]));
}
