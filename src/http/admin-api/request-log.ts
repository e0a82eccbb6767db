/** The request log of an application in the admin API: without secrets, as its pages show it. */
import { z } from "zod";
import { withoutOthers } from "../../doctor/logged/explanation.ts";
import type { RequestDetails } from "../../doctor/logged/request-details.ts";
import type { Application } from "../../domain/application.ts";
import { credentialsOfApplications } from "../../domain/credentials.ts";
import { isRequestId, type ListedRequest } from "../../domain/logged-request.ts";
import { diagnosisJson } from "../actions/diagnosis-json.ts";
import { openedDetails } from "../actions/explain-rejection.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { anApplication, applicationAt } from "./application.ts";
import { diagnosis } from "./diagnosis.ts";
import { access, itemsOf, itsId, time, timeOf } from "./shapes.ts";

const summary = {
  id: itsId,
  at: time.describe("When it arrived."),
  operation: z
    .string()
    .nullable()
    .describe("The operation that it called. Null for a request to one of your APIs."),
  error_code: z
    .number()
    .int()
    .nullable()
    .describe("The code of its error. Null if it was verified."),
  authenticated: z
    .boolean()
    .describe(
      "Its credentials were valid. Anyone who knows the consumer key can cause the other requests.",
    ),
  screen_name: z.string().nullable().describe("The user for whom the application called."),
};

const loggedRequest = z.strictObject(summary).meta({ id: "LoggedRequest" });

const sent = z.string().nullable();

const loggedRequestDetails = z
  .strictObject({
    ...summary,
    rejection: z
      .strictObject({
        message: z.string().describe("The message of the error that the program was sent."),
        diagnosis: diagnosis.describe("What is wrong with its signature and credentials."),
        request: z.string().describe("The request as HTTP text, with [hidden] for each secret."),
      })
      .nullable()
      .describe("Why it was rejected, as it was found then. Null if it was verified."),
    method: z.string().describe("The HTTP method."),
    target: sent.describe(
      "The path and query. Null if a setting keeps the paths of your APIs out of the log.",
    ),
    origin: sent.describe("The origin of your API. Null for a request to this service."),
    timestamp: sent.describe("The oauth_timestamp. Null if none was sent, as are the next three."),
    nonce: sent.describe("The first characters of the oauth_nonce."),
    signature_method: sent.describe("The oauth_signature_method."),
    user_agent: sent.describe("The User-Agent header."),
    ip_address: z.string().describe("The IP address that it came from."),
    status: z
      .number()
      .int()
      .nullable()
      .describe(
        "The status of the response. Null if it was verified for one of your APIs, which sent the response.",
      ),
    access: access
      .nullable()
      .describe("What the caller of one of your APIs may do. Null if it was rejected."),
    credential: z
      .enum(credentialsOfApplications)
      .nullable()
      .describe("What it was verified with. Null if it was rejected."),
  })
  .meta({ id: "LoggedRequestDetails" });

function loggedRequestJson(one: ListedRequest): z.input<typeof loggedRequest> {
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
  response: z.strictObject({ data: itemsOf(loggedRequest) }).meta({ id: "LoggedRequestList" }),
  async run({ params, by, dependencies: { ledger } }) {
    const { id } = await applicationAt(ledger, params.id);
    const listed = await ledger.listedRequests(id, by.at);
    return { data: listed.map(loggedRequestJson) };
  },
});

export const getRequest = operation({
  at: "GET /admin/v1/applications/:id/requests/:request",
  name: "getRequest",
  summary: "Get a request of an application's request log, and why it was rejected",
  params: anApplication.extend({
    request: z
      .string()
      .describe(
        "The ID of the request: it is in the list, and in the x-countersign-request header.",
      ),
  }),
  response: loggedRequestDetails,
  problems: ["not-found"],
  async run({ params, by, dependencies: { ledger, keys } }) {
    const application = await applicationAt(ledger, params.id);
    const id = params.request;
    const found = isRequestId(id) ? await ledger.loggedRequest(id, by.at) : undefined;
    if (found?.applicationId !== application.id) {
      const detail =
        "The application's request log has no request with this ID. It may have expired, and when many requests are rejected, only some are kept.";
      throw new AdminProblem("not-found", detail);
    }
    const details = openedDetails(found, keys);
    return { ...loggedRequestJson(found), ...detailsJson(details, application) };
  },
});

/** No API key works on an application, so another application is not named. */
function detailsJson(details: RequestDetails, application: Application) {
  const { explanation } = details;
  return {
    rejection:
      explanation === undefined
        ? null
        : {
            message: explanation.message,
            diagnosis: diagnosisJson(withoutOthers(explanation.diagnosis, [], application)),
            request: explanation.request,
          },
    method: details.method,
    target: details.target ?? null,
    origin: details.origin ?? null,
    timestamp: details.timestamp ?? null,
    nonce: details.nonce ?? null,
    signature_method: details.signatureMethod ?? null,
    user_agent: details.userAgent ?? null,
    ip_address: details.address,
    status: details.status ?? null,
    access: details.access ?? null,
    credential: details.credential ?? null,
  };
}
