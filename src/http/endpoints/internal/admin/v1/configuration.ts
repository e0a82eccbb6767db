import { orRejected } from "../../../../admin-api/configuration/change.ts";
import { presentConfiguration } from "../../../../admin-api/configuration/present.ts";
import { configuration, maxApplications } from "../../../../admin-api/configuration/wanted.ts";
import { noParams } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

export const apiConfiguration = adminEndpoint("/admin/v1/configuration", noParams, (operation) => [
  operation({
    method: "GET",
    name: "getConfiguration",
    summary: "Get all applications, administrators and settings as a configuration without secrets",
    role: "viewer",
    response: configuration,
    problems: ["rejected"],
    run: ({ by, pause, dependencies: { ledger, config } }) =>
      orRejected(() =>
        presentConfiguration({ ledger, config, now: by.at, pause }, maxApplications),
      ),
  }),
]);
