import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import type { Config } from "../../config/config.ts";
import { type Application, type Overlap, overlaps } from "../../domain/application.ts";
import { draftWith, problemWithDraft } from "../../domain/application-change.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import {
  type ApplicationDraft,
  applicationFields,
  emptyDraft,
} from "../../domain/fields/application.ts";
import { fieldsJson } from "../../domain/fields/field.ts";
import { everyPage } from "../../domain/page.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { problemWithMethods } from "../../http/actions/application-draft.ts";
import { createApplicationFor } from "../../http/actions/create-application.ts";
import { regenerateSecret } from "../../http/actions/regenerate-secret.ts";
import { addAppChangeCommand } from "./app-change.ts";
import { type Confirmation, confirm, yesMeaning } from "./confirm.ts";
import { addFieldOptions, fieldsInOptions } from "./field-options.ts";
import { Failed, print, reasonGiven, WrongUse } from "./outcome.ts";
import { plural } from "./plural.ts";
import { applicationWithKey, userNamed, withLedger } from "./stores.ts";

interface NewApplicationOptions {
  owner: string;
  json?: true;
}

interface RegenerateOptions extends Confirmation {
  readonly consumerKey: string;
  readonly overlap: Overlap;
}

export function addAppCommands(program: Command): void {
  const app = program.command("app").description("Applications (consumers)");
  const creation = app
    .command("create")
    .description("Create an application; its consumer secret is printed only once")
    .requiredOption("--owner <screen-name>", "the account that owns it");
  addFieldOptions<ApplicationDraft>(creation, applicationFields, { isNew: true })
    .option("--json", "print one JSON object")
    .action((options: NewApplicationOptions) =>
      withLedger((ledger, config) => create(ledger, config, options)),
    );
  addAppChangeCommand(app.command("change"));
  withKey(app.command("regenerate-secret"), "Create a new consumer secret; it is printed only once")
    .addOption(
      new Option(
        "--overlap <time>",
        "how long the previous secret, and a bearer token fetched with it, keep working",
      )
        .choices(Object.keys(overlaps))
        .default("0"),
    )
    .option("--yes", `${yesMeaning}; not needed with an overlap`)
    .option("--json", "print one JSON object")
    .action((options: RegenerateOptions) => withLedger((ledger) => regenerate(ledger, options)));
  withKey(
    app.command("suspend"),
    "Suspend an application: its requests are rejected from the next one on",
  )
    .option(
      "--because <reason>",
      "the reason, shown to the owner",
      "suspended by the administrator",
    )
    .action((options: { consumerKey: string; because: string }) =>
      withLedger((ledger) => suspend(ledger, options.consumerKey, options.because)),
    );
  withKey(app.command("restore"), "Lift a suspension").action((options: { consumerKey: string }) =>
    withLedger((ledger) => restore(ledger, options.consumerKey)),
  );
  withKey(app.command("delete"), "Delete an application and all its tokens; this can't be undone")
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { consumerKey: string }) =>
      withLedger((ledger) => remove(ledger, options)),
    );
  withKey(
    app.command("move"),
    "Transfer an application to another owner; the current owner loses access",
  )
    .requiredOption("--owner <screen-name>", "the new owner's account")
    .action((options: { consumerKey: string; owner: string }) =>
      withLedger((ledger) => move(ledger, options)),
    );
  withKey(app.command("show"), "Show one application")
    .option("--json", "print one JSON object")
    .action((options: { consumerKey: string; json?: true }) =>
      withLedger((ledger) => show(ledger, options)),
    );
  app
    .command("list")
    .description("List all applications")
    .option("--json", "print one JSON object")
    .action((options: { json?: true }) => withLedger((ledger) => list(ledger, options)));
}

function withKey(command: Command, description: string): Command {
  return command
    .description(description)
    .requiredOption("--consumer-key <key>", "the application's consumer key");
}

async function create(
  ledger: Ledger,
  config: Config,
  options: NewApplicationOptions,
): Promise<void> {
  const given = fieldsInOptions<ApplicationDraft>(applicationFields, { ...options });
  const draft = draftWith(emptyDraft, given);
  const problem = problemWithDraft(draft) ?? problemWithMethods(draft, config.signatureMethods);
  if (problem !== undefined) throw new WrongUse(problem);
  const owner = await userNamed(ledger, options.owner);
  const created = await createApplicationFor(
    { ledger, random: randomBytes },
    owner.id,
    draft,
    byCommandLine(Date.now()),
  );
  if (created === undefined) throw new Failed(`${owner.screenName} was deleted at the same time`);
  const { id, consumerKey, consumerSecret } = created;
  print(
    options.json,
    { app_id: id, consumer_key: consumerKey, consumer_secret: consumerSecret.reveal() },
    [`consumer key     ${consumerKey}`, `consumer secret  ${consumerSecret.reveal()}`],
    [`The application ${draft.name} was created with the ID ${id}. The secret is not shown again.`],
  );
}

async function regenerate(
  ledger: Ledger,
  { consumerKey, overlap, ...options }: RegenerateOptions,
): Promise<void> {
  const application = await applicationWithKey(ledger, consumerKey);
  if (overlap === "0") {
    const ends = `The secret of ${titleOf(application)} stops working at once, and so does a bearer token fetched with it.`;
    await confirm([ends], options);
  }
  const regenerated = await regenerateSecret(
    { ledger, random: randomBytes },
    { applicationId: application.id, overlap, replaces: application.secretSetAt },
    byCommandLine(Date.now()),
  );
  // Another secret is valid now. The one created here would not work, so it is not printed.
  if (regenerated === undefined) {
    throw new Failed("someone else regenerated the secret at the same time; nothing was changed");
  }
  const { secret } = regenerated;
  const previous = "The previous secret and a bearer token fetched with it";
  print(
    options.json,
    { consumer_key: consumerKey, consumer_secret: secret.reveal() },
    [secret.reveal()],
    [
      `${previous} ${overlap === "0" ? "no longer work" : `keep working for ${overlap}`}. The new secret is not shown again.`,
    ],
  );
}

async function suspend(ledger: Ledger, consumerKey: string, because: string): Promise<void> {
  const { id, name } = await applicationWithKey(ledger, consumerKey);
  const reason = reasonGiven(because);
  const suspended = await ledger.suspendApplication(id, reason, byCommandLine(Date.now()));
  if (!suspended) throw new Failed(`${name} was deleted at the same time`);
  print(false, {}, [`${name} is suspended`]);
}

async function restore(ledger: Ledger, consumerKey: string): Promise<void> {
  const { id, name } = await applicationWithKey(ledger, consumerKey);
  const restored = await ledger.restoreApplication(id, byCommandLine(Date.now()));
  print(false, {}, [restored ? `${name} is restored` : `${name} is not suspended`]);
}

async function remove(
  ledger: Ledger,
  { consumerKey, ...options }: Confirmation & { consumerKey: string },
): Promise<void> {
  const application = await applicationWithKey(ledger, consumerKey);
  const { id, name, ownerId, ownerScreenName: owner } = application;
  const now = Date.now();
  const { users } = await ledger.collaborators(id, now);
  const { bearerSince } = await ledger.applicationKeys({ applicationId: id, userId: ownerId }, now);
  await confirm(
    [
      `${titleOf(application)} of ${owner} is deleted permanently, and with it:`,
      `  the access that ${plural(await ledger.countGrants(id, Number.MAX_SAFE_INTEGER), "user")} gave`,
      `  ${plural(bearerSince === undefined ? 0 : 1, "bearer token")}`,
      `  the roles of ${plural(users.length, "collaborator")}`,
    ],
    options,
  );
  await ledger.deleteApplication(id, byCommandLine(Date.now()));
  print(false, {}, [`${name} and all its tokens are deleted`]);
}

function titleOf({ name, consumerKey }: Application): string {
  return `${name} (${consumerKey})`;
}

async function move(
  ledger: Ledger,
  { consumerKey, owner }: { consumerKey: string; owner: string },
): Promise<void> {
  const { id, name } = await applicationWithKey(ledger, consumerKey);
  const user = await userNamed(ledger, owner);
  const to = { applicationId: id, userId: user.id };
  const outcome = await ledger.moveApplication(to, byCommandLine(Date.now()));
  if (outcome === "is-owner") throw new Failed(`${user.screenName} already owns ${name}`);
  if (outcome === "gone")
    throw new Failed("the application or the account was deleted at the same time");
  print(false, {}, [`${name} belongs to ${user.screenName} now`]);
}

async function show(
  ledger: Ledger,
  { consumerKey, json }: { consumerKey: string; json?: true },
): Promise<void> {
  const object = asObject(await applicationWithKey(ledger, consumerKey));
  const lines = Object.entries(object).map(
    ([name, value]) => `${name.padEnd(16)} ${Array.isArray(value) ? value.join(" ") : value}`,
  );
  print(json, object, lines);
}

async function list(ledger: Ledger, { json }: { json?: true }): Promise<void> {
  const applications = await Array.fromAsync(
    everyPage(
      (after) => ledger.applications({ after, size: 500 }),
      (one) => one.consumerKey,
    ),
  );
  const lines = applications.map(
    (one) =>
      `${one.consumerKey}  ${one.name}  @${one.ownerScreenName}${one.suspendedBecause === undefined ? "" : "  (suspended)"}`,
  );
  print(
    json,
    { applications: applications.map(asObject) },
    lines.length > 0 ? lines : ["there are no applications yet"],
  );
}

function asObject(application: Application) {
  return {
    app_id: application.id,
    owner: application.ownerScreenName,
    consumer_key: application.consumerKey,
    ...fieldsJson<ApplicationDraft>(applicationFields, application),
    waiting_schemes: waitingSchemes(application.callbacks, application.confirmedSchemes),
    created_at: new Date(application.createdAt).toISOString(),
    suspended: application.suspendedBecause ?? false,
  };
}
