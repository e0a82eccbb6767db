import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { Config } from "../../config/config.ts";
import { readError } from "../../config/read-error.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { PasswordHash } from "../../domain/credentials.ts";
import { everyPage } from "../../domain/page.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { typedText } from "../../domain/typed-text.ts";
import { screenNameForm } from "../../domain/user.ts";
import { createUserFor } from "../../http/actions/create-user.ts";
import { problemWithPassword } from "../../tools/passwords/new-password.ts";
import type { PasswordOwner } from "../../tools/passwords/password-problem.ts";
import { hashPassword } from "../../tools/passwords/passwords.ts";
import { makeUserLink, rejectUselessLink } from "./one-time-link.ts";
import { Failed, print, reasonGiven, rejectWithoutPasswords, WrongUse } from "./outcome.ts";
import { userNamed, withLedger } from "./stores.ts";
import { addUserAccessCommands } from "./user-access.ts";

interface PasswordOptions {
  password?: string;
  passwordFile?: string;
}

interface NewUserOptions extends PasswordOptions {
  screenName: string;
  name?: string;
  email?: string;
  admin?: true;
  json?: true;
}

export function addUserCommands(program: Command): void {
  const user = program.command("user").description("User accounts");
  withPassword(
    user
      .command("create")
      .description("Create an account")
      .requiredOption("--screen-name <name>", screenNameForm),
  )
    .option("--name <name>", "the name that other users see")
    .option("--email <address>", "the email address")
    .option("--admin", "make this user an administrator")
    .option("--json", "print one JSON object")
    .action((options: NewUserOptions) =>
      withLedger((ledger, config) => create(ledger, config, options)),
    );
  withPassword(
    user
      .command("set-password")
      .description(
        "Set a new password; the user is signed out everywhere, and everything pending in the account ends",
      )
      .requiredOption("--screen-name <name>", "the account, by screen name or ID"),
  ).action((options: PasswordOptions & { screenName: string }) =>
    withLedger((ledger, config) => setPassword(ledger, config, options)),
  );
  for (const [name, isAdmin, description] of [
    ["promote", true, "Make a user an administrator, from the next request on"],
    ["demote", false, "Remove a user's administrator rights, from the next request on"],
  ] as const) {
    user
      .command(name)
      .description(description)
      .requiredOption("--screen-name <name>", "the account, by screen name or ID")
      .action((options: { screenName: string }) =>
        withLedger((ledger) => changeAdmin(ledger, options.screenName, isAdmin)),
      );
  }
  user
    .command("reset-link")
    .description("Create a password reset link; it works once and expires after an hour")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--json", "print one JSON object")
    .action((options: { screenName: string; json?: true }) =>
      withLedger((ledger, config) => makeResetLink(ledger, config, options)),
    );
  user
    .command("confirm-email")
    .description(
      "Mark an account's email address as confirmed; applications see only confirmed addresses",
    )
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .action((options: { screenName: string }) =>
      withLedger((ledger) => confirm(ledger, options.screenName)),
    );
  user
    .command("suspend")
    .description("Suspend an account: no one can sign in or act for it from the next request on")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--because <reason>", "the reason, shown to the user", "suspended by the administrator")
    .action((options: { screenName: string; because: string }) =>
      withLedger((ledger) => suspend(ledger, options.screenName, options.because)),
    );
  user
    .command("restore")
    .description("Lift a suspension")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .action((options: { screenName: string }) =>
      withLedger((ledger) => restore(ledger, options.screenName)),
    );
  addUserAccessCommands(user);
  user
    .command("list")
    .description("List all accounts")
    .option("--json", "print one JSON object")
    .action((options: { json?: true }) => withLedger((ledger) => list(ledger, options)));
}

function withPassword(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--password <password>",
        "the password (visible to anyone who can list processes)",
      ).conflicts("passwordFile"),
    )
    .option(
      "--password-file <file>",
      "a file whose first line is the password; - reads standard input",
    );
}

async function create(ledger: Ledger, config: Config, options: NewUserOptions): Promise<void> {
  rejectWithoutPasswords(config);
  const name = typedText(options.name);
  const { screenName, email = "", admin: isAdmin = false, json } = options;
  const created = await createUserFor(
    { ledger, random: randomBytes, serviceName: config.serviceName, hash: hashPassword },
    { profile: { screenName, name, email }, password: passwordIn(options), isAdmin },
    byCommandLine(Date.now()),
  );
  if (created === "screen-name-taken") {
    throw new Failed(`the screen name ${screenName} is taken`);
  }
  if ("problem" in created) throw new WrongUse(created.problem);
  const { id } = created;
  print(json, { user_id: id, screen_name: screenName }, [
    `user ${screenName} was created with the ID ${id}`,
  ]);
}

async function setPassword(
  ledger: Ledger,
  config: Config,
  options: PasswordOptions & { screenName: string },
): Promise<void> {
  rejectWithoutPasswords(config);
  const user = await userNamed(ledger, options.screenName);
  const passwordHash = await hashOfNewPassword(options, user, config);
  const changed = await ledger.setPassword(user.id, passwordHash, byCommandLine(Date.now()));
  if (!changed) throw requestErrorOf("gone", user.screenName);
  print(false, {}, [`${user.screenName} has a new password and is signed out everywhere`]);
}

async function makeResetLink(
  ledger: Ledger,
  config: Config,
  { screenName, json }: { screenName: string; json?: true },
): Promise<void> {
  const user = await userNamed(ledger, screenName);
  await rejectUselessLink(ledger, config, user, "password-reset");
  const wanted = { purpose: "password-reset", userId: user.id } as const;
  const made = await makeUserLink(ledger, config, wanted);
  const note = `With this link, ${user.screenName} can choose a new password. It works once and expires at ${made.expires_at}.`;
  print(json, made, [made.url], [note]);
}

async function changeAdmin(ledger: Ledger, screenName: string, isAdmin: boolean): Promise<void> {
  const user = await userNamed(ledger, screenName);
  const outcome = await ledger.setAdmin(user.id, isAdmin, byCommandLine(Date.now()));
  if (outcome !== "changed") throw requestErrorOf(outcome, user.screenName);
  print(false, {}, [`${user.screenName} is ${isAdmin ? "" : "not "}an administrator`]);
}

async function confirm(ledger: Ledger, screenName: string): Promise<void> {
  const { id: userId, screenName: name, email } = await userNamed(ledger, screenName);
  if (email === "") throw new Failed(`${name} has no email address`);
  if (!(await ledger.confirmEmail({ userId, email }, byCommandLine(Date.now())))) {
    throw new Failed(
      `the email address of ${name} changed at the same time; check it and try again`,
    );
  }
  print(false, {}, [`${email} is now confirmed as the email address of ${name}`]);
}

async function suspend(ledger: Ledger, screenName: string, because: string): Promise<void> {
  const user = await userNamed(ledger, screenName);
  const reason = reasonGiven(because);
  const outcome = await ledger.suspendUser(user.id, reason, byCommandLine(Date.now()));
  if (outcome !== "changed") throw requestErrorOf(outcome, user.screenName);
  print(false, {}, [`${user.screenName} is suspended`]);
}

async function restore(ledger: Ledger, screenName: string): Promise<void> {
  const user = await userNamed(ledger, screenName);
  const restored = await ledger.restoreUser(user.id, byCommandLine(Date.now()));
  print(false, {}, [`${user.screenName} is ${restored ? "restored" : "not suspended"}`]);
}

function requestErrorOf(outcome: "last-administrator" | "gone", screenName: string): Failed {
  if (outcome === "gone") return new Failed(`${screenName} was deleted at the same time`);
  return new Failed(
    `${screenName} is the last administrator who is not suspended; make someone else an administrator first: countersign user promote --screen-name NAME`,
  );
}

async function list(ledger: Ledger, { json }: { json?: true }): Promise<void> {
  const users = await Array.fromAsync(
    everyPage(
      (after) => ledger.users({ after, size: 500 }),
      (one) => one.screenName,
    ),
  );
  const rows = users.map((one) => ({
    user_id: one.id,
    screen_name: one.screenName,
    name: one.name,
    email: one.email || null,
    email_confirmed: one.email !== "" && one.emailVerified,
    admin: one.isAdmin,
    suspended: one.suspendedBecause !== undefined,
  }));
  const width = rows.reduce((most, one) => Math.max(most, one.screen_name.length), 0);
  const lines = rows.map((one) =>
    `${one.user_id}  ${one.screen_name.padEnd(width)}  ${one.suspended ? "suspended" : "active   "}  ${one.admin ? "admin" : "     "}  ${one.email ?? ""}`.trimEnd(),
  );
  print(json, { users: rows }, lines.length > 0 ? lines : ["there are no users yet"]);
}

async function hashOfNewPassword(
  options: PasswordOptions,
  { screenName, name, email }: Omit<PasswordOwner, "serviceName">,
  { serviceName }: Config,
): Promise<PasswordHash> {
  const password = passwordIn(options);
  const owner = { screenName, name, email, serviceName };
  const problem = await problemWithPassword(password, owner);
  if (problem !== undefined) throw new WrongUse(problem);
  return hashPassword(password);
}

function passwordIn({ password, passwordFile }: PasswordOptions): string {
  return password ?? readPasswordFile(passwordFile);
}

function readPasswordFile(path: string | undefined): string {
  if (path === undefined) {
    throw new WrongUse("set the password with --password-file FILE or --password PASSWORD");
  }
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    throw new WrongUse(`the password file ${path} cannot be read: ${readError(error)}`);
  }
}
