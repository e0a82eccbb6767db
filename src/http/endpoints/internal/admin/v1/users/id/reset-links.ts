import { z } from "zod";
import { issueUserLink } from "../../../../../../actions/issue-link.ts";
import {
  createdLink,
  linkJson,
  linkParts,
  rejectUseless,
} from "../../../../../../admin-api/one-time-link.ts";
import { userId } from "../../../../../../admin-api/shapes.ts";
import { activeUserAt, userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiResetLinks = adminEndpoint(
  "/admin/v1/users/:id/reset_links",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "POST",
      name: "createResetLink",
      summary: "Create a link with which a user can set a new password",
      role: "manager",
      response: createdLink,
      creates: true,
      about: ({ params }) => ({ userId: params.id }),
      returnsSecret: "link",
      problems: ["not-found", "conflict"],
      async run({ params, by, dependencies }) {
        const user = await userAt(dependencies.ledger, params.id);
        await rejectUseless(dependencies, user, "password-reset");
        const wanted = { purpose: "password-reset", userId: user.id } as const;
        const link = await issueUserLink(linkParts(dependencies), wanted, by);
        if (link !== undefined) return linkJson(link);
        // The user was deleted or suspended since the user was read.
        await activeUserAt(dependencies.ledger, user.id);
        throw new AdminProblem("conflict", "The user was changed at the same time. Try again.");
      },
    }),
  ],
);
