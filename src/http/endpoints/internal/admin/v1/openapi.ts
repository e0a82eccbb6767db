import { z } from "zod";
import { noParams } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiDocument = adminEndpoint("/admin/v1/openapi.json", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getOpenApi",
    summary: "Get this document",
    role: "viewer",
    response: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApiDocument" }),
    run: ({ document }) => document() as { openapi: string },
  }),
]);
