import { z } from "zod";
import { noParams } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiHealth = adminEndpoint("/admin/v1/health", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getHealth",
    summary: "Get the service's health, its readiness, and what needs attention",
    role: "viewer",
    response: z
      .strictObject({
        status: z.enum(["ok", "failing"]),
        readiness: z.enum(["ready", "draining", "failing"]),
        problems: z.array(z.string()),
      })
      .meta({ id: "Health" }),
    async run({ health, readiness }) {
      const [found, ready] = await Promise.all([health(), readiness()]);
      return {
        status: found.status,
        readiness: ready.status,
        problems: [...(found.problems ?? [])],
      };
    },
  }),
]);
