import { z } from "zod";
import { userId } from "../../../../../../admin-api/shapes.ts";
import { user, userAt, userJson } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiUserEmail = adminEndpoint(
  "/admin/v1/users/:id/email",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "confirmEmail",
      summary: "Mark a user's email address as confirmed; applications see only confirmed ones",
      role: "manager",
      body: z
        .strictObject({
          email: z.string().max(400).describe("The user's current address."),
          confirmed: z.literal(true),
        })
        .meta({ id: "EmailConfirmation" }),
      response: user,
      problems: ["not-found", "conflict"],
      async run({ params, body, by, dependencies: { ledger } }) {
        const { id } = await userAt(ledger, params.id);
        if (
          body.email === "" ||
          !(await ledger.confirmEmail({ userId: id, email: body.email }, by))
        ) {
          throw new AdminProblem("conflict", "The user does not have this address.");
        }
        return userJson(await userAt(ledger, id));
      },
    }),
  ],
);
