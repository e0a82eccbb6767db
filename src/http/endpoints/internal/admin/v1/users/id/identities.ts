import { z } from "zod";
import { removal } from "../../../../../../admin-api/factors.ts";
import { reasonIn, time, timeOf, userId } from "../../../../../../admin-api/shapes.ts";
import { userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

const identity = { issuer: z.string().max(1000), subject: z.string().max(1000) };

export const apiUserIdentities = adminEndpoint(
  "/admin/v1/users/:id/identities",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "GET",
      name: "listIdentities",
      summary: "List a user's identities at identity providers",
      role: "viewer",
      response: z
        .strictObject({ data: z.array(z.strictObject({ ...identity, since: time })) })
        .meta({ id: "IdentityList" }),
      problems: ["not-found"],
      async run({ params, dependencies: { ledger } }) {
        const { id } = await userAt(ledger, params.id);
        const data = (await ledger.identitiesOf(id)).map(({ issuer, subject, linkedAt }) => {
          return { issuer, subject, since: timeOf(linkedAt) };
        });
        return { data };
      },
    }),
    operation({
      method: "DELETE",
      name: "removeIdentity",
      summary: "Unlink an identity from a user; all sessions end",
      role: "manager",
      query: removal.extend(identity),
      problems: ["not-found", "rejected"],
      async run({ params, query, by, dependencies: { ledger } }) {
        const { issuer, subject } = query;
        const because = reasonIn(query.because);
        const removed = { userId: params.id, identity: { issuer, subject }, because };
        if (await ledger.removeIdentity(removed, by)) return;
        throw new AdminProblem("not-found", "The user has no such identity.");
      },
    }),
  ],
);
