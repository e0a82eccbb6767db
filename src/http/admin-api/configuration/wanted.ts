/** What a configuration may have. Everything that it leaves out stays as it is. */
import { z } from "zod";
import { maxApiLimits } from "../../../domain/api-limits.ts";
import { collaboratorRoles, maxCollaborators } from "../../../domain/collaborator.ts";
import { consumerKeyForm, isConsumerKey } from "../../../domain/credentials.ts";
import { maxLimit } from "../../../domain/limits.ts";
import { readReason, signUpWays } from "../../../domain/operating.ts";
import { maxPlans } from "../../../domain/plan.ts";
import { graceChoices, secondFactorRequirements } from "../../../domain/second-factor.ts";
import { isSunsetName, maxExempt, maxSunsets, sunsetNameForm } from "../../../domain/sunset.ts";
import { maxUnusedDays, minUnusedDays } from "../../../domain/unused-access.ts";
import { apiLimitMembers, limitName } from "../api-limits.ts";
import { settable } from "../application.ts";
import { planMembers, planName } from "../plans.ts";
import { sunsetMembers, sunsetName } from "../sunsets.ts";

/** Through the API. A file on the database may have more. */
export const maxApplications = 1000;

/** By screen name or ID, as everywhere in the admin API. */
export const user = z.string().min(1).max(200);

export const digitsHint = "A screen name of digits alone needs an @ before it, as in @1984.";

export const consumerKey = z
  .string()
  .refine(isConsumerKey, { error: `must be a consumer key, which has ${consumerKeyForm}` });

const limits = z
  .record(z.string(), z.number().int().min(1).max(maxLimit))
  .describe("Its own limits by name, exactly these; {} for none.");

const collaborators = z
  .record(user, z.enum(collaboratorRoles))
  .refine((all) => Object.keys(all).length <= maxCollaborators, {
    error: `can have up to ${maxCollaborators} collaborators`,
  })
  .describe(
    `Collaborators by screen name or ID, exactly these. New ones are invited. ${digitsHint}`,
  );

const suspended = reasonOrFalse("Why it is suspended, for its owner; false lifts a suspension.");

function reasonOrFalse(meaning: string) {
  return z
    .union([z.literal(false), z.string()], { error: "must be a reason, or false" })
    .refine((because) => because === false || readReason(because).ok, {
      error: "must be a reason of up to 200 characters on one line, or false",
    })
    .describe(meaning);
}

/** What one application may have. */
export const members = {
  consumer_key: consumerKey
    .describe(
      "If no application has it, a new one gets it. Without it, owner and name identify the application.",
    )
    .optional(),
  state: z
    .enum(["present", "absent"])
    .describe("absent: the application and all its tokens are deleted.")
    .optional(),
  owner: user.describe(`The screen name or ID of its owner. ${digitsHint}`).optional(),
  ...z.strictObject(settable).partial().shape,
  limits: limits.optional(),
  plan: planName
    .or(z.literal(""))
    .describe("The name of its plan; empty for the default one.")
    .optional(),
  collaborators: collaborators.optional(),
  suspended: suspended.optional(),
  declined: reasonOrFalse(
    "Why its approval is declined, for its owner; false approves it, or a change of it that waits.",
  ).optional(),
};

/** For `refine`. */
export const isNamed = [
  (one: { consumer_key?: unknown; owner?: unknown; name?: unknown }) =>
    one.consumer_key !== undefined || (one.owner !== undefined && one.name !== undefined),
  { error: "needs consumer_key, or owner and name" },
] as const;

const day = z.union([z.iso.date(), sunsetMembers.ends_at], {
  error: "must be a day or a time in UTC, such as 2027-06-01 or 2027-06-01T09:00:00Z",
});

const sunset = z
  .strictObject({
    state: z.enum(["present", "absent"]).describe("absent: the sunset is removed."),
    trait: sunsetMembers.trait,
    consumer_key: consumerKey
      .nullable()
      .describe("The application for which it ends; null for every application."),
    exempt: z.array(consumerKey).max(maxExempt).describe("Exempt applications."),
    deprecated_at: day.describe(
      "From when on it should no longer be used; by default, when it is planned.",
    ),
    ends_at: day.describe("When it ends. A day begins at midnight UTC."),
    rejects: sunsetMembers.rejects,
    link: sunsetMembers.link,
    brownout: z
      .strictObject({
        ...sunsetMembers.brownout.unwrap().shape,
        from: day.describe("When it begins."),
        until: day.describe("When it is over."),
      })
      .nullable()
      .describe("When it is rejected before it ends; null for no brownout."),
  })
  .partial();

/** What else may be in a configuration. */
export const service = {
  api_limits: z
    .record(
      limitName,
      z
        .strictObject({
          state: z.enum(["present", "absent"]).describe("absent: the limit is deleted."),
          ...apiLimitMembers,
        })
        .partial(),
    )
    .refine((all) => Object.keys(all).length <= maxApiLimits, {
      error: `can have up to ${maxApiLimits} API limits`,
    })
    .describe(
      "Limits of your APIs by name, except those of COUNTERSIGN_API_LIMITS. Those that are not listed stay as they are.",
    )
    .optional(),
  plans: z
    .record(planName, z.strictObject(planMembers).partial())
    .refine((all) => Object.keys(all).length <= maxPlans, {
      error: `can have up to ${maxPlans} plans`,
    })
    .refine((all) => Object.values(all).filter((one) => one.is_default).length <= 1, {
      error: "can have one default plan",
    })
    .describe("Plans by name. Those that are not listed stay as they are.")
    .optional(),
  sunsets: z
    .record(
      sunsetName.refine(isSunsetName, { error: `must be a name, which has ${sunsetNameForm}` }),
      sunset,
    )
    .refine((all) => Object.keys(all).length <= maxSunsets, {
      error: `can have up to ${maxSunsets} sunsets`,
    })
    .describe("Sunsets by name. Those that are not listed stay as they are.")
    .optional(),
  administrators: z
    .array(user)
    .min(1)
    .describe(
      `The screen names or IDs of all administrators: others stop being administrators. ${digitsHint}`,
    )
    .optional(),
  settings: z
    .strictObject({
      sign_up: z.enum(signUpWays).describe("Who can create an account.").optional(),
      second_factor: z
        .strictObject({
          required_for: z.enum(secondFactorRequirements).describe("Who needs it."),
          grace_days: z.literal(graceChoices).describe("The grace period in days.").optional(),
        })
        .describe("Who needs a second factor.")
        .optional(),
      unused_access_days: z
        .int()
        .min(minUnusedDays)
        .max(maxUnusedDays)
        .nullable()
        .describe(
          "After how many days without use the access of an application to an account ends; null for never.",
        )
        .optional(),
    })
    .describe("Settings of the service.")
    .optional(),
};

export const applicationsHint = "Applications that are not listed stay as they are.";

export const applicationEntry = z.strictObject(members).refine(...isNamed);

const named = { id: "Configuration", description: "What is left out stays as it is." };

export const configuration = z
  .strictObject({
    applications: z
      .array(applicationEntry)
      .max(maxApplications)
      .describe(applicationsHint)
      .optional(),
    ...service,
  })
  .meta(named);

const { $schema: _, ...entryJson } = z.toJSONSchema(applicationEntry, { io: "input" });

/** As it is sent: its applications are validated later, one after another, because each takes a while. */
export const sentConfiguration = z
  .strictObject({
    applications: z
      .array(z.unknown())
      .max(maxApplications)
      .meta({ items: entryJson })
      .describe(applicationsHint)
      .optional(),
    ...service,
  })
  .meta(named);

export type Configuration = z.output<typeof configuration>;
export type SentConfiguration = z.output<typeof sentConfiguration>;
export type ApplicationEntry = z.output<typeof applicationEntry>;
