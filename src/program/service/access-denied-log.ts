/**
 * Logs authenticated callers who request what they may not do: one line a minute for each, with the number of tries.
 */
import type { Logger } from "pino";
import { type RequestError, type RequestErrorName, requestErrors } from "../../domain/errors.ts";
import { pacedLines } from "./pace.ts";

export interface AccessDeniedLog {
  /** `entry` is the content of the line, without secrets. */
  note(entry: object): void;
}

export function openAccessDeniedLog(
  log: Pick<Logger, "info">,
  now?: () => number,
): AccessDeniedLog {
  return { note: pacedLines((entry) => log.info(entry, "access denied"), now) };
}

const denying = [
  "userSuspended",
  "applicationSuspended",
  "applicationNotApproved",
  "networkNotAllowed",
  "ended",
  "unknownBearer",
  "userContextNeeded",
  "wrongContext",
  "accessTypeTooHigh",
  "notTheOwner",
] as const satisfies readonly RequestErrorName[];

/** `hidden` means that the operation returns 404 to users without access. */
export function isDenied(
  hidden: boolean,
  status: number,
  rejection: RequestError | undefined,
): boolean {
  if (rejection !== undefined) return denying.some((name) => name === rejection.rejection);
  return status === 404 && hidden;
}

const denyingCodes: readonly number[] = denying.map((name) => requestErrors[name].code);

export function isDenyingCode(code: number | undefined): boolean {
  return code !== undefined && denyingCodes.includes(code);
}
