import { z } from "zod";
import { issueUserLink } from "../../../../../../actions/issue-link.ts";
import {
  createdLink,
  linkJson,
  linkParts,
  rejectUseless,
} from "../../../../../../admin-api/one-time-link.ts";
import { because, reasonIn, userId } from "../../../../../../admin-api/shapes.ts";
import { activeUserAt, userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiRecoveryLinks = adminEndpoint(
  "/admin/v1/users/:id/recovery_links",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "POST",
      name: "createRecoveryLink",
      summary: "Create a link for a user who lost the password and the second factors",
      role: "manager",
      body: z.strictObject({ because }).meta({ id: "NewRecoveryLink" }),
      response: createdLink,
      creates: true,
      about: ({ params }) => ({ userId: params.id }),
      returnsSecret: "link",
      problems: ["not-found", "conflict", "rejected"],
      async run({ params, body, by, dependencies }) {
        const user = await userAt(dependencies.ledger, params.id);
        await rejectUseless(dependencies, user, "account-recovery");
        const reason = reasonIn(body.because);
        const wanted = { purpose: "account-recovery", userId: user.id, because: reason } as const;
        const link = await issueUserLink(linkParts(dependencies), wanted, by);
        if (link !== undefined) return linkJson(link);
        // The user was deleted or suspended since the user was read.
        await activeUserAt(dependencies.ledger, user.id);
        throw new AdminProblem("conflict", "The user was changed at the same time. Try again.");
      },
    }),
  ],
);
