import type { Command } from "commander";
import { byCommandLine } from "../../../domain/audit-context.ts";
import type { ApplicationId, UserId } from "../../../domain/credentials.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { everyItem } from "../../../domain/slice.ts";
import type { User } from "../../../domain/user.ts";
import { personalDocument } from "../../../http/actions/personal-data.ts";
import { tokensOf } from "../../../http/actions/revoke-tokens.ts";
import * as signInMethods from "../../../http/admin-api/sign-in-methods.ts";
import * as tokens from "../../../http/admin-api/tokens.ts";
import * as users from "../../../http/admin-api/users.ts";
import { aligned } from "../fitted.ts";
import { newFile, writeNew } from "../new-file.ts";
import { Failed, plural, print } from "../outcome.ts";
import { userNamed, withLedger } from "../stores.ts";
import { addCommand, type Called } from "./command.ts";

const suspendedByDefault = { because: "suspended by the administrator" };

export function addUserCommands(user: Command): void {
  addCommand(user, {
    name: "create",
    of: users.createUserOrAdmin,
    print: ({ id, screen_name: name }) => `user ${name} was created with the ID ${id}`,
  });
  addCommand(user, {
    name: "set-password",
    of: signInMethods.setPassword,
    print: (_, called) =>
      `${called.user.screenName} has a new password and is signed out everywhere`,
  });
  addCommand(user, {
    name: "create-reset-link",
    of: signInMethods.createResetLink,
    print: ({ url, expires_at: until }, called) => ({
      lines: [url],
      notes: [
        `With this link, ${called.user.screenName} can choose a new password. It works once and expires at ${until}.`,
      ],
    }),
  });
  addCommand(user, {
    name: "create-recovery-link",
    of: signInMethods.createRecoveryLink,
    print: ({ url, expires_at: until }, called) => ({
      lines: [url],
      notes: [
        `With this link, ${called.user.screenName} can choose a new password. Second factors and linked identities are removed, and the email address has to be verified again. It works once and expires at ${until}.`,
      ],
    }),
  });
  addCommand(user, {
    name: "verify-email",
    of: users.verifyEmail,
    input(_, called) {
      if (called.user.email === "")
        throw new Failed(`${called.user.screenName} has no email address`);
      return { email: called.user.email };
    },
    print: ({ email, screen_name: name }) => `${email} is verified as the email address of ${name}`,
  });
  addCommand(user, {
    name: "suspend",
    of: users.suspendUser,
    defaults: suspendedByDefault,
    print: ({ screen_name: name }) => `${name} is suspended`,
  });
  addCommand(user, {
    name: "restore",
    of: users.restoreUser,
    input(_, { user: { screenName, suspendedBecause } }) {
      if (suspendedBecause === undefined) throw new Failed(`${screenName} is not suspended`);
      return {};
    },
    print: (_, called) => `${called.user.screenName} is restored`,
  });
  addCommand(user, {
    name: "end-sessions",
    of: users.endSessions,
    print: (_, called) => `${called.user.screenName} is signed out everywhere`,
  });
  addCommand(user, {
    name: "grants",
    description: "List the applications that have access to an account",
    of: tokens.listAccessTokens,
    options: (command) =>
      command.requiredOption("--screen-name <name>", "the account, by screen name or ID"),
    input: () => ({}),
    print: ({ data }) =>
      orNone(
        data.map(({ application, access, since }) => [
          application.consumer_key,
          access,
          since.slice(0, 10),
          application.name,
        ]),
        "no application has access to this account",
      ),
  });
  addCommand(user, {
    name: "revoke-access",
    description: "Revoke an application's access to an account, from the next request on",
    of: tokens.revokeAccess,
    options: (command) =>
      command
        .requiredOption("--screen-name <name>", "the account, by screen name or ID")
        .requiredOption("--consumer-key <key>", "the application's consumer key"),
    input: (_, { user: { id }, application }) => ({ user: id, application: application.id }),
    async ends({ ledger, user: { id, screenName }, application }) {
      const count = await countTokens(ledger, id, application.id);
      if (count === 0) return [];
      return [
        `${application.name} loses its access to the account ${screenName} (${plural(count, "access token")}), until the user gives it again.`,
      ];
    },
    print({ grants }, { user: { screenName }, application: { name } }) {
      if (grants === 0) throw new Failed(`${name} has no access to the account ${screenName}`);
      return `${name} has no access to the account ${screenName} anymore`;
    },
  });
  addCommand(user, {
    name: "factors",
    of: signInMethods.listFactors,
    print: ({ data, recovery_codes: codes }) =>
      data.length === 0
        ? "no second factor"
        : [...data.map(factorLine), `${codes} recovery codes left`],
  });
  addCommand(user, {
    name: "remove-factor",
    of: signInMethods.removeFactor,
    ends: ({ ledger, user: one, options }) => endingFactors(ledger, one, String(options["factor"])),
    print: (_, called) =>
      `the second factor of ${called.user.screenName} was removed, and every session has ended`,
  });
  addCommand(user, {
    name: "remove-factors",
    of: signInMethods.removeFactors,
    ends: ({ ledger, user: one }) => endingFactors(ledger, one),
    print: (_, called) =>
      `${called.user.screenName} has no second factors anymore, and every session has ended`,
  });
  addCommand(user, {
    name: "identities",
    of: signInMethods.listIdentities,
    print: ({ data }) =>
      orNone(
        data.map(({ since, issuer, subject }) => [since.slice(0, 10), issuer, subject]),
        "no identity is linked to this account",
      ),
  });
  addCommand(user, {
    name: "remove-identity",
    of: signInMethods.removeIdentity,
    async ends({ ledger, user: { id, screenName }, options }) {
      const all = await ledger.identitiesOf(id);
      const left = all.filter(
        ({ issuer, subject }) => issuer !== options["issuer"] || subject !== options["subject"],
      );
      if (left.length === all.length) return [];
      return [
        `${screenName} can't sign in with this identity anymore (${left.length} left), and all sessions end.`,
      ];
    },
    print: (_, called) =>
      `the identity was unlinked from ${called.user.screenName}, and every session has ended`,
  });
  user
    .command("export-data")
    .description("Write a user's data to a JSON file: no secrets, and nothing about other users")
    .argument("<file>", "the file to create, readable only for this account; it must not exist")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .action(exportData);
  addCommand(user, {
    name: "delete",
    of: users.deleteUser,
    ends: ({ ledger, user: one, now }) => endingAccount(ledger, one, now),
    print: (_, called) => `the account ${called.user.screenName} is deleted`,
  });
  addCommand(user, {
    name: "show",
    of: users.getUser,
    print: (one) =>
      Object.entries(one).map(([name, value]) => `${name.padEnd(18)} ${value ?? ""}`.trimEnd()),
  });
  addCommand(user, {
    name: "list",
    of: users.listUsers,
    print: ({ data }) =>
      orNone(
        data.map((one) => [
          one.id,
          one.screen_name,
          one.suspended_because === null ? "active" : "suspended",
          one.admin ? "admin" : "",
          one.email ?? "",
        ]),
        "no users found",
      ),
  });
}

export function addAdminCommands(admin: Command): void {
  addCommand(admin, {
    name: "grant",
    of: users.grantAdmin,
    print: ({ screen_name: name }) => `${name} is an administrator`,
  });
  addCommand(admin, {
    name: "revoke",
    of: users.revokeAdmin,
    print: ({ screen_name: name }) => `${name} is not an administrator`,
  });
}

/** A row of columns, or a line, for each of a list. */
export function orNone(
  rows: readonly (string | readonly string[])[],
  none: string,
): readonly string[] {
  return rows.length > 0 ? aligned(rows.map((row) => [row].flat())) : [none];
}

async function countTokens(
  ledger: Ledger,
  userId: UserId,
  applicationId: ApplicationId,
): Promise<number> {
  return (await Array.fromAsync(tokensOf(ledger, { applicationId, userId }))).length;
}

function factorLine({ id, kind, name, since }: Factor): string {
  const what = kind === "totp" ? "authenticator app" : `passkey ${JSON.stringify(name)}`;
  return `${id}: ${what} since ${since.slice(0, 10)}`;
}

type Factor = Awaited<ReturnType<typeof signInMethods.listFactors.run>>["data"][number];

/** The lines name the factors that end: one, or all. */
async function endingFactors(
  ledger: Ledger,
  { id, screenName }: User,
  one?: string,
): Promise<readonly string[]> {
  const { data } = signInMethods.factorsJson(await ledger.factorsOf(id));
  const ending = data.filter((factor) => one === undefined || factor.id === one);
  if (ending.length === 0) return [];
  return [
    `${screenName} permanently loses ${plural(ending.length, "second factor")}, and all sessions end:`,
    ...ending.map((factor) => `  ${factor.id}`),
  ];
}

async function exportData(given: string, { screenName: name }: { screenName: string }) {
  const file = newFile(given);
  await withLedger(async (ledger, { serviceName }) => {
    const { id, screenName } = await userNamed(ledger, name);
    const now = Date.now();
    await ledger.record({ ...byCommandLine(now), name: "user.data-exported", userId: id });
    const about = { service: serviceName, now };
    await writeNew(
      file,
      personalDocument(id, (page) => ledger.personalData(page), about),
    );
    print(false, {}, [`${file} contains what the service stores about ${screenName}`]);
  });
}

const maxNamed = 100;

/** Throws `Failed` with the applications, because each of them must be dealt with before the account can be deleted. */
async function endingAccount(
  ledger: Ledger,
  { id, screenName }: Called["user"],
  now: number,
): Promise<readonly string[]> {
  const owned = await ledger.applicationsOf(id, { after: undefined, size: maxNamed + 1 });
  if (owned.length > 0) {
    const named = owned.slice(0, maxNamed).map((one) => `  ${one.consumerKey}  ${one.name}`);
    const more = owned.length > maxNamed ? ["  and more"] : [];
    throw new Failed(
      [
        `${screenName} owns applications; first delete them in the portal, or transfer them to another user with \`countersign app transfer\`:`,
        ...named,
        ...more,
      ].join("\n"),
    );
  }
  const grants = { text: "", order: "name", offset: 0, size: 1 } as const;
  const { total } = await ledger.grantedApplications(id, grants);
  const sessions = everyItem(
    (after) => ledger.sessionsOf(id, now, { after, size: 500 }),
    ({ digest }) => digest,
  );
  const { data: factors } = signInMethods.factorsJson(await ledger.factorsOf(id));
  const identities = await ledger.identitiesOf(id);
  return [
    `The account ${screenName} is deleted permanently, and with it:`,
    `  the access of ${plural(total, "application")} to it`,
    `  ${plural((await Array.fromAsync(sessions)).length, "session")}`,
    `  ${plural(factors.length, "second factor")}`,
    `  ${plural(identities.length, "linked identity", "linked identities")}`,
  ];
}
