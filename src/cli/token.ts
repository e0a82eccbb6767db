import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import { type AccessLevel, covers } from "../domain/access.ts";
import { type AccessToken, mintAccessTokenCandidate, tokenDigest } from "../domain/credentials.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import { accessTokenIssued, accessTokenRevoked, bearerTokenRevoked } from "../events/access.ts";
import { byCommandLine } from "../events/context.ts";
import { Failed, print, WrongUse } from "./outcome.ts";
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
      "Print a user's access token for an application, or create it without asking the user; for tests",
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
    .command("revoke")
    .description("Revoke a token, from the next request on")
    .addOption(new Option("--token <token>", "an access token").conflicts("bearer"))
    .option("--bearer <token>", "a bearer token")
    .action((options: { token?: string; bearer?: string }) =>
      withLedger((ledger) => revoke(ledger, options)),
    );
}

async function create(ledger: Ledger, options: NewTokenOptions): Promise<void> {
  const application = await applicationWithKey(ledger, options.consumerKey);
  const user = await userNamed(ledger, options.user);
  const access = options.access ?? application.access;
  if (!covers(application.access, access)) {
    throw new WrongUse(`the application is registered for ${application.access} access only`);
  }
  const now = Date.now();
  const granted = await ledger.grantRegisteredAccess(
    {
      applicationId: application.id,
      userId: user.id,
      access,
      emailGranted: application.requestEmail,
      candidate: mintAccessTokenCandidate(randomBytes),
      now,
    },
    accessTokenIssued(byCommandLine(now), application.id, user.id),
  );
  if (granted === undefined) {
    throw new Failed("the application was changed at the same time; check it and try again");
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

async function revoke(ledger: Ledger, options: { token?: string; bearer?: string }): Promise<void> {
  const auditContext = byCommandLine(Date.now());
  if (options.token !== undefined) {
    // A token from another system may begin with something else than its user's ID.
    const holder = await ledger.accessTokenHolder(options.token);
    const event = holder && accessTokenRevoked(auditContext, holder.userId);
    const revoked = event && (await ledger.revokeAccessToken(options.token as AccessToken, event));
    if (!revoked) throw new Failed("there is no such active access token");
  } else if (options.bearer !== undefined) {
    const digest = tokenDigest(options.bearer);
    const outcome = await ledger.revokeBearerToken({ digest }, bearerTokenRevoked(auditContext));
    if (outcome !== "revoked") throw new Failed("there is no such active bearer token");
  } else {
    throw new WrongUse("say which token to revoke, with --token TOKEN or --bearer TOKEN");
  }
  print(false, {}, ["the token is revoked"]);
}
