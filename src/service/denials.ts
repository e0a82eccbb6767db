/**
 * Proven callers who asked for what they may not do. Each is logged, so that an operator sees who tries; who tries without
 * end gets a line a minute, which says how many others there were.
 */
import type { Logger } from "pino";
import { type Refusal, type RefusalName, refusals } from "../domain/refusals.ts";
import { pace } from "./pace.ts";

export interface Denials {
  /** `entry`: what the line has, without a secret. */
  note(entry: object): void;
}

const ofAll = { atOnce: 60, everyMs: 60_000 };

/** `now` in milliseconds. */
export function openDenials(
  log: Pick<Logger, "info">,
  now: () => number = () => performance.now(),
): Denials {
  const lines = pace(ofAll);
  let others = 0;
  return {
    note(entry) {
      if (!lines.take(now())) {
        others += 1;
        return;
      }
      log.info({ ...entry, ...(others > 0 && { others }) }, "access denied");
      others = 0;
    },
  };
}

const denying = [
  "userSuspended",
  "applicationSuspended",
  "unknownBearer",
  "userContextNeeded",
  "wrongContext",
  "accessTypeTooHigh",
  "notTheOwner",
] as const satisfies readonly RefusalName[];

/** `hidden`: whether the operation is one of those that do not exist for people whom they are not for. */
export function isDenied(hidden: boolean, status: number, refusal: Refusal | undefined): boolean {
  if (refusal !== undefined) return denying.some((name) => name === refusal.refusal);
  return status === 404 && hidden;
}

const denyingCodes: readonly number[] = denying.map((name) => refusals[name].code);

/** The same for a verdict, by its code. */
export function isDenyingCode(code: number | undefined): boolean {
  return code !== undefined && denyingCodes.includes(code);
}
