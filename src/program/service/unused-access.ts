/** Once a day, ends access that was not used for long, and tells its users before (docs/adr/0075-unused-access.md). */
import type { Logger } from "pino";
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type UserGrant, unusedDaysIn } from "../../domain/unused-access.ts";

const lookEveryMs = 60_000;

/** How many grants a step reads. It writes only what became due. */
const stepSize = 100;

export interface UnusedAccessRule extends AsyncDisposable {
  /** Looks now whether a day has passed or the rule has changed, and resolves when it has done what is due. */
  look(): Promise<void>;
}

interface Options {
  readonly ledger: Pick<Ledger, "setting" | "unusedAccess" | "settleUnusedAccess">;
  /** Undefined: an administrator's setting is in force. If it is off, nothing ends, and notices are void. */
  readonly configured: number | undefined;
  /** Whether a mail server is set. */
  readonly emails: boolean;
  readonly clock: () => number;
  readonly log: Pick<Logger, "info" | "warn">;
}

export function openUnusedAccess({
  ledger,
  configured,
  emails,
  clock,
  log,
}: Options): UnusedAccessRule {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let nextAt = 0;
  let after: UserGrant | undefined;
  let days: number | undefined;
  let [told, ended] = [0, 0];
  const timer = setInterval(look, lookEveryMs).unref();
  void look();
  return {
    look,
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };

  function look(): Promise<void> {
    running = running.then(lookOnce);
    return running;
  }

  async function lookOnce(): Promise<void> {
    try {
      await followSetting();
      // A time that is further away was set by a clock that was ahead.
      const left = nextAt - clock();
      if (left > 0 && left <= dayMs) return;
      if (!(await goOn())) return;
      nextAt = clock() + dayMs;
      if (told + ended > 0) log.info({ told, ended }, "access that isn't used was looked through");
      [told, ended] = [0, 0];
    } catch (error) {
      log.warn({ reason: String(error) }, "unused access could not be looked through; retrying");
    }
  }

  /** A rule that was changed is applied at once, from the beginning. */
  async function followSetting(): Promise<void> {
    const present = configured ?? unusedDaysIn(await ledger.setting("unused-access"));
    if (present === days) return;
    [days, after, nextAt] = [present, undefined, 0];
  }

  /** Returns whether all was looked through. If too many emails wait, it continues there the next time. */
  async function goOn(): Promise<boolean> {
    while (!stopped) {
      const now = clock();
      const found = await ledger.unusedAccess({ days, now }, { after, size: stepSize });
      if (found.grants.length > 0) {
        const settled = await ledger.settleUnusedAccess({ configured, now, emails }, found.grants);
        told += settled.told;
        ended += settled.ended;
        if (settled.waits) return false;
      }
      after = found.next;
      if (after === undefined) return true;
    }
    return false;
  }
}
