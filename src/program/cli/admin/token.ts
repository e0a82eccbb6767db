import { type Command, Option } from "commander";
import type { Application } from "../../../domain/application.ts";
import { tokenDigest } from "../../../domain/credentials.ts";
import { tokenFilters } from "../../../domain/fields/list-filters.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { tokenCsvHead, tokenCsvOf, tokenJsonLineOf } from "../../../domain/token-csv.ts";
import type { User } from "../../../domain/user.ts";
import { recordTokenExport } from "../../../http/actions/record-token-export.ts";
import { tokensOf } from "../../../http/actions/revoke-tokens.ts";
import { narrowedBy } from "../../../http/admin-api/filters.ts";
import * as tokens from "../../../http/admin-api/tokens.ts";
import { plural, terminalText, WrongUse } from "../outcome.ts";
import { addCommand, type Called } from "./command.ts";
import { orNone } from "./user.ts";

export function addTokenCommands(token: Command): void {
  addCommand(token, {
    name: "create",
    description:
      "Print a user's access token for an application, or create it without the user's consent; for tests",
    of: tokens.createAccessToken,
    print: ({ token: text, token_secret: secret }) => [
      `access token         ${text}`,
      `access token secret  ${secret}`,
    ],
  });
  addCommand(token, {
    name: "list",
    description:
      "List the active access tokens of a user, of an application, or of both; no secrets",
    of: tokens.listAccessTokens,
    check: checkSubject,
    print: ({ data }) =>
      orNone(
        data.map(({ token: text, access, since, last_used_on: used, user, application }) => [
          text,
          access,
          since.slice(0, 10),
          used ?? "never used",
          `@${user.screen_name}`,
          application.name,
        ]),
        "there are no active tokens",
      ),
  });
  addCommand(token, {
    name: "export",
    description:
      "Print the active access tokens of a user, of an application, or of both as CSV or JSON Lines, without the tokens themselves",
    of: tokens.listAccessTokens,
    options: (command) =>
      command.addOption(
        new Option("--format <format>", "the format").choices(["csv", "jsonl"]).default("csv"),
      ),
    check: checkSubject,
    async begin({ ledger, application, user }, { by, query }) {
      const filters = await narrowedBy(tokenFilters, { ...(query as object) }, ledger);
      const whose = { applicationId: application?.id, userId: user?.id };
      await recordTokenExport(ledger, { ...whose, filters, olderThan: by.at + 1 }, by);
    },
    printParts:
      ({ options: { format } }) =>
      ({ data }, isFirst) =>
        format === "jsonl"
          ? data.map(tokenJsonLineOf)
          : [...(isFirst ? [tokenCsvHead] : []), ...data.map(tokenCsvOf)].map(terminalText),
  });
  addCommand(token, {
    name: "revoke",
    description: "Revoke tokens, from the next request on",
    of: tokens.revokeAccess,
    options: (command) =>
      command
        .option("--token <token>", "one access token")
        .option("--bearer <token>", "one bearer token")
        .option("--screen-name <name>", "all access that this user gave")
        .option(
          "--consumer-key <key>",
          "all access that users gave to this application, and its bearer tokens; with --screen-name, only that user's",
        )
        .option(
          "--new-addresses-since <time>",
          "with --consumer-key, only access tokens that were used then or later from an address that was new",
        ),
    input({ token: access, bearer, newAddressesSince: since }, { user, application }) {
      const ways = [access, bearer, user ?? application].filter((one) => one !== undefined);
      if (ways.length !== 1) {
        throw new WrongUse(
          "choose the tokens to revoke in one way: --token TOKEN, --bearer TOKEN, or --screen-name NAME, --consumer-key KEY, or both",
        );
      }
      if (access !== undefined) return { access_token: access };
      if (bearer !== undefined) return { bearer_token: bearer };
      if (since !== undefined) {
        if (application === undefined || user !== undefined) {
          throw new WrongUse("--new-addresses-since needs --consumer-key, and no --screen-name");
        }
        return { application: application.id, used_from_new_addresses_since: since };
      }
      return {
        ...(application !== undefined && { application: application.id }),
        ...(user !== undefined && { user: user.id }),
      };
    },
    ends,
    print({ grants, bearer_tokens: bearers }, { options }) {
      const { token: access, bearer, newAddressesSince: since } = options;
      if (access !== undefined || bearer !== undefined) return "the token was revoked";
      if (since !== undefined) return `revoked: ${plural(grants, "access token")}`;
      const parts = [plural(grants, "grant"), ...(bearers > 0 ? ["the bearer token"] : [])];
      return `revoked: ${parts.join(" and ")}`;
    },
  });
}

function checkSubject({ user, application }: Called): void {
  if ((user ?? application) === undefined) {
    throw new WrongUse("choose the tokens with --screen-name NAME, --consumer-key KEY, or both");
  }
}

async function ends({ ledger, options, now, user, application }: Called) {
  const { token, bearer } = options;
  if (typeof token === "string") {
    const holder = await ledger.accessTokenHolder(token);
    return holder === undefined
      ? []
      : ["This access token is revoked, until its user gives access again."];
  }
  if (typeof bearer === "string") {
    const of = await ledger.bearerApplication(tokenDigest(bearer), now);
    return of === undefined ? [] : ["This bearer token is revoked."];
  }
  const { newAddressesSince: since } = options;
  if (typeof since === "string" && application !== undefined) {
    const search = { applicationId: application.id, since: Date.parse(since) };
    const count = await ledger.countTokensUsedFromNewSources(search, maxCounted);
    if (count === 0) return [];
    const tokens = `${plural(count, "access token")}${count === maxCounted ? " or more" : ""}`;
    return [`Revoked until users give access again: ${tokens} of ${application.name}.`];
  }
  return endingAccess(ledger, now, application, user);
}

const maxCounted = 10_000;

async function endingAccess(
  ledger: Ledger,
  now: number,
  application: Application | undefined,
  user: User | undefined,
): Promise<readonly string[]> {
  const whose = { applicationId: application?.id, userId: user?.id };
  const count = (await Array.fromAsync(tokensOf(ledger, whose))).length;
  const keys =
    application === undefined || user !== undefined
      ? undefined
      : await ledger.applicationKeys(
          { applicationId: application.id, userId: application.ownerId },
          now,
        );
  const bearers = [keys?.bearerSince, keys?.previousBearerSince].filter(
    (one) => one !== undefined,
  ).length;
  const parts = [
    plural(count, "access token"),
    ...(bearers === 0 ? [] : [plural(bearers, "bearer token")]),
    ...(application === undefined ? [] : [`of ${application.name}`]),
    ...(user === undefined ? [] : [`for the account ${user.screenName}`]),
  ];
  return [`Revoked until users give access again: ${parts.join(", ")}.`];
}
