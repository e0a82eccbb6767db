/** The request log of an application in the admin API. What a request sent is only in the portal. */
import { z } from "zod";
import type { SealedRequest } from "../../domain/logged-request.ts";
import { operation } from "../operation/admin-operation.ts";
import { anApplication, applicationAt } from "./application.ts";
import { time, timeOf } from "./shapes.ts";

const loggedRequest = z
  .strictObject({
    id: z.string(),
    at: time,
    operation: z.string().nullable().describe("Null for a request to one of your APIs."),
    error_code: z.number().int().nullable().describe("Null if it was verified."),
    authenticated: z.boolean().describe("Anyone who knows the consumer key can cause the others."),
    screen_name: z.string().nullable().describe("The user for whom the application called."),
  })
  .meta({ id: "LoggedRequest" });

function loggedRequestJson(one: SealedRequest): z.input<typeof loggedRequest> {
  return {
    id: one.id,
    at: timeOf(one.at),
    operation: one.operation === "" ? null : one.operation,
    error_code: one.code === 0 ? null : one.code,
    authenticated: one.authenticated,
    screen_name: one.screenName ?? null,
  };
}

export const listRequests = operation({
  at: "GET /admin/v1/applications/:id/requests",
  name: "listRequests",
  summary: "List the requests in an application's request log, the newest first",
  params: anApplication,
  response: z.strictObject({ data: z.array(loggedRequest) }).meta({ id: "LoggedRequestList" }),
  async run({ params, by, dependencies: { ledger } }) {
    const { id } = await applicationAt(ledger, params.id);
    const logged = await ledger.loggedRequests(id, by.at);
    return { data: logged.map(loggedRequestJson) };
  },
});
