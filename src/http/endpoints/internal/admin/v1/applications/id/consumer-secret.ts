import { z } from "zod";
import { type Overlap, overlaps } from "../../../../../../../domain/application.ts";
import { regenerateSecret } from "../../../../../../actions/regenerate-secret.ts";
import { applicationAt } from "../../../../../../admin-api/application.ts";
import { applicationId, time, timeOf } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiConsumerSecret = adminEndpoint(
  "/admin/v1/applications/:id/consumer_secret",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "POST",
      name: "regenerateConsumerSecret",
      summary: "Regenerate the consumer secret; the new one is returned only here",
      role: "manager",
      body: z
        .strictObject({
          overlap: z
            .enum(Object.keys(overlaps) as [Overlap, ...Overlap[]])
            .describe("How long the previous secret, and a bearer token fetched with it, work."),
        })
        .meta({ id: "SecretOverlap" }),
      response: z
        .strictObject({
          consumer_key: z.string(),
          consumer_secret: z.string().describe("It is never returned again."),
          previous_until: time.describe("When the previous secret ends, or ended."),
        })
        .meta({ id: "RegeneratedSecret" }),
      creates: true,
      about: ({ params }) => ({ applicationId: params.id }),
      returnsSecret: "consumer-secret",
      problems: ["not-found", "conflict"],
      async run({ params, body, by, dependencies }) {
        const { id, consumerKey, secretSetAt } = await applicationAt(
          dependencies.ledger,
          params.id,
        );
        const wanted = { applicationId: id, overlap: body.overlap, replaces: secretSetAt };
        const made = await regenerateSecret(dependencies, wanted, by);
        // The secret that was drawn here works nowhere, so it is not returned.
        if (made === undefined) {
          await applicationAt(dependencies.ledger, id);
          throw new AdminProblem("conflict", "It was regenerated in the meantime.");
        }
        return {
          consumer_key: consumerKey,
          consumer_secret: made.secret.reveal(),
          previous_until: timeOf(made.previousUntil),
        };
      },
    }),
  ],
);
