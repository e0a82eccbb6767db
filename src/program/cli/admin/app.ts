import { type Command, Option } from "commander";
import { type Application, overlaps } from "../../../domain/application.ts";
import { draftWith } from "../../../domain/application-change.ts";
import { awaitedChange } from "../../../domain/approval.ts";
import {
  type ApplicationDraft,
  applicationFields,
  emptyDraft,
} from "../../../domain/fields/application.ts";
import { fieldsJson } from "../../../domain/fields/field.ts";
import * as credentials from "../../../http/admin-api/application-credentials.ts";
import * as applications from "../../../http/admin-api/applications.ts";
import * as plans from "../../../http/admin-api/plans.ts";
import * as requestLog from "../../../http/admin-api/request-log.ts";
import { addFieldOptions, fieldsInOptions } from "../field-options.ts";
import { plural, WrongUse } from "../outcome.ts";
import { userNamed } from "../stores.ts";
import { addAppChangeCommand } from "./app-change.ts";
import { addCommand } from "./command.ts";
import { requestLines } from "./request-lines.ts";
import { orNone } from "./user.ts";

export function addAppCommands(app: Command): void {
  addCommand(app, {
    name: "create",
    of: applications.createApplication,
    options: (command) =>
      addFieldOptions<ApplicationDraft>(
        command.requiredOption("--owner <screen-name>", "the account that owns it"),
        applicationFields,
        { isNew: true },
      ),
    input: async ({ owner, ...options }, { ledger }) => ({
      ...fieldsJson<ApplicationDraft>(
        applicationFields,
        draftWith(emptyDraft, fieldsInOptions<ApplicationDraft>(applicationFields, options)),
      ),
      owner: (await userNamed(ledger, String(owner))).id,
    }),
    print: ({ id, name, consumer_key: key, consumer_secret: secret }) => ({
      lines: [`consumer key     ${key}`, `consumer secret  ${secret}`],
      notes: [
        `The application ${name} was created with the ID ${id}. The secret is not shown again.`,
      ],
    }),
  });
  addAppChangeCommand(app.command("change"));
  addCommand(app, {
    name: "plan",
    description: "Give an application a plan, or let it follow the default one",
    of: plans.setApplicationPlan,
    options: (command) =>
      command
        .addOption(new Option("--plan <name>", "the plan's name").conflicts("default"))
        .option("--default", "it follows the default plan"),
    input({ plan, default: isDefault }) {
      if (plan === undefined && isDefault === undefined) {
        throw new WrongUse("give --plan NAME, or --default");
      }
      return { plan: plan ?? null };
    },
    print: (one) => `${one.name}: ${one.plan ?? "the default plan"}`,
  });
  addCommand(app, {
    name: "regenerate-secret",
    description: "Create a new consumer secret; it is printed only once",
    of: credentials.regenerateConsumerSecret,
    options: (command) =>
      command.addOption(
        new Option(
          "--overlap <time>",
          "how long the previous secret, and a bearer token fetched with it, keep working",
        )
          .choices(Object.keys(overlaps))
          .default("0"),
      ),
    // Another secret may have been set while the question was on the terminal.
    input: ({ overlap }, { application }) => ({
      overlap,
      replaces: new Date(application.secretSetAt).toISOString(),
    }),
    ends: async ({ application, options }) =>
      options["overlap"] === "0"
        ? [
            `The secret of ${titleOf(application)} stops working at once, and so does a bearer token fetched with it.`,
          ]
        : [],
    print: ({ consumer_secret: secret }, { options: { overlap } }) => ({
      lines: [secret],
      notes: [
        `The previous secret and a bearer token fetched with it ${overlap === "0" ? "no longer work" : `keep working for ${overlap}`}. The new secret is not shown again.`,
      ],
    }),
  });
  addCommand(app, {
    name: "revoke-secret",
    of: credentials.revokeConsumerSecret,
    ends: async ({ ledger, application }) =>
      application.secretRevokedAt === undefined
        ? [
            `The secret of ${titleOf(application)} stops working at once, and so do a previous one and bearer tokens.`,
            `  ${plural(await ledger.countGrants(application.id, Number.MAX_SAFE_INTEGER), "user")} gave access: requests for them are rejected until the secret is regenerated.`,
          ]
        : [],
    print: (_, { application: { name } }) =>
      `the consumer secret of ${name} no longer works; its owner, or app regenerate-secret, creates a new one`,
  });
  addCommand(app, {
    name: "notify-owner",
    of: applications.notifyOwner,
    print: ({ owner_emailed: isEmailed }, { application: { name, ownerScreenName } }) =>
      isEmailed
        ? `@${ownerScreenName} is emailed about ${name}, and the portal shows it`
        : `@${ownerScreenName} has no verified email address, or this service sends no email; the portal shows it`,
  });
  addCommand(app, {
    name: "revoke-previous-secret",
    of: credentials.revokePreviousSecret,
    print: (_, { application: { name } }) => `the previous secret of ${name} no longer works`,
  });
  addCommand(app, {
    name: "create-bearer-token",
    description: "Create the application's bearer token; it is printed only once",
    of: credentials.createBearerToken,
    print: ({ bearer_token: token }) => ({
      lines: [token],
      notes: ["The bearer token is not shown again."],
    }),
  });
  addCommand(app, {
    name: "credentials",
    of: credentials.listCredentials,
    print: ({ data, previous }) => [
      ...data.map(
        ({ credential, created_at: created, until, last_used_at: used, ...one }) =>
          `${credential}${created === null ? "" : ` since ${created.slice(0, 10)}`}${until === null ? "" : `, until ${until}`}: ${used === null ? "not used in the last 30 days" : `last used ${used}, from ${one.more_addresses ? "more than " : ""}${plural(one.addresses, "address", "addresses")}`}`,
      ),
      ...(previous === null
        ? []
        : [
            previous.safe_to_end
              ? "the previous secret is safe to revoke"
              : `the previous secret may still be needed: ${plural(previous.addresses_not_moved, "address has", "addresses have")} not used the new one`,
          ]),
    ],
  });
  addCommand(app, {
    name: "bearer-tokens",
    of: credentials.listBearerTokens,
    print: ({ data }) =>
      orNone(
        data.map(
          ({ since, until }) =>
            `bearer token since ${since.slice(0, 10)}${until === null ? "" : `, of the previous consumer secret, until ${until}`}`,
        ),
        "there is no bearer token",
      ),
  });
  addCommand(app, {
    name: "revoke-bearer-token",
    of: credentials.revokeBearerToken,
    async ends({ ledger, application, now }) {
      const of = { applicationId: application.id, userId: application.ownerId };
      const { bearerSince, previousBearerSince } = await ledger.applicationKeys(of, now);
      const count = [bearerSince, previousBearerSince].filter((one) => one !== undefined).length;
      if (count === 0) return [];
      return [
        `${plural(count, "bearer token is", "bearer tokens are")} revoked: ${application.name} has to fetch another.`,
      ];
    },
    print: (_, { application: { name } }) =>
      `the bearer token of ${name} was revoked; anyone with its consumer secret can fetch another`,
  });
  addCommand(app, {
    name: "approve",
    of: applications.approveApplication,
    print: ({ name, access, plan }) =>
      `${name} is approved, with ${access} access${plan === null ? "" : ` and the plan ${plan}`}`,
  });
  addCommand(app, {
    name: "ask",
    of: applications.askAboutApplication,
    print: (_, { application: { name, ownerScreenName } }) =>
      `@${ownerScreenName} is asked about ${name}`,
  });
  addCommand(app, {
    name: "decline",
    of: applications.declineApplication,
    options: (command) =>
      command.requiredOption("--because <reason>", "the reason, which its owner sees"),
    input: ({ because }) => ({ because, confirm: "true" }),
    ends: async ({ ledger, application }) =>
      application.approval === undefined
        ? [
            `The approval of ${titleOf(application)} is withdrawn: it works for its owner's account only.`,
            `  ${plural(await ledger.countGrants(application.id, Number.MAX_SAFE_INTEGER), "user")} gave access: requests for them are rejected until it is approved again.`,
          ]
        : [],
    print: ({ name, approval }, { application }) =>
      awaitedChange(application) === undefined || approval !== "approved"
        ? `${name} is declined; it works for its owner's account only`
        : `the change of ${name} is declined; it works as before`,
  });
  addCommand(app, {
    name: "suspend",
    of: applications.suspendApplication,
    defaults: { because: "suspended by the administrator" },
    print: ({ name }) => `${name} is suspended`,
  });
  addCommand(app, {
    name: "restore",
    of: applications.restoreApplication,
    print: (_, { application: { name } }) => `${name} is restored`,
  });
  addCommand(app, {
    name: "delete",
    of: applications.deleteApplication,
    async ends({ ledger, application, now }) {
      const { id, ownerId, ownerScreenName: owner } = application;
      const { users } = await ledger.collaborators(id, now);
      const of = { applicationId: id, userId: ownerId };
      const { bearerSince } = await ledger.applicationKeys(of, now);
      const grants = await ledger.countGrants(id, Number.MAX_SAFE_INTEGER);
      return [
        `${titleOf(application)} of ${owner} is deleted permanently, and with it:`,
        `  the access that ${plural(grants, "user")} gave`,
        `  ${plural(bearerSince === undefined ? 0 : 1, "bearer token")}`,
        `  the roles of ${plural(users.length, "collaborator")}`,
      ];
    },
    print: (_, { application: { name } }) => `${name} and all its tokens are deleted`,
  });
  addCommand(app, {
    name: "transfer",
    of: applications.transferApplication,
    options: (command) =>
      command.requiredOption("--screen-name <name>", "the new owner, by screen name or ID"),
    input: (_, { user }) => ({ screen_name: user.id }),
    print: ({ name, owner }) => `${name} belongs to ${owner.screen_name} now`,
  });
  addCommand(app, {
    name: "show",
    of: applications.getApplication,
    print: (one) =>
      Object.entries(one).map(([name, value]) => `${name.padEnd(18)} ${textOf(value)}`.trimEnd()),
  });
  addCommand(app, {
    name: "requests",
    of: requestLog.listRequests,
    print: ({ data }) =>
      orNone(
        data.map(({ id, at, operation, error_code: code, authenticated, screen_name: user }) => [
          at,
          id,
          operation ?? "your API",
          `${code === null ? "verified" : `code ${code}`}${authenticated ? "" : " (unauthenticated)"}`,
          user === null ? "" : `@${user}`,
        ]),
        "there are no requests",
      ),
  });
  addCommand(app, {
    name: "request",
    of: requestLog.getRequest,
    print: requestLines,
  });
  addCommand(app, {
    name: "list",
    of: applications.listApplications,
    print: ({ data }) =>
      orNone(
        data.map((one) => [
          one.consumer_key,
          one.name,
          `@${one.owner.screen_name}`,
          ...(one.suspended_because === null ? [] : ["(suspended)"]),
          ...(one.approval === "approved" ? [] : [`(approval: ${one.approval})`]),
        ]),
        "no applications found",
      ),
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value).join(" ");
}

function titleOf({ name, consumerKey }: Application): string {
  return `${name} (${consumerKey})`;
}
