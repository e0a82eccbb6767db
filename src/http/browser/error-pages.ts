import { type Browser, browser } from "../../accounts/browser-session.ts";
import type { ErrorKind } from "../../pages/languages/english/errors.ts";
import { errorPage } from "../../pages/views/error.ts";
import type { Frame } from "../../pages/views/layout.ts";
import { type Call, endpoint, pageReply, type Reply } from "../operation/endpoint.ts";

/** Each kind of error page has a status. */
const statuses = {
  "bad-request": 400,
  "forbidden-form": 403,
  "other-role": 403,
  "suspended-application": 403,
  "unapproved-application": 403,
  "not-found": 404,
} as const satisfies Partial<Record<ErrorKind, number>>;

export function errorReply(frame: Frame, kind: keyof typeof statuses): Reply {
  const status = statuses[kind];
  return pageReply(errorPage({ frame, status, kind }), { status });
}

/** The form names no change that we know. */
export function notUnderstood({ frame }: Pick<Call, "frame">): Reply {
  return errorReply(frame, "bad-request");
}

/** A thing that this user may not see looks like one that does not exist. */
export function notFound({
  frame,
  caller: { session },
}: Pick<Call<Browser>, "frame" | "caller">): Reply {
  const signedIn = session && { isAdmin: session.userIsAdmin };
  const page = errorPage({ frame, status: 404, kind: "not-found", signedIn });
  return pageReply(page, { status: 404 });
}

/** For a browser that navigates to a path that no operation has. Other clients get JSON (interface §1.5). */
export const unknownPage = endpoint({
  // In logs and metrics, requests without an operation have this name.
  name: "none",
  paths: ["/"],
  methods: ["GET"],
  section: "1",
  summary: "Shows that the page doesn't exist, and links to others",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: notFound,
});

/** Browsers name HTML in `Accept` when they navigate. */
export function navigates(method: string | undefined, accept: string | undefined): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(accept ?? "");
}
