import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import { type AccessLevel, covers } from "../../domain/access.ts";
import type { Application } from "../../domain/application.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import { type AccessToken, tokenDigest } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { User } from "../../domain/user.ts";
import { grantWithoutAsking } from "../../http/actions/grant-access.ts";
import { revokeTokens, tokensOf } from "../../http/actions/revoke-tokens.ts";
import { type Confirmation, confirm, yesMeaning } from "./confirm.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
import { plural } from "./plural.ts";
import { applicationWithKey, userNamed, withLedger } from "./stores.ts";

interface NewTokenOptions {
  consumerKey: string;
  user: string;
  access?: AccessLevel;
  json?: true;
}

export function addTokenCommands(program: Command): void {
  const token = program.command("token").description("Access tokens and bearer tokens");
  token
    .command("create")
    .description(
      "Print a user's access token for an application, or create it without the user's consent; for tests",
    )
    .requiredOption("--consumer-key <key>", "the application's consumer key")
    .requiredOption("--user <screen-name>", "the user it acts for")
    .addOption(
      new Option("--access <level>", "the access level; default: the application's own").choices([
        "read",
        "write",
      ]),
    )
    .option("--json", "print one JSON object")
    .action((options: NewTokenOptions) => withLedger((ledger) => create(ledger, options)));
  token
    .command("list")
    .description("List the active tokens of a user, of an application, or of both; no secrets")
    .option("--user <screen-name>", "the user whose access tokens are listed")
    .option("--consumer-key <key>", "the application's tokens, including its bearer tokens")
    .option("--json", "print one JSON object")
    .action((options: Of & { json?: true }) => withLedger((ledger) => list(ledger, options)));
  token
    .command("revoke")
    .description("Revoke tokens, from the next request on")
    .option("--token <token>", "one access token")
    .option("--bearer <token>", "one bearer token")
    .option("--bearer-of <key>", "the bearer tokens of the application with this consumer key")
    .option("--user <screen-name>", "all access that this user gave")
    .option(
      "--consumer-key <key>",
      "all access that users gave to this application, and its bearer tokens; with --user, only that user's",
    )
    .option("--yes", yesMeaning)
    .action((options: RevokeOptions) => withLedger((ledger) => revoke(ledger, options)));
}

interface Of {
  user?: string;
  consumerKey?: string;
}

interface RevokeOptions extends Of, Confirmation {
  token?: string;
  bearer?: string;
  bearerOf?: string;
}

async function create(ledger: Ledger, options: NewTokenOptions): Promise<void> {
  const application = await applicationWithKey(ledger, options.consumerKey);
  const user = await userNamed(ledger, options.user);
  const access = options.access ?? application.access;
  if (!covers(application.access, access)) {
    throw new WrongUse(`the application is registered for ${application.access} access only`);
  }
  if (application.suspendedBecause !== undefined) {
    throw new Failed(
      `${application.name} is suspended; \`countersign app restore\` ends the suspension`,
    );
  }
  if (user.suspendedBecause !== undefined) {
    throw new Failed(
      `${user.screenName} is suspended; \`countersign user restore\` ends the suspension`,
    );
  }
  const granted = await grantWithoutAsking(
    { ledger, random: randomBytes },
    application,
    { userId: user.id, access },
    byCommandLine(Date.now()),
  );
  if (granted === undefined) {
    throw new Failed(
      "the application or the user was changed at the same time; check them and try again",
    );
  }
  const { token, secret, screenName } = granted;
  print(
    options.json,
    {
      oauth_token: token,
      oauth_token_secret: secret.reveal(),
      user_id: user.id,
      screen_name: screenName,
    },
    [`access token         ${token}`, `access token secret  ${secret.reveal()}`],
  );
}

async function list(ledger: Ledger, { json, ...of }: Of & { json?: true }): Promise<void> {
  const { application, user } = await named(ledger, of);
  if (application === undefined && user === undefined) {
    throw new WrongUse("choose the tokens with --user NAME, --consumer-key KEY, or both");
  }
  const found = await Array.fromAsync(
    tokensOf(ledger, { applicationId: application?.id, userId: user?.id }),
  );
  const access = found.map((one) => ({
    token: one.token,
    user_id: one.userId,
    screen_name: one.screenName,
    consumer_key: one.consumerKey,
    application: one.applicationName,
    access: one.access,
    since: new Date(one.since).toISOString(),
    last_used: one.lastUsedDay === undefined ? null : dayText(one.lastUsedDay * dayMs),
  }));
  const bearers =
    application === undefined || user !== undefined ? [] : await bearersOf(ledger, application);
  const lines = [
    ...access.map(
      (one) =>
        `${one.token}  ${one.access.padEnd(5)}  ${one.since.slice(0, 10)}  ${one.last_used ?? "never used"}  @${one.screen_name}  ${one.application}`,
    ),
    ...bearers.map(
      ({ since, until }) =>
        `bearer token since ${since.slice(0, 10)}${until === null ? "" : `, of the previous consumer secret, until ${until}`}`,
    ),
  ];
  print(
    json,
    { access_tokens: access, bearer_tokens: bearers },
    lines.length > 0 ? lines : ["there are no active tokens"],
  );
}

async function named(ledger: Ledger, { user, consumerKey }: Of) {
  return {
    application:
      consumerKey === undefined ? undefined : await applicationWithKey(ledger, consumerKey),
    user: user === undefined ? undefined : await userNamed(ledger, user),
  };
}

async function bearersOf(ledger: Ledger, { id, ownerId }: Application) {
  const keys = await ledger.applicationKeys({ applicationId: id, userId: ownerId }, Date.now());
  const { bearerSince, previousBearerSince, previousSecretUntil } = keys;
  const bearer = (since: number | undefined, until: number | undefined) =>
    since === undefined
      ? []
      : [
          {
            since: new Date(since).toISOString(),
            until: until === undefined ? null : new Date(until).toISOString(),
          },
        ];
  return [...bearer(bearerSince, undefined), ...bearer(previousBearerSince, previousSecretUntil)];
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

async function revoke(ledger: Ledger, options: RevokeOptions): Promise<void> {
  const { token, bearer, bearerOf, user, consumerKey } = options;
  const ways = [token, bearer, bearerOf, user ?? consumerKey].filter((one) => one !== undefined);
  if (ways.length !== 1) {
    throw new WrongUse(
      "choose the tokens to revoke in one way: --token TOKEN, --bearer TOKEN, --bearer-of KEY, or --user NAME, --consumer-key KEY, or both",
    );
  }
  if (token !== undefined) await revokeToken(ledger, token, options);
  else if (bearer !== undefined) await revokeBearer(ledger, bearer, options);
  else if (bearerOf !== undefined) await revokeBearerOf(ledger, bearerOf, options);
  else await revokeAll(ledger, options);
}

async function revokeToken(ledger: Ledger, token: string, options: Confirmation): Promise<void> {
  const holder = await ledger.accessTokenHolder(token);
  if (holder !== undefined) {
    await confirm(["This access token is revoked, until its user gives access again."], options);
  }
  const revoked = await ledger.revokeAccessToken(token as AccessToken, byCommandLine(Date.now()));
  if (!revoked) throw new Failed("no such active access token");
  print(false, {}, ["the token was revoked"]);
}

async function revokeBearer(ledger: Ledger, bearer: string, options: Confirmation): Promise<void> {
  const digest = tokenDigest(bearer);
  const now = Date.now();
  if ((await ledger.bearerApplication(digest, now)) !== undefined) {
    await confirm(["This bearer token is revoked."], options);
  }
  const outcome = await ledger.revokeBearerToken({ digest }, byCommandLine(now));
  if (outcome !== "revoked") throw new Failed("no such active bearer token");
  print(false, {}, ["the token was revoked"]);
}

async function revokeBearerOf(ledger: Ledger, key: string, options: Confirmation): Promise<void> {
  const application = await applicationWithKey(ledger, key);
  const { id, name } = application;
  const bearers = await bearersOf(ledger, application);
  if (bearers.length > 0) {
    const ends = `${plural(bearers.length, "bearer token is", "bearer tokens are")} revoked: ${name} has to fetch another.`;
    await confirm([ends], options);
  }
  if (!(await ledger.revokeBearerTokenOf(id, byCommandLine(Date.now())))) {
    throw new Failed(`${name} has no bearer token`);
  }
  print(false, {}, [
    `the bearer token of ${name} was revoked; anyone with its consumer secret can fetch another`,
  ]);
}

async function revokeAll(ledger: Ledger, options: RevokeOptions): Promise<void> {
  const { application, user } = await named(ledger, options);
  const whose = { applicationId: application?.id, userId: user?.id };
  await confirm(await endingAccess(ledger, application, user), options);
  const by = byCommandLine(Date.now());
  const { grants, bearerToken } = await revokeTokens(ledger, whose, by);
  const parts = [plural(grants, "grant"), ...(bearerToken ? ["the bearer token"] : [])];
  print(false, {}, [`revoked: ${parts.join(" and ")}`]);
}

async function endingAccess(
  ledger: Ledger,
  application: Application | undefined,
  user: User | undefined,
): Promise<readonly string[]> {
  const whose = { applicationId: application?.id, userId: user?.id };
  let count = 0;
  for await (const _ of tokensOf(ledger, whose)) count += 1;
  const bearers =
    application === undefined || user !== undefined ? [] : await bearersOf(ledger, application);
  const parts = [
    plural(count, "access token"),
    ...(bearers.length === 0 ? [] : [plural(bearers.length, "bearer token")]),
    ...(application === undefined ? [] : [`of ${application.name}`]),
    ...(user === undefined ? [] : [`for the account ${user.screenName}`]),
  ];
  return [`Revoked until users give access again: ${parts.join(", ")}.`];
}
