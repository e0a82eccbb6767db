import { noParams } from "../../../../admin-api/shapes.ts";
import { usage, usageJson, usageQuery } from "../../../../admin-api/usage.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiUsage = adminEndpoint("/admin/v1/usage", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getUsage",
    summary: "Get the service's usage",
    role: "viewer",
    query: usageQuery,
    response: usage,
    run: ({ query, dependencies }) => usageJson("service", query.period, dependencies),
  }),
]);
