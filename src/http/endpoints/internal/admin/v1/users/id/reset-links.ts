import { z } from "zod";
import { isPasswordHash } from "../../../../../../../domain/identity.ts";
import { adminEndpoint } from "../../../../../../../verification/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../../verification/admin-problem.ts";
import { issueLink } from "../../../../../../actions/issue-link.ts";
import {
  createdLink,
  linkJson,
  linkParts,
  rejectSuspended,
  rejectWithoutPasswords,
} from "../../../../../../admin-api/one-time-link.ts";
import { userId } from "../../../../../../admin-api/shapes.ts";
import { userAt } from "../../../../../../admin-api/user.ts";

export const apiResetLinks = adminEndpoint(
  "/admin/v1/users/:id/reset_links",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "POST",
      name: "createResetLink",
      summary: "Create a link with which a user can choose a new password",
      role: "manager",
      response: createdLink,
      creates: true,
      problems: ["not-found", "conflict"],
      async run({ params, by, dependencies }) {
        const { ledger, config } = dependencies;
        rejectWithoutPasswords(config);
        const user = await userAt(ledger, params.id);
        rejectSuspended(user);
        const { passwordHash = "" } = (await ledger.passwordOf(user.screenName)) ?? {};
        if (!isPasswordHash(passwordHash)) {
          const detail = "The user has no password to reset. A recovery link sets one.";
          throw new AdminProblem("conflict", detail);
        }
        const wanted = { purpose: "password-reset", userId: user.id } as const;
        return linkJson(await issueLink(linkParts(dependencies), wanted, by));
      },
    }),
  ],
);
