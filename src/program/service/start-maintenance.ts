import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { dayMs } from "../../domain/day.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { countTry, recipientKey } from "../../verification/rate-limits/count-try.ts";
import { openBulkWorker } from "./bulk-worker.ts";
import { jumpTolerantClock } from "./jump-tolerant-clock.ts";
import { sweeping } from "./maintenance.ts";
import { openNotifier } from "./notifying.ts";
import type { Parts } from "./open-parts.ts";
import { scheduleBackups } from "./scheduled-backups.ts";
import type { Start } from "./start.ts";
import { openUnusedAccess } from "./unused-access.ts";

export function startMaintenance(
  start: Start,
  parts: Parts,
  dependencies: Dependencies,
  monotonic: () => number,
): void {
  backUp(start, parts);
  sweep(start, parts, monotonic);
  endUnusedAccess(start, parts, monotonic);
  workInBulk(start, parts);
  notify(start, parts, dependencies);
}

function backUp({ config, resources, log, clock }: Start, { stores, workers }: Parts): void {
  workers.backups = scheduleBackups(config, {
    ledger: stores.ledger,
    clock,
    beginsAtOnce: true,
    failed: (reason) => log.error({ reason }, "a backup failed"),
  });
  if (workers.backups !== undefined) resources.use(workers.backups);
}

function workInBulk(
  { resources, log, clock }: Start,
  { stores: { ledger }, workers }: Parts,
): void {
  workers.bulk = resources.use(
    openBulkWorker({
      ledger,
      clock,
      lease: randomBytes(16).toString("hex"),
      failed: (reason) => log.warn({ reason }, "a bulk action could not continue; retrying"),
    }),
  );
}

function sweep(
  { config, resources, log, clock }: Start,
  { stores: { ledger, nonceStore, rateLimiter }, loadOwnLimits }: Parts,
  monotonic: () => number,
): void {
  resources.defer(
    sweeping({
      ledger,
      async sweepOthers(now) {
        await nonceStore.sweep(now);
        await rateLimiter?.sweep(now);
      },
      loadOwnLimits,
      auditKeptMs: config.auditKeep && config.auditKeep * dayMs,
      settled: jumpTolerantClock(clock, monotonic, nonceStore.openedAfter, (ms) =>
        logJump(log, ms),
      ),
      log,
    }),
  );
}

function endUnusedAccess(
  { config, resources, log, clock }: Start,
  { stores: { ledger, nonceStore }, mail }: Parts,
  monotonic: () => number,
): void {
  const settled = jumpTolerantClock(clock, monotonic, nonceStore.openedAfter, () => {});
  const emails = mail !== undefined;
  const configured = config.unusedAccessDays;
  resources.use(openUnusedAccess({ ledger, configured, emails, clock: settled, log }));
}

function logJump(log: Logger, ms: number): void {
  const bySeconds = Math.round(ms / 1000);
  log.warn(
    { bySeconds },
    `the clock was set ${ms < 0 ? "back" : "forward"}, or the machine was suspended`,
  );
}

function notify(
  { look, resources, log, clock }: Start,
  { stores, watchedLimits, mail, workers }: Parts,
  dependencies: Dependencies,
): void {
  if (mail === undefined) return;
  workers.notifier = resources.use(
    openNotifier({
      ledger: stores.ledger,
      mail,
      frame: look.frame,
      languages: look.languages,
      origin: () => dependencies.origins[0],
      clock,
      reached: watchedLimits,
      admits: async (address) => {
        const limit = "email-verification/recipient";
        return (await countTry(limit, recipientKey(address), dependencies)).admitted;
      },
      failed: (reason) => log.warn({ reason }, "notices could not be read; retrying"),
    }),
  );
}
