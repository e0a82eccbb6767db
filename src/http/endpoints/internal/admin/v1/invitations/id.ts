import { z } from "zod";
import type { TokenDigest } from "../../../../../../domain/credentials.ts";
import { adminEndpoint } from "../../../../../../verification/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../verification/admin-problem.ts";

export const apiInvitation = adminEndpoint(
  "/admin/v1/invitations/:id",
  z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  (operation) => [
    operation({
      method: "DELETE",
      name: "withdrawInvitation",
      summary: "Withdraw an invitation",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const link = { digest: params.id as TokenDigest, purpose: "invitation" } as const;
        if (await ledger.withdrawLink(link, by)) return;
        throw new AdminProblem("not-found", "There is no such invitation.");
      },
    }),
  ],
);
