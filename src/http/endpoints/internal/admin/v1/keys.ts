import { z } from "zod";
import { noParams, time, timeOrNull } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiKeyRing = adminEndpoint("/admin/v1/keys", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getKeyRing",
    summary: "Get the ID of the encrypting key, and the time of the last rotation",
    role: "viewer",
    response: z
      .strictObject({
        encrypts_with: z.string().describe("The key's ID."),
        rotated_at: time.nullable().describe("Null if they were never rotated."),
      })
      .meta({ id: "KeyRing" }),
    async run({ dependencies: { ledger, keys } }) {
      const page = { after: undefined, size: 1 };
      const [rotated] = await ledger.eventsBy({ name: "keys.rotated" }, page);
      const encryptsWith = rotated?.details?.["keyId"] ?? keys.sealingKeyId;
      return { encrypts_with: String(encryptsWith), rotated_at: timeOrNull(rotated?.at) };
    },
  }),
]);
