/** Access tokens in the admin API, and revocations. */
import { z } from "zod";
import { grantPlaceIn } from "../../domain/access-token.ts";
import { tokenFilters } from "../../domain/fields/list-filters.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { accessTokenJson } from "../actions/listed-token.ts";
import * as actions from "../actions/tokens.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { accessToken, wholeGrants } from "./access-token.ts";
import { activeApplicationAt, applicationAt } from "./application.ts";
import { filterShape, narrowedBy } from "./filters.ts";
import { access, applicationId, cursorOf, listOf, page, pageOf, time, userId } from "./shapes.ts";
import { activeUserAt, userAt } from "./users.ts";

export const listAccessTokens = operation({
  at: "GET /admin/v1/access_tokens",
  name: "listAccessTokens",
  summary: "List the access tokens of an application, a user, or both, without secrets",
  query: z.strictObject({
    ...page,
    application: applicationId.optional(),
    user: userId.optional(),
    ...filterShape(tokenFilters),
  }),
  response: listOf("AccessTokenList", accessToken),
  async run({ query, dependencies: { ledger } }) {
    const { application, user } = query;
    if (application === undefined && user === undefined) {
      throw new AdminProblem("invalid-request", "Send application, user, or both.");
    }
    const { after, size } = pageOf("access_tokens", query, grantPlaceIn);
    const filters = await narrowedBy(tokenFilters, query, ledger);
    const search = { applicationId: application, userId: user, filters };
    const found = await ledger.accessTokens({ ...search, after, size: size + 1 });
    const { tokens, next } = wholeGrants(found, size);
    return {
      data: tokens.map(accessTokenJson),
      next_cursor: next === undefined ? null : cursorOf("access_tokens", next),
    };
  },
});

export const createAccessToken = operation({
  at: "POST /admin/v1/access_tokens",
  of: actions.createAccessToken,
  summary: "Get a user's access token with its secret, or create it without asking the user",
  body: z
    .strictObject({
      application: applicationId,
      user: userId,
      access: access.describe("The default is the application's own level.").optional(),
    })
    .meta({ id: "NewAccessToken" }),
  response: z
    .strictObject({
      token: z.string().describe("The access token."),
      token_secret: z.string().describe("Its secret."),
      access: access.describe("What it may do."),
    })
    .meta({ id: "CreatedAccessToken" }),
  creates: true,
  about: ({ body }) => ({ userId: body.user, applicationId: body.application }),
  returnsSecret: "access-token",
  problems: ["not-found"],
  async run({ body, ...call }) {
    const { ledger } = call.dependencies;
    const application = await activeApplicationAt(ledger, body.application);
    const { id: userId } = await activeUserAt(ledger, body.user);
    const level = body.access ?? application.access;
    const wanted = { application, userId, access: level };
    const { token, secret } = await perform(actions.createAccessToken, call, wanted, async () => {
      await activeApplicationAt(ledger, application.id);
      await activeUserAt(ledger, userId);
    });
    return { token, token_secret: secret.reveal(), access: level };
  },
});

const secret = z.string().min(1).max(500);

const which = z
  .union(
    [
      z.strictObject({ access_token: secret.describe("One access token.") }),
      z.strictObject({ bearer_token: secret.describe("One bearer token.") }),
      z.strictObject({ application: applicationId, user: userId.optional() }),
      z.strictObject({
        application: applicationId,
        used_from_new_addresses_since: time.describe(
          "Only tokens used then or later from an address that was new to the application then.",
        ),
      }),
      z.strictObject({ user: userId }),
      z.strictObject({
        all: z.literal(true).describe("All tokens of all applications and users."),
      }),
    ],
    {
      error:
        "must have one of access_token, bearer_token, application, user, and all; application and user can go together",
    },
  )
  .meta({ id: "Revocation" });

export const revokeAccess = operation({
  at: "POST /admin/v1/revocations",
  of: actions.revokeAccess,
  summary:
    "Revoke tokens: one, those of a user, an application or both, those used from new addresses, or all",
  body: which,
  response: z
    .strictObject({
      grants: z.number().int().describe("The number of grants, each with all its access tokens."),
      bearer_tokens: z.number().int().describe("The number of applications."),
    })
    .meta({ id: "Revoked" }),
  about: () => ({}),
  async run({ body, ...call }) {
    const which = await whichTokens(body, call.dependencies.ledger);
    const { pause } = call;
    const { grants, bearerTokens } = await perform(actions.revokeAccess, call, { ...which, pause });
    return { grants, bearer_tokens: bearerTokens };
  },
});

async function whichTokens(
  body: z.output<typeof which>,
  ledger: Ledger,
): Promise<actions.WhichTokens> {
  if ("all" in body) return body;
  if ("used_from_new_addresses_since" in body) {
    const { id } = await applicationAt(ledger, body.application);
    const usedFromNewSince = Date.parse(body.used_from_new_addresses_since);
    return { applicationId: id, usedFromNewSince };
  }
  if ("access_token" in body) return { accessToken: body.access_token };
  if ("bearer_token" in body) return { bearerToken: body.bearer_token };
  const applicationId = "application" in body ? body.application : undefined;
  if (applicationId !== undefined) await applicationAt(ledger, applicationId);
  if (body.user !== undefined) await userAt(ledger, body.user);
  return { applicationId, userId: body.user };
}
