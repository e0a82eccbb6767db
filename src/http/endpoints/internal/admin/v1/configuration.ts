import { adminEndpoint } from "../../../../../verification/admin-endpoint.ts";
import { presentConfiguration } from "../../../../admin-api/configuration/present.ts";
import { configuration } from "../../../../admin-api/configuration/wanted.ts";
import { noParams } from "../../../../admin-api/shapes.ts";

export const apiConfiguration = adminEndpoint("/admin/v1/configuration", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getConfiguration",
    summary: "Get all applications, administrators and settings as a configuration without secrets",
    role: "viewer",
    response: configuration,
    run: ({ by, pause, dependencies: { ledger, config } }) =>
      presentConfiguration({ ledger, config, now: by.at, pause }),
  }),
]);
