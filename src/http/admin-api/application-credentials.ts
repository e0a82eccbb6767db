/** An application's credentials in the admin API. */
import { z } from "zod";
import { type Overlap, overlaps } from "../../domain/application.ts";
import * as actions from "../actions/applications.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { bearerTokens, bearerTokensJson } from "./access-token.ts";
import { anApplication, applicationAt } from "./application.ts";
import { credentials, credentialsJson } from "./credential-use.ts";
import { time, timeOf } from "./shapes.ts";

export const regenerateConsumerSecret = operation({
  at: "POST /admin/v1/applications/:id/consumer_secret",
  of: actions.regenerateConsumerSecret,
  summary: "Regenerate the consumer secret; the new one is returned only here",
  params: anApplication,
  body: z
    .strictObject({
      overlap: z
        .enum(Object.keys(overlaps) as [Overlap, ...Overlap[]])
        .describe("How long the previous secret, and a bearer token fetched with it, work."),
      replaces: time
        .describe("The `secret_set_at` of the secret to replace; another one stays (409).")
        .optional(),
    })
    .meta({ id: "SecretOverlap" }),
  response: z
    .strictObject({
      consumer_key: z.string().describe("The consumer key, which stays the same."),
      consumer_secret: z.string().describe("It is never returned again."),
      previous_until: time.describe("When the previous secret ends, or ended."),
    })
    .meta({ id: "RegeneratedSecret" }),
  creates: true,
  about: ({ params }) => ({ applicationId: params.id }),
  returnsSecret: "consumer-secret",
  problems: ["not-found"],
  async run({ params, body, ...call }) {
    const application = await applicationAt(call.dependencies.ledger, params.id);
    const { overlap, replaces } = body;
    const secretSetAt = replaces === undefined ? application.secretSetAt : Date.parse(replaces);
    const wanted = { application: { ...application, secretSetAt }, overlap };
    const { secret, previousUntil } = await perform(
      actions.regenerateConsumerSecret,
      call,
      wanted,
      () => applicationAt(call.dependencies.ledger, params.id),
    );
    return {
      consumer_key: application.consumerKey,
      consumer_secret: secret.reveal(),
      previous_until: timeOf(previousUntil),
    };
  },
});

export const revokeConsumerSecret = operation({
  at: "DELETE /admin/v1/applications/:id/consumer_secret",
  of: actions.revokeConsumerSecret,
  summary: "End the consumer secret without a new one, until it is regenerated",
  params: anApplication,
  problems: ["not-found"],
  async run({ params, ...call }) {
    const application = await applicationAt(call.dependencies.ledger, params.id);
    await perform(actions.revokeConsumerSecret, call, application, () =>
      applicationAt(call.dependencies.ledger, params.id),
    );
  },
});

export const revokePreviousSecret = operation({
  at: "DELETE /admin/v1/applications/:id/previous_secret",
  of: actions.revokePreviousSecret,
  summary: "End the overlap of the previous consumer secret now",
  params: anApplication,
  async run({ params, ...call }) {
    const application = await applicationAt(call.dependencies.ledger, params.id);
    await perform(actions.revokePreviousSecret, call, application);
  },
});

export const listCredentials = operation({
  at: "GET /admin/v1/applications/:id/credentials",
  name: "listCredentials",
  summary:
    "List an application's credentials and how they are used, without the credentials themselves",
  params: anApplication,
  response: credentials,
  problems: ["not-found"],
  async run({ params, by, dependencies: { ledger } }) {
    const { id, ownerId, secretSetAt } = await applicationAt(ledger, params.id);
    const keys = await ledger.applicationKeys({ applicationId: id, userId: ownerId }, by.at);
    const sources = await ledger.sourcesOf(id, by.at);
    return credentialsJson({ ...keys, secretSetAt }, sources, by.at);
  },
});

export const listBearerTokens = operation({
  at: "GET /admin/v1/applications/:id/bearer_tokens",
  name: "listBearerTokens",
  summary: "List an application's bearer tokens, without the tokens themselves",
  params: anApplication,
  response: bearerTokens,
  problems: ["not-found"],
  async run({ params, by, dependencies: { ledger } }) {
    const { id, ownerId } = await applicationAt(ledger, params.id);
    const of = { applicationId: id, userId: ownerId };
    return bearerTokensJson(await ledger.applicationKeys(of, by.at));
  },
});

export const createBearerToken = operation({
  at: "POST /admin/v1/applications/:id/bearer_tokens",
  of: actions.createBearerToken,
  summary: "Create the application's bearer token; it is returned only here",
  params: anApplication,
  response: z
    .strictObject({ bearer_token: z.string().describe("It is never returned again.") })
    .meta({ id: "CreatedBearerToken" }),
  creates: true,
  about: ({ params }) => ({ applicationId: params.id }),
  returnsSecret: "bearer-token",
  async run({ params, ...call }) {
    const { token } = await perform(actions.createBearerToken, call, { applicationId: params.id });
    return { bearer_token: token };
  },
});

export const revokeBearerToken = operation({
  at: "DELETE /admin/v1/applications/:id/bearer_tokens",
  of: actions.revokeBearerToken,
  summary: "Revoke an application's bearer token, and that of its previous consumer secret",
  params: anApplication,
  async run({ params, ...call }) {
    const { id } = await applicationAt(call.dependencies.ledger, params.id);
    await perform(actions.revokeBearerToken, call, { applicationId: id });
  },
});
