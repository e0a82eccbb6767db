import { z } from "zod";
import { covers } from "../../../../../domain/access.ts";
import { grantWithoutAsking } from "../../../../actions/grant-access.ts";
import {
  accessToken,
  accessTokenJson,
  tokenPlaceIn,
  wholeGrants,
} from "../../../../admin-api/access-token.ts";
import { activeApplicationAt } from "../../../../admin-api/application.ts";
import {
  access,
  applicationId,
  cursorOf,
  listOf,
  noParams,
  page,
  pageOf,
  userId,
} from "../../../../admin-api/shapes.ts";
import { activeUserAt } from "../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

export const apiAccessTokens = adminEndpoint("/admin/v1/access_tokens", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listAccessTokens",
    summary: "List the access tokens of an application, a user, or both, without secrets",
    role: "viewer",
    query: z.strictObject({
      ...page,
      application: applicationId.optional(),
      user: userId.optional(),
    }),
    response: listOf("AccessTokenList", accessToken),
    async run({ query, dependencies: { ledger } }) {
      const { application, user } = query;
      if (application === undefined && user === undefined) {
        throw new AdminProblem("invalid-request", "Send application, user, or both.");
      }
      const { after, size } = pageOf("access_tokens", query, tokenPlaceIn);
      const whose = { applicationId: application, userId: user };
      const found = await ledger.accessTokens({ ...whose, after, size: size + 1 });
      const { tokens, next } = wholeGrants(found, size);
      return {
        data: tokens.map(accessTokenJson),
        next_cursor: next === undefined ? null : cursorOf("access_tokens", next),
      };
    },
  }),
  operation({
    method: "POST",
    name: "createAccessToken",
    summary: "Get a user's access token with its secret, or create it without asking the user",
    role: "manager",
    body: z
      .strictObject({
        application: applicationId,
        user: userId,
        access: access.describe("The default is the application's own level.").optional(),
      })
      .meta({ id: "NewAccessToken" }),
    response: z
      .strictObject({ token: z.string(), token_secret: z.string(), access })
      .meta({ id: "CreatedAccessToken" }),
    creates: true,
    about: ({ body }) => ({ userId: body.user, applicationId: body.application }),
    returnsSecret: "access-token",
    problems: ["not-found", "rejected", "conflict"],
    async run({ body, by, dependencies }) {
      const application = await activeApplicationAt(dependencies.ledger, body.application);
      const user = await activeUserAt(dependencies.ledger, body.user);
      const level = body.access ?? application.access;
      if (!covers(application.access, level)) {
        throw new AdminProblem("rejected", "The application is registered for read access only.");
      }
      const wanted = { userId: user.id, access: level };
      const granted = await grantWithoutAsking(dependencies, application, wanted, by);
      if (granted === undefined) {
        // One of them was deleted, suspended or changed since it was read.
        await activeApplicationAt(dependencies.ledger, body.application);
        await activeUserAt(dependencies.ledger, body.user);
        const detail = "The application was changed at the same time. Try again.";
        throw new AdminProblem("conflict", detail);
      }
      const { token, secret } = granted;
      return { token, token_secret: secret.reveal(), access: level };
    },
  }),
]);
