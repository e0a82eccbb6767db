/** Every URL of the admin API. They are loaded with its first call, together with the library of their schemas. */

import { endpointsOf } from "../operation/admin-operation.ts";
import * as apiKeys from "./api-keys.ts";
import * as apiLimits from "./api-limits.ts";
import * as credentials from "./application-credentials.ts";
import * as applications from "./applications.ts";
import * as bulkActions from "./bulk-actions.ts";
import * as collaborators from "./collaborators.ts";
import * as configuration from "./configuration.ts";
import * as events from "./events.ts";
import * as invitations from "./invitations.ts";
import * as plans from "./plans.ts";
import * as requestLog from "./request-log.ts";
import * as search from "./search.ts";
import * as service from "./service.ts";
import * as signInMethods from "./sign-in-methods.ts";
import * as sunsets from "./sunsets.ts";
import * as tokens from "./tokens.ts";
import * as traits from "./traits.ts";
import * as users from "./users.ts";
import * as webhooks from "./webhooks.ts";

/** What these files export is operations, their schemas, and functions. */
export const adminEndpoints = endpointsOf(
  [
    ...[tokens, apiKeys, applications, credentials, collaborators, events, invitations],
    ...[plans, search, service, configuration, users, signInMethods, requestLog, traits, sunsets],
    ...[bulkActions, apiLimits, webhooks],
  ].flatMap((one) => Object.values<unknown>(one)),
);
