import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { UserId } from "../../domain/credentials.ts";
import { hasSecondFactor, writtenFactor } from "../../domain/factors.ts";
import { everyPage } from "../../domain/page.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { personalDocument } from "../../http/actions/personal-data.ts";
import { removeFactor } from "../../http/actions/remove-factor.ts";
import { tokensOf } from "../../http/actions/revoke-tokens.ts";
import { type Confirmation, confirm, yesMeaning } from "./confirm.ts";
import { newFile, writeNew } from "./new-file.ts";
import { makeUserLink, rejectUselessLink } from "./one-time-link.ts";
import { Failed, print, reasonGiven } from "./outcome.ts";
import { plural } from "./plural.ts";
import { applicationWithKey, userNamed, withLedger } from "./stores.ts";

interface IdentityOptions extends Confirmation {
  screenName: string;
  issuer: string;
  subject: string;
  because: string;
}

export function addUserAccessCommands(user: Command): void {
  user
    .command("grants")
    .description("List the applications that have access to an account")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--json", "print one JSON object")
    .action((options: { screenName: string; json?: true }) =>
      withLedger((ledger) => list(ledger, options)),
    );
  user
    .command("revoke-access")
    .description("Revoke an application's access to an account, from the next request on")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .requiredOption("--consumer-key <key>", "the application's consumer key")
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { screenName: string; consumerKey: string }) =>
      withLedger((ledger) => revoke(ledger, options)),
    );
  user
    .command("factors")
    .description("Show which second factors an account has, never their secrets")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--json", "print one JSON object")
    .action((options: { screenName: string; json?: true }) =>
      withLedger((ledger) => showFactors(ledger, options)),
    );
  user
    .command("remove-factor")
    .description("Remove one second factor of an account; all its sessions end")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .requiredOption("--factor <id>", "the factor, as `user factors` prints it")
    .requiredOption("--because <reason>", "the reason, kept in the audit log")
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { screenName: string; factor: string; because: string }) =>
      withLedger((ledger) => removeOneFactor(ledger, options)),
    );
  user
    .command("remove-factors")
    .description("Remove the second factors of an account; all its sessions end")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .requiredOption("--because <reason>", "the reason, kept in the audit log")
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { screenName: string; because: string }) =>
      withLedger((ledger) => removeFactors(ledger, options)),
    );
  user
    .command("identities")
    .description("List the identities linked to an account")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--json", "print one JSON object")
    .action((options: { screenName: string; json?: true }) =>
      withLedger((ledger) => listIdentities(ledger, options)),
    );
  user
    .command("remove-identity")
    .description("Unlink an identity from an account; all its sessions end")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .requiredOption("--issuer <url>", "the provider, as `user identities` prints it")
    .requiredOption("--subject <id>", "the user's subject (`sub`) at that provider")
    .requiredOption("--because <reason>", "the reason, kept in the audit log")
    .option("--yes", yesMeaning)
    .action((options: IdentityOptions) => withLedger((ledger) => removeIdentity(ledger, options)));
  user
    .command("recovery-link")
    .description(
      "Create a link for a user who lost their password and second factors; it works once and expires after an hour",
    )
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .requiredOption("--because <reason>", "the reason, kept in the audit log")
    .option("--json", "print one JSON object")
    .action((options: { screenName: string; because: string; json?: true }) =>
      withLedger((ledger, config) => makeRecoveryLink(ledger, config, options)),
    );
  user
    .command("export-data")
    .description("Write a user's data to a JSON file: no secrets, and nothing about other users")
    .argument("<file>", "the file to create, readable only for this account; it must not exist")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .action((given: string, options: { screenName: string }) =>
      withLedger((ledger, config) => exportData(ledger, config, given, options)),
    );
  user
    .command("delete")
    .description("Delete an account with everything it granted; this can't be undone")
    .requiredOption("--screen-name <name>", "the account, by screen name or ID")
    .option("--yes", yesMeaning)
    .action((options: Confirmation & { screenName: string }) =>
      withLedger((ledger) => remove(ledger, options)),
    );
}

async function list(
  ledger: Ledger,
  { screenName, json }: { screenName: string; json?: true },
): Promise<void> {
  const { id } = await userNamed(ledger, screenName);
  const connected = everyPage(
    (after) => ledger.connectedApplications(id, { after, size: 500 }),
    (one) => one.applicationId,
  );
  const rows = [];
  for await (const one of connected) {
    const application = await ledger.applicationById(one.applicationId);
    rows.push({
      consumer_key: application?.consumerKey ?? "",
      name: one.name,
      access: one.access,
      email: one.emailGranted,
      since: new Date(one.since).toISOString(),
    });
  }
  const lines = rows.map(
    (one) => `${one.consumer_key}  ${one.access.padEnd(5)}  ${one.since.slice(0, 10)}  ${one.name}`,
  );
  const none = "no application has access to this account";
  print(json, { grants: rows }, lines.length > 0 ? lines : [none]);
}

async function revoke(
  ledger: Ledger,
  options: Confirmation & { screenName: string; consumerKey: string },
): Promise<void> {
  const { id: userId, screenName } = await userNamed(ledger, options.screenName);
  const { id: applicationId, name } = await applicationWithKey(ledger, options.consumerKey);
  const none = new Failed(`${name} has no access to the account ${screenName}`);
  const tokens = await Array.fromAsync(tokensOf(ledger, { applicationId, userId }));
  if (tokens.length > 0) {
    const ends = `${name} loses its access to the account ${screenName} (${plural(tokens.length, "access token")}), until the user gives it again.`;
    await confirm([ends], options);
  }
  const context = byCommandLine(Date.now());
  if (!(await ledger.revokeAccess({ applicationId, userId }, context))) throw none;
  print(false, {}, [`${name} has no access to the account ${screenName} anymore`]);
}

async function showFactors(
  ledger: Ledger,
  { screenName, json }: { screenName: string; json?: true },
): Promise<void> {
  const { id } = await userNamed(ledger, screenName);
  const factors = await ledger.factorsOf(id);
  const { totp, recoveryCodes } = factors;
  const since = totp && new Date(totp.since).toISOString();
  const passkeys = factors.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    factor: writtenFactor({ kind: "passkey", id }),
    name,
    since: new Date(createdAt).toISOString(),
    last_used: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
  }));
  const parts = [
    ...(since === undefined ? [] : [`totp: authenticator app since ${since.slice(0, 10)}`]),
    ...passkeys.map(
      (one) => `${one.factor}: passkey ${JSON.stringify(one.name)} since ${one.since.slice(0, 10)}`,
    ),
    `${recoveryCodes} recovery codes left`,
  ];
  print(
    json,
    { totp_since: since ?? null, passkeys, recovery_codes: recoveryCodes },
    hasSecondFactor(factors) ? parts : ["no second factor"],
  );
}

async function removeOneFactor(
  ledger: Ledger,
  options: Confirmation & { screenName: string; factor: string; because: string },
): Promise<void> {
  const { id: userId, screenName } = await userNamed(ledger, options.screenName);
  const { factor: written } = options;
  const because = reasonGiven(options.because);
  const factors = await writtenFactors(ledger, userId);
  if (factors.includes(written)) await confirm(endingFactors(screenName, [written]), options);
  const context = byCommandLine(Date.now());
  if ((await removeFactor(ledger, { userId, written, because }, context)) === undefined) {
    throw new Failed(
      `${screenName} has no such second factor; \`countersign user factors --screen-name ${screenName}\` lists them`,
    );
  }
  const left = hasSecondFactor(await ledger.factorsOf(userId)) ? "has another" : "has none left";
  print(false, {}, [
    `the second factor was removed, every session has ended, and ${screenName} ${left}`,
  ]);
}

async function removeFactors(
  ledger: Ledger,
  options: Confirmation & { screenName: string; because: string },
): Promise<void> {
  const { id, screenName } = await userNamed(ledger, options.screenName);
  const because = reasonGiven(options.because);
  const factors = await writtenFactors(ledger, id);
  if (factors.length > 0) await confirm(endingFactors(screenName, factors), options);
  if (!(await ledger.removeSecondFactors(id, because, byCommandLine(Date.now())))) {
    throw new Failed(`${screenName} has no second factor`);
  }
  print(false, {}, [`${screenName} has no second factors anymore, and every session has ended`]);
}

async function writtenFactors(ledger: Ledger, userId: UserId): Promise<readonly string[]> {
  const { totp, passkeys } = await ledger.factorsOf(userId);
  return [
    ...(totp === undefined ? [] : [writtenFactor({ kind: "totp" })]),
    ...passkeys.map(({ id }) => writtenFactor({ kind: "passkey", id })),
  ];
}

function endingFactors(screenName: string, factors: readonly string[]): readonly string[] {
  return [
    `${screenName} permanently loses ${plural(factors.length, "second factor")}, and all sessions end:`,
    ...factors.map((one) => `  ${one}`),
  ];
}

async function listIdentities(
  ledger: Ledger,
  { screenName, json }: { screenName: string; json?: true },
): Promise<void> {
  const { id } = await userNamed(ledger, screenName);
  const rows = (await ledger.identitiesOf(id)).map(({ issuer, subject, linkedAt }) => {
    return { issuer, subject, since: new Date(linkedAt).toISOString() };
  });
  const lines = rows.map((one) => `${one.since.slice(0, 10)}  ${one.issuer}  ${one.subject}`);
  const none = "no identity is linked to this account";
  print(json, { identities: rows }, lines.length > 0 ? lines : [none]);
}

async function removeIdentity(ledger: Ledger, options: IdentityOptions): Promise<void> {
  const { id, screenName } = await userNamed(ledger, options.screenName);
  const { issuer, subject } = options;
  const because = reasonGiven(options.because);
  const identities = await ledger.identitiesOf(id);
  if (identities.some((one) => one.issuer === issuer && one.subject === subject)) {
    const ends = `${screenName} can't sign in with this identity anymore (${identities.length - 1} left), and all sessions end.`;
    await confirm([ends], options);
  }
  const removed = { userId: id, identity: { issuer, subject }, because };
  if (!(await ledger.removeIdentity(removed, byCommandLine(Date.now())))) {
    throw new Failed(
      `${screenName} has no such identity; \`countersign user identities --screen-name ${screenName}\` lists them`,
    );
  }
  print(false, {}, [`the identity was unlinked from ${screenName}, and every session has ended`]);
}

async function makeRecoveryLink(
  ledger: Ledger,
  config: Config,
  options: { screenName: string; because: string; json?: true },
): Promise<void> {
  const user = await userNamed(ledger, options.screenName);
  const because = reasonGiven(options.because);
  await rejectUselessLink(ledger, config, user, "account-recovery");
  const { id: userId, screenName } = user;
  const made = await makeUserLink(ledger, config, { purpose: "account-recovery", userId, because });
  const note = `With this link, ${screenName} can choose a new password. Second factors and linked identities are removed, and the email address has to be confirmed again. It works once and expires at ${made.expires_at}.`;
  print(options.json, made, [made.url], [note]);
}

async function exportData(
  ledger: Ledger,
  { serviceName }: Config,
  given: string,
  options: { screenName: string },
): Promise<void> {
  const file = newFile(given);
  const { id, screenName } = await userNamed(ledger, options.screenName);
  const now = Date.now();
  await ledger.record({ ...byCommandLine(now), name: "user.data-exported", userId: id });
  const about = { service: serviceName, now };
  await writeNew(
    file,
    personalDocument(id, (page) => ledger.personalData(page), about),
  );
  print(false, {}, [`${file} contains what the service stores about ${screenName}`]);
}

/** Names the applications, because each of them must be dealt with before the account can be deleted. */
async function ownedBy(
  ledger: Ledger,
  { userId, screenName }: { readonly userId: UserId; readonly screenName: string },
): Promise<string> {
  const owned = await ledger.applicationsOf(userId, { after: undefined, size: maxNamed + 1 });
  const named = owned.slice(0, maxNamed).map((one) => `  ${one.consumerKey}  ${one.name}`);
  const more = owned.length > maxNamed ? ["  and more"] : [];
  return [
    `${screenName} owns applications; first delete them in the portal, or transfer them to another user with \`countersign app move\`:`,
    ...named,
    ...more,
  ].join("\n");
}

const maxNamed = 100;

async function endingAccount(
  ledger: Ledger,
  userId: UserId,
  screenName: string,
): Promise<readonly string[]> {
  const grants = { text: "", order: "name", offset: 0, size: 1 } as const;
  const { total } = await ledger.grantedApplications(userId, grants);
  const now = Date.now();
  const sessions = everyPage(
    (after) => ledger.sessionsOf(userId, now, { after, size: 500 }),
    ({ digest }) => digest,
  );
  const identities = await ledger.identitiesOf(userId);
  return [
    `The account ${screenName} is deleted permanently, and with it:`,
    `  the access of ${plural(total, "application")} to it`,
    `  ${plural((await Array.fromAsync(sessions)).length, "session")}`,
    `  ${plural((await writtenFactors(ledger, userId)).length, "second factor")}`,
    `  ${plural(identities.length, "linked identity", "linked identities")}`,
  ];
}

async function remove(
  ledger: Ledger,
  options: Confirmation & { screenName: string },
): Promise<void> {
  const { id: userId, screenName } = await userNamed(ledger, options.screenName);
  if (await ledger.ownsApplications(userId)) {
    throw new Failed(await ownedBy(ledger, { userId, screenName }));
  }
  await confirm(await endingAccount(ledger, userId, screenName), options);
  const outcome = await ledger.deleteUser({ userId }, byCommandLine(Date.now()));
  if (outcome === "owns-applications") {
    throw new Failed(await ownedBy(ledger, { userId, screenName }));
  }
  if (outcome === "last-administrator") {
    throw new Failed(
      `${screenName} is the last administrator; make someone else an administrator first`,
    );
  }
  print(false, {}, [`the account ${screenName} is deleted`]);
}
