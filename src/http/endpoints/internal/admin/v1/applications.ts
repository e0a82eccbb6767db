import { z } from "zod";
import type { ApplicationId, UserId } from "../../../../../domain/credentials.ts";
import { placeIn, placeOf } from "../../../../../domain/page.ts";
import { createApplicationFor } from "../../../../actions/create-application.ts";
import { application, applicationAt, applicationJson } from "../../../../admin-api/application.ts";
import { draftFrom, newApplication } from "../../../../admin-api/application-draft.ts";
import { listed, listOf, noParams, page, pageOf } from "../../../../admin-api/shapes.ts";
import { userNamed } from "../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

export const apiApplications = adminEndpoint("/admin/v1/applications", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listApplications",
    summary: "List applications",
    role: "viewer",
    query: z.strictObject({
      ...page,
      q: z
        .string()
        .max(200)
        .describe("The beginning of a name, or a complete ID or consumer key.")
        .optional(),
      suspended: z.enum(["true"]).describe("Only suspended ones.").optional(),
      waiting: z
        .enum(["true"])
        .describe("Only those with a callback scheme that waits for confirmation.")
        .optional(),
    }),
    response: listOf("ApplicationList", application),
    async run({ query, dependencies: { ledger } }) {
      const { after, size } = pageOf("applications", query, positionIn);
      const search = {
        text: query.q ?? "",
        suspendedOnly: query.suspended === "true",
        waitingOnly: query.waiting === "true",
      };
      const found = await ledger.searchApplications(search, { after, size: size + 1 });
      return listed("applications", found, size, (one) => placeOf("name", one), applicationJson);
    },
  }),
  operation({
    method: "POST",
    name: "createApplication",
    summary: "Create an application; its consumer secret is returned only here",
    role: "manager",
    body: newApplication,
    response: application
      .extend({ consumer_secret: z.string().describe("It is never returned again.") })
      .meta({ id: "CreatedApplication" }),
    creates: true,
    location: ({ id }) => `/admin/v1/applications/${id}`,
    about: (_, { id, owner }) => ({
      userId: owner.id as UserId,
      applicationId: id as ApplicationId,
    }),
    returnsSecret: "consumer-secret",
    problems: ["rejected"],
    async run({ body, by, dependencies }) {
      const draft = draftFrom(body, dependencies.config);
      const owner = await userNamed(dependencies.ledger, body.owner);
      const created = await createApplicationFor(dependencies, owner.id, draft, by);
      if (created === undefined) throw new AdminProblem("rejected", "The owner was deleted.");
      const { id, consumerSecret } = created;
      const stored = await applicationAt(dependencies.ledger, id);
      return { ...applicationJson(stored), consumer_secret: consumerSecret.reveal() };
    },
  }),
]);

function positionIn(text: string): string | undefined {
  return placeIn("name", text) && text;
}
