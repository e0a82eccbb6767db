import type { RequestError } from "../../domain/errors.ts";
import type { ErrorKind } from "../../pages/languages/english/errors.ts";
import { errorPage } from "../../pages/views/error.ts";
import type { Frame } from "../../pages/views/layout.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import { errorHeaders, errorJson } from "../../verification/error-response.ts";
import type { Endpoint, Reply } from "./endpoint.ts";

/** An error as a page, or as JSON for an API client. */
export function rejectionReply(
  rejection: RequestError,
  incoming: Pick<Incoming, "authorization" | "id" | "method" | "path">,
  realm: string,
  endpoint: Endpoint | undefined,
  frame: Frame,
): Reply {
  if (endpoint?.produces === "page") {
    const headers = errorHeaders(rejection, incoming.authorization, realm, endpoint);
    const body = errorPageFor(rejection, incoming, frame);
    return { status: rejection.row.status, type: "html", body, headers };
  }
  return errorJson(rejection, incoming.authorization, realm, endpoint);
}

function errorPageFor(
  rejection: RequestError,
  { id: requestId, method, path }: Pick<Incoming, "id" | "method" | "path">,
  frame: Frame,
): string {
  const { status } = rejection.row;
  const kind = pageKinds[rejection.rejection] ?? "bad-request";
  const isAgain = method === "GET" && passing.includes(kind) && isSamePage(frame.here, path);
  const seconds = rejection.more.retryAfterSeconds ?? rejection.row.retryAfterSeconds;
  return errorPage({
    frame,
    status,
    kind,
    ...(status >= 500 && { requestId }),
    ...(seconds !== undefined && { minutes: Math.ceil(seconds / 60) }),
    ...(isAgain && { retryHref: frame.here }),
  }).toString();
}

/** The same request may succeed later. */
const passing: readonly ErrorKind[] = ["rate-limited", "internal", "unavailable"];

/** A frame leads elsewhere if the page cannot be opened again, such as a provider's callback. */
function isSamePage(here: string, path: string): boolean {
  return here === path || here.startsWith(`${path}?`);
}

const pageKinds: Partial<Record<RequestError["rejection"], ErrorKind>> = {
  noSuchPath: "not-found",
  methodNotAllowed: "wrong-method",
  bodyTooLarge: "too-large",
  headersTooLarge: "too-large",
  sslRequired: "insecure",
  userSuspended: "suspended-user",
  applicationSuspended: "suspended-application",
  applicationNotApproved: "unapproved-application",
  rateLimited: "rate-limited",
  overCapacity: "unavailable",
  outcomeUnknown: "outcome-unknown",
  internalError: "internal",
};
