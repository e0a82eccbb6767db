import { z } from "zod";
import { personalDocument } from "../../../../../../actions/personal-data.ts";
import { userId } from "../../../../../../admin-api/shapes.ts";
import { userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint, JsonPieces } from "../../../../../../operation/admin-endpoint.ts";

export const apiUserData = adminEndpoint(
  "/admin/v1/users/:id/data",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "POST",
      name: "exportUserData",
      summary: "Get what the service stores about a user; the audit log records the call",
      role: "manager",
      response: z
        .looseObject({ service: z.string(), exported_at: z.string() })
        .meta({ id: "UserData" }),
      changesNothing: true,
      problems: ["not-found"],
      async run({ params, by, pause, dependencies: { ledger, config } }) {
        const { id } = await userAt(ledger, params.id);
        await ledger.record({ ...by, name: "user.data-exported", userId: id });
        const about = { service: config.serviceName, now: by.at };
        const read: typeof ledger.personalData = async (page) => {
          await pause();
          return ledger.personalData(page);
        };
        return new JsonPieces(personalDocument(id, read, about));
      },
    }),
  ],
);
