/** Whether this machine, the database server and the running service have the same time. */
import { type Finding, failure, ok, warning } from "./finding.ts";

/** By how much another clock is ahead of this machine's, in milliseconds. */
export interface OtherClock {
  readonly whose: string;
  readonly ahead: number;
}

export interface Clocks {
  readonly others: readonly OtherClock[];
  /** When the latest event in the database was recorded, in milliseconds since the epoch. */
  readonly latestEvent: number | undefined;
  readonly now: number;
}

/** Returns how far `time` is outside of the period in which it was requested. */
export function aheadOf(time: number, before: number, after: number): number {
  return time < before ? time - before : Math.max(0, time - after);
}

/** A difference may be due to slow responses and to rounding below this. */
const noticeableMs = 5_000;
/** A request signed at the right time is rejected from here on. */
const rejectedMs = 300_000;

export function checkClocks({ others, latestEvent, now }: Clocks): readonly Finding[] {
  const findings = others
    .filter(({ ahead }) => Math.abs(ahead) >= noticeableMs)
    .map((one) => differs(one));
  // A server whose clock is ahead records such events, although this machine's clock is right.
  const isAhead = others.some(({ ahead }) => ahead >= noticeableMs);
  if (!isAhead && latestEvent !== undefined && latestEvent > now + noticeableMs) {
    findings.push(
      failure(
        "clock",
        `The database has an event of ${new Date(latestEvent).toISOString()}, which is in the future: this machine's clock was set back`,
        "Correct the clock of this machine before the service starts",
      ),
    );
  }
  if (findings.length > 0) return findings;
  const agreeing = [...new Set(others.map(({ whose }) => whose))];
  const agree =
    agreeing.length === 0
      ? "; there is no other clock to compare it with"
      : `, and ${agreeing.join(" and ")} ${agreeing.length === 1 ? "agrees" : "agree"}`;
  return [ok("clock", `It is ${new Date(now).toISOString()}${agree}`)];
}

function differs({ whose, ahead }: OtherClock): Finding {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const message = `The clock of ${whose} is ${seconds} seconds ${ahead < 0 ? "behind" : "ahead of"} this machine's`;
  return Math.abs(ahead) < rejectedMs
    ? warning(
        "clock",
        message,
        "Synchronize the clocks of all machines: signed requests may differ by 300 seconds",
      )
    : failure(
        "clock",
        `${message}, so requests that are signed at the right time may be rejected with 401 (code 135)`,
        "Synchronize the clocks of all machines",
      );
}
