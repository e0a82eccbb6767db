import { z } from "zod";
import { lastBackupAt } from "../../../../actions/last-backup.ts";
import { noParams, time, timeOrNull } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiBackups = adminEndpoint("/admin/v1/backups", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getBackups",
    summary: "Get the time of the last backup",
    role: "viewer",
    response: z
      .strictObject({
        last_at: time
          .nullable()
          .describe(
            "Null if the service knows of none, as with backups by PostgreSQL's own tools.",
          ),
      })
      .meta({ id: "Backups" }),
    async run({ dependencies: { ledger, ledgerFiles } }) {
      return { last_at: timeOrNull(await lastBackupAt(ledger, ledgerFiles)) };
    },
  }),
]);
