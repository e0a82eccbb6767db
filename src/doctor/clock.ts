import { likelyUnit, timestampIsInWindow } from "../domain/timestamp.ts";
import type { CauseDetails, Finding } from "./cause.ts";

/** `sentAt` is when the request was sent, in milliseconds; undefined if only known to be before `now`. */
export function clockFinding(
  timestamp: number,
  { sentAt, now }: { readonly sentAt: number | undefined; readonly now: number },
): Finding | undefined {
  const at = sentAt ?? now;
  if (timestampIsInWindow(timestamp, at)) return undefined;
  const seconds = timestamp - Math.floor(at / 1000);
  const likely = likelyClock(timestamp, seconds, at);
  // A request that was sent a while ago and is pasted now has an old timestamp, although its clock may be right.
  const certain = sentAt !== undefined || seconds > 0;
  return {
    cause: { id: "clock", seconds, likely },
    certainty: certain ? "certain" : "guess",
  };
}

function likelyClock(
  timestamp: number,
  seconds: number,
  at: number,
): CauseDetails["clock"]["likely"] {
  const unit = likelyUnit(timestamp, at);
  if (unit !== undefined) return unit;
  const halfHours = Math.round(seconds / 1800);
  const isZone = Math.abs(halfHours) <= 28 && Math.abs(seconds - halfHours * 1800) <= 60;
  if (isZone && halfHours !== 0) return "time-zone";
  if (seconds < -86_400) return "old";
  return seconds > 0 ? "ahead" : "behind";
}
