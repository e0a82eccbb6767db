import { pageReply, type Reply } from "../endpoint.ts";
import type { ErrorKind } from "../languages/texts/errors.ts";
import { errorPage } from "../views/error.ts";
import type { Frame } from "../views/layout.ts";

/** The kinds of error with which pages answer, and their statuses. */
const statuses = {
  "bad-request": 400,
  "forbidden-form": 403,
  "other-role": 403,
  "suspended-application": 403,
  "not-found": 404,
} as const satisfies Partial<Record<ErrorKind, number>>;

export function errorReply(frame: Frame, kind: keyof typeof statuses): Reply {
  const status = statuses[kind];
  return pageReply(errorPage({ frame, status, kind }), { status });
}
