/**
 * Logs authenticated callers who request what they may not do: one line a minute for each, with the number of tries.
 */
import type { Logger } from "pino";
import { type Refusal, type RefusalName, refusals } from "../domain/refusals.ts";
import { pacedLines } from "./pace.ts";

export interface Denials {
  /** `entry` is the content of the line, without secrets. */
  note(entry: object): void;
}

export function openDenials(log: Pick<Logger, "info">, now?: () => number): Denials {
  return { note: pacedLines((entry) => log.info(entry, "access denied"), now) };
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

/** `hidden` means that the operation returns 404 to users without access. */
export function isDenied(hidden: boolean, status: number, refusal: Refusal | undefined): boolean {
  if (refusal !== undefined) return denying.some((name) => name === refusal.refusal);
  return status === 404 && hidden;
}

const denyingCodes: readonly number[] = denying.map((name) => refusals[name].code);

export function isDenyingCode(code: number | undefined): boolean {
  return code !== undefined && denyingCodes.includes(code);
}
