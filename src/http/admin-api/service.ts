/** The service itself in the admin API: its settings, health, keys, backups, usage, and this API's document. */
import { z } from "zod";
import { signUpWays } from "../../domain/operating.ts";
import {
  type GraceDays,
  graceChoices,
  secondFactorRequirements,
} from "../../domain/second-factor.ts";
import { isUnusedDays, maxUnusedDays, minUnusedDays } from "../../domain/unused-access.ts";
import { lastBackupAt } from "../actions/last-backup.ts";
import {
  changeServiceSettings,
  countUnusedAccess,
  ruleAfter,
  type ServiceSettings,
  serviceSettingsIn,
  unusedAccessConfigured,
} from "../actions/service-settings.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { applicationAt } from "./application.ts";
import { time, timeOrNull } from "./shapes.ts";
import { serviceUsageQuery, usage, usageJson } from "./usage.ts";

const members = {
  sign_up: z.enum(signUpWays).describe("Who can create an account."),
  second_factor: z.enum(secondFactorRequirements).describe("Who needs a second factor."),
  grace_days: z.literal([...graceChoices]).describe("The grace period in days."),
  unused_access_days: z
    .int()
    .min(minUnusedDays)
    .max(maxUnusedDays)
    .nullable()
    .describe(
      "After how many days without use the access of an application to an account ends, 14 days after a notice; null for never. Read-only if COUNTERSIGN_UNUSED_ACCESS_DAYS is set.",
    ),
};

const settings = z.strictObject(members).meta({ id: "Settings" });

export const getSettings = operation({
  at: "GET /admin/v1/settings",
  name: "getSettings",
  summary: "Get the settings that change without a restart",
  response: settings,
  tagged: true,
  run: async ({ dependencies }) => settingsJson(await serviceSettingsIn(dependencies)),
});

export const changeSettings = operation({
  at: "PATCH /admin/v1/settings",
  name: "changeSettings",
  summary: "Change settings without a restart",
  role: "manager",
  body: z.strictObject(members).partial().meta({ id: "SettingsChange" }),
  response: settings,
  tagged: true,
  ifMatch: true,
  async run({ body, by, assertMatch, dependencies }) {
    const present = await serviceSettingsIn(dependencies);
    assertMatch(settingsJson(present));
    const days = settingsJson(present).unused_access_days;
    const { unused_access_days: wantedDays = days } = body;
    if (wantedDays !== days && present.unused.isConfigured) {
      throw new AdminProblem("conflict", unusedAccessConfigured);
    }
    const unused = { days: wantedDays ?? undefined };
    const { second_factor: requiredFor, grace_days: graceDays } = body;
    const rule = ruleAfter(
      present.rule,
      {
        requiredFor: requiredFor ?? present.rule.requiredFor,
        graceDays: graceDays ?? present.rule.graceDays,
      },
      by.at,
    );
    // A value that it has by the configuration is not put in the database by repeating it.
    const signUp = body.sign_up === present.signUp ? undefined : body.sign_up;
    const wanted = { signUp, rule, unused };
    if (!(await changeServiceSettings(dependencies, present, wanted, by))) {
      throw new AdminProblem(
        "precondition-failed",
        "They have changed in the meantime. Read them again.",
      );
    }
    return settingsJson(await serviceSettingsIn(dependencies));
  },
});

function settingsJson({ signUp, rule, unused }: ServiceSettings): {
  sign_up: ServiceSettings["signUp"];
  second_factor: ServiceSettings["rule"]["requiredFor"];
  grace_days: GraceDays;
  unused_access_days: number | null;
} {
  return {
    sign_up: signUp,
    second_factor: rule.requiredFor,
    grace_days: rule.graceDays,
    unused_access_days: unused.days ?? null,
  };
}

const unusedDays = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text) && isUnusedDays(Number(text)), {
    error: `must be ${minUnusedDays} to ${maxUnusedDays}`,
  })
  .describe("After how many days without use.");

/** An administrator looks at the numbers before turning the rule on. */
export const getUnusedAccess = operation({
  at: "GET /admin/v1/unused_access",
  name: "getUnusedAccess",
  summary: "Count the access that would end first, if it ended after so many days without use",
  query: z.strictObject({ days: unusedDays }),
  response: z
    .strictObject({
      days: z.int().describe("After how many days without use."),
      grants: z.int().describe("How many accesses of one application to one account."),
      users: z.int().describe("Of how many users they are."),
    })
    .meta({ id: "UnusedAccess" }),
  async run({ query, by, pause, dependencies }) {
    const days = Number(query.days);
    return { days, ...(await countUnusedAccess(dependencies, { days, now: by.at }, pause)) };
  },
});

export const getHealth = operation({
  at: "GET /admin/v1/health",
  name: "getHealth",
  summary: "Get the service's health, its readiness, and what needs attention",
  response: z
    .strictObject({
      status: z.enum(["ok", "failing"]).describe("Whether the service works."),
      readiness: z
        .enum(["ready", "draining", "failing"])
        .describe("Whether it takes requests; `draining` while it shuts down."),
      problems: z.array(z.string()).describe("What needs attention, as sentences."),
    })
    .meta({ id: "Health" }),
  async run({ server: { health, readiness } }) {
    const [state, ready] = await Promise.all([health(), readiness()]);
    return {
      status: state.status,
      readiness: ready.status,
      problems: [...(state.problems ?? [])],
    };
  },
});

export const getBackups = operation({
  at: "GET /admin/v1/backups",
  name: "getBackups",
  summary: "Get the time of the last backup",
  response: z
    .strictObject({
      last_at: time
        .nullable()
        .describe(
          "When the last backup was made. Null if the service knows of none, as with backups by PostgreSQL's own tools.",
        ),
    })
    .meta({ id: "Backups" }),
  async run({
    server: {
      dependencies: { ledger, ledgerFiles },
    },
  }) {
    return { last_at: timeOrNull(await lastBackupAt(ledger, ledgerFiles)) };
  },
});

export const getKeyRing = operation({
  at: "GET /admin/v1/keys",
  name: "getKeyRing",
  summary: "Get the ID of the encrypting key, and the time of the last rotation",
  response: z
    .strictObject({
      encrypts_with: z.string().describe("The ID of the key that encrypts."),
      rotated_at: time
        .nullable()
        .describe("When the keys were rotated last; null if they never were."),
    })
    .meta({ id: "KeyRing" }),
  async run({
    server: {
      dependencies: { ledger, keys },
    },
  }) {
    const page = { after: undefined, size: 1 };
    const [rotated] = await ledger.eventsBy({ name: "keys.rotated" }, page);
    const encryptsWith = rotated?.details?.["keyId"] ?? keys.sealingKeyId;
    return { encrypts_with: String(encryptsWith), rotated_at: timeOrNull(rotated?.at) };
  },
});

export const getUsage = operation({
  at: "GET /admin/v1/usage",
  name: "getUsage",
  summary: "Get usage of the service, or of an application",
  query: serviceUsageQuery,
  response: usage,
  problems: ["not-found"],
  async run({ query: { application, ...query }, dependencies }) {
    if (application !== undefined) await applicationAt(dependencies.ledger, application);
    return usageJson(application ?? "service", query, dependencies);
  },
});

export const getOpenApi = operation({
  at: "GET /admin/v1/openapi.json",
  name: "getOpenApi",
  summary: "Get this document",
  response: z
    .looseObject({ openapi: z.string().describe("The version of OpenAPI.") })
    .meta({ id: "OpenApiDocument" }),
  run: ({ server }) => server.document() as { openapi: string },
});
