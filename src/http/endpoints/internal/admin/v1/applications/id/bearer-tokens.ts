import { z } from "zod";
import { issueBearerToken } from "../../../../../../actions/issue-bearer-token.ts";
import { bearerTokens, bearerTokensJson } from "../../../../../../admin-api/access-token.ts";
import { activeApplicationAt, applicationAt } from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiBearerTokens = adminEndpoint(
  "/admin/v1/applications/:id/bearer_tokens",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "GET",
      name: "listBearerTokens",
      summary: "List an application's bearer tokens, without the tokens themselves",
      role: "viewer",
      response: bearerTokens,
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id, ownerId } = await applicationAt(ledger, params.id);
        const of = { applicationId: id, userId: ownerId };
        return bearerTokensJson(await ledger.applicationKeys(of, by.at));
      },
    }),
    operation({
      method: "POST",
      name: "createBearerToken",
      summary: "Create the application's bearer token; it is returned only here",
      role: "manager",
      response: z
        .strictObject({ bearer_token: z.string().describe("It is never returned again.") })
        .meta({ id: "CreatedBearerToken" }),
      creates: true,
      about: ({ params }) => ({ applicationId: params.id }),
      returnsSecret: "bearer-token",
      problems: ["not-found", "conflict"],
      async run({ params, by, dependencies }) {
        const { id } = await activeApplicationAt(dependencies.ledger, params.id);
        const issued = await issueBearerToken(dependencies, id, by);
        // It was deleted or suspended since it was read.
        if (typeof issued !== "object") await activeApplicationAt(dependencies.ledger, id);
        // An existing token was returned when it was created.
        if (typeof issued !== "object" || !issued.isNew) {
          const detail = "It already has a bearer token. Revoke it first.";
          throw new AdminProblem("conflict", detail);
        }
        return { bearer_token: issued.token };
      },
    }),
    operation({
      method: "DELETE",
      name: "revokeBearerTokens",
      summary: "Revoke an application's bearer tokens",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        if (await ledger.revokeBearerTokenOf(id, by)) return;
        throw new AdminProblem("not-found", "The application has no bearer token.");
      },
    }),
  ],
);
