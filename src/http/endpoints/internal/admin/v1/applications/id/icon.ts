import { z } from "zod";
import { maxIconBytes } from "../../../../../../../tools/icons/icons.ts";
import {
  application,
  applicationAt,
  applicationJson,
} from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiApplicationIcon = adminEndpoint(
  "/admin/v1/applications/:id/icon",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "PUT",
      name: "setApplicationIcon",
      summary: "Set an application's icon",
      role: "manager",
      upload: ["image/png", "image/jpeg", "image/webp"],
      maxBodyBytes: maxIconBytes,
      response: application,
      problems: ["not-found", "rejected"],
      async run({ params, bytes, by, key, dependencies: { ledger, icons } }) {
        const { id } = await applicationAt(ledger, params.id);
        const icon = await icons.encoded(bytes, { network: by.address ?? "", account: key.id });
        if (icon === undefined) {
          throw new AdminProblem("rejected", "The image can't be read as PNG, JPEG, or WebP.");
        }
        await ledger.setApplicationIcon({ applicationId: id, icon, now: by.at }, by);
        return applicationJson(await applicationAt(ledger, id));
      },
    }),
    operation({
      method: "DELETE",
      name: "removeApplicationIcon",
      summary: "Remove an application's icon",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id } = await applicationAt(ledger, params.id);
        await ledger.setApplicationIcon({ applicationId: id, icon: undefined, now: by.at }, by);
      },
    }),
  ],
);
