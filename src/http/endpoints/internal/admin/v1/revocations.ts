import { z } from "zod";
import { type AccessToken, tokenDigest } from "../../../../../domain/credentials.ts";
import { revokeEverything, revokeTokens } from "../../../../actions/revoke-tokens.ts";
import { applicationAt } from "../../../../admin-api/application.ts";
import { applicationId, noParams, userId } from "../../../../admin-api/shapes.ts";
import { userAt } from "../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

const secret = z.string().min(1).max(500);

const which = z
  .union(
    [
      z.strictObject({ access_token: secret.describe("One access token.") }),
      z.strictObject({ bearer_token: secret.describe("One bearer token.") }),
      z.strictObject({ application: applicationId, user: userId.optional() }),
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

export const apiRevocations = adminEndpoint("/admin/v1/revocations", noParams, (operation) => [
  operation({
    method: "POST",
    name: "revokeTokens",
    summary: "Revoke tokens: one, those of a user, an application or both, or all",
    role: "manager",
    body: which,
    response: z
      .strictObject({
        grants: z.number().int().describe("The number of grants, each with all its access tokens."),
        bearer_tokens: z.number().int().describe("The number of applications."),
      })
      .meta({ id: "Revoked" }),
    about: () => ({}),
    problems: ["not-found"],
    async run({ body, by, dependencies: { ledger } }) {
      if ("all" in body) return revokedJson(await revokeEverything(ledger, by));
      if ("access_token" in body) {
        if (await ledger.revokeAccessToken(body.access_token as AccessToken, by)) {
          return { grants: 1, bearer_tokens: 0 };
        }
        throw new AdminProblem("not-found", "No such access token.");
      }
      if ("bearer_token" in body) {
        const digest = tokenDigest(body.bearer_token);
        if ((await ledger.revokeBearerToken({ digest }, by)) === "revoked") {
          return { grants: 0, bearer_tokens: 1 };
        }
        throw new AdminProblem("not-found", "No such bearer token.");
      }
      const of = "application" in body ? body.application : undefined;
      if (of !== undefined) await applicationAt(ledger, of);
      if (body.user !== undefined) await userAt(ledger, body.user);
      const whose = { applicationId: of, userId: body.user };
      const { grants, bearerToken } = await revokeTokens(ledger, whose, by);
      return revokedJson({ grants, bearerTokens: bearerToken ? 1 : 0 });
    },
  }),
]);

function revokedJson({ grants, bearerTokens }: { grants: number; bearerTokens: number }) {
  return { grants, bearer_tokens: bearerTokens };
}
