import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import software from "../../../package.json" with { type: "json" };
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { RecordCounts } from "../../domain/ports/maintenance.ts";
import { countsRequests } from "../../domain/usage.ts";
import { beginBefore, keptSince, lastMinutes, usagePeriods } from "../../domain/usage-periods.ts";
import { unusualRates, usualDays } from "../../domain/usage-rates.ts";
import type { Checklist } from "../../pages/views/admin/checklist.ts";
import type { ServiceUsage } from "../../pages/views/admin/service-usage.ts";
import { type Backup, type Disk, overviewPage } from "../../pages/views/admin.ts";
import type { UsageRange, WrongDays } from "../../pages/views/usage-range.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { apiOrigins } from "../../verification/configured-apis.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { lastBackupAt } from "../actions/last-backup.ts";
import { signUpAsSet } from "../actions/service-settings.ts";
import type { Changing } from "../browser/change.ts";
import { forAdmins } from "../browser/signed-in.ts";
import { usageRange } from "../browser/usage-window.ts";
import type { ViewerCall } from "../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const overview = endpoint({
  name: "admin",
  paths: ["/admin"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows what needs attention, how the service is used, and what a new service still needs",
  limit: "account-pages",
  reads: [],
  ...forAdmins({
    async show({ dependencies, incoming, session, viewer, now }) {
      const { ledger, usage, mail } = dependencies;
      const range = serviceRange(queryOf(incoming), now);
      const suspended = { text: "", filters: { state: "suspended" } } as const;
      const unconfirmed = { text: "", filters: { state: "unconfirmed-schemes" } } as const;
      const unapproved = { text: "", filters: { approval: "waiting" } } as const;
      const page = { after: undefined, size: most };
      const [
        users,
        applications,
        waiting,
        approvals,
        links,
        events,
        serviceUsage,
        hours,
        days,
        nonceStore,
      ] = await Promise.all([
        ledger.searchUsers(suspended, page),
        ledger.searchApplications(suspended, page),
        ledger.searchApplications(unconfirmed, page),
        ledger.searchApplications(unapproved, page),
        ledger.links("invitation", now, page),
        ledger.eventsBy({}, { after: undefined, size: 10 }),
        "problems" in range ? range : usageIn(range, dependencies, now),
        usage.usageOf("service", usagePeriods.day.resolution, {
          since: beginBefore(usagePeriods.day, now),
        }),
        usage.usageOf("service", usagePeriods["30-days"].resolution, {
          since: now - (usualDays + 2) * dayMs,
        }),
        stateOf(dependencies.nonceStore),
      ]);
      const recordCounts = await recordCountsOf(ledger, now);
      const backup = await backupOf(dependencies);
      // The chart of a longer period may show older ones.
      const uses = [...hours, ...days, ...("uses" in serviceUsage ? serviceUsage.uses : [])];
      const problems = ledger.problems().map((one) => one.reason);
      return pageReply(
        overviewPage({
          viewer,
          parts: {
            ledger: problems.length > 0 ? "failing" : "well",
            nonceStore,
            mail: mail === undefined ? "absent" : "well",
          },
          problems,
          checklist: await checklistOf(dependencies, recordCounts, backup, {
            verification: uses.some(({ kind }) => kind === "verified"),
            secure: session.hasSecondFactor,
            invite: recordCounts.users > 1 || links.length > 0,
          }),
          backup,
          recordCounts,
          hours,
          hasRequests: uses.some(({ kind }) => countsRequests(kind)),
          rates: unusualRates(hours, days, now),
          disk: await diskOf(dependencies),
          version: software.version,
          keysSince: await keysSince(ledger, recordCounts),
          backedUp: await backedUp(ledger),
          apiOrigins: apiOrigins(dependencies),
          receivers: await dependencies.receiverStates(),
          counts: {
            suspendedUsers: users.length,
            suspendedApplications: applications.length,
            waitingApplications: waiting.length,
            waitingApprovals: approvals.length,
            invitations: links.length,
          },
          most,
          events,
          usage: serviceUsage,
          now,
        }),
        "problems" in range ? { status: 422 } : {},
      );
    },
    changes: {
      "backup-done": {
        sensitive: false,
        run: (call) => setOnce(call, "backup", dayOf(call.now)),
      },
      "hide-checklist": {
        sensitive: false,
        run: (call) => setOnce(call, "checklist", "hidden"),
      },
    },
  }),
});

/** A day is the usual one. The last hour has minutes. */
function serviceRange(query: URLSearchParams, now: number): UsageRange | WrongDays {
  const range = usageRange(query, now, "day");
  const isLastHour = !("problems" in range) && range.choice === "hour";
  return isLastHour ? { ...range, period: lastMinutes } : range;
}

async function usageIn(
  range: UsageRange,
  { usage }: Pick<Dependencies, "usage">,
  now: number,
): Promise<ServiceUsage> {
  const { resolution } = range.period;
  const since = beginBefore(range.period, range.now);
  const uses = await usage.usageOf("service", resolution, { since, until: range.now + 1 });
  return { ...range, uses, isCompared: since >= keptSince(resolution, now) };
}

async function setOnce(
  { dependencies, auditContext }: Changing<ViewerCall>,
  setting: "backup" | "checklist",
  value: string,
): Promise<Reply> {
  await dependencies.ledger.changeSetting(setting, value, auditContext);
  return seeOther("/admin");
}

const most = 100;

const counted = new WeakMap<Ledger, { readonly at: number; readonly recordCounts: RecordCounts }>();

/**
 * Counting reads whole indexes, so it happens at most once a minute, except in a small database, so
 * that the first steps of a new service show at once.
 */
async function recordCountsOf(ledger: Ledger, now: number): Promise<RecordCounts> {
  const known = counted.get(ledger);
  if (known !== undefined && Math.abs(now - known.at) < recordCountsLastMs)
    return known.recordCounts;
  const recordCounts = await ledger.recordCounts();
  const { users, applications, accessTokens, bearerTokens } = recordCounts;
  const isLarge = users + applications + accessTokens + bearerTokens > maxCountedEachTime;
  if (isLarge) counted.set(ledger, { at: now, recordCounts });
  return recordCounts;
}

const recordCountsLastMs = 60_000;
const maxCountedEachTime = 10_000;

/** The list is gone once everything is done or an administrator has hidden it. */
async function checklistOf(
  { ledger, config, mail, origins }: Dependencies,
  { applications }: RecordCounts,
  { at }: Backup,
  observed: Pick<Checklist["done"], "verification" | "secure" | "invite">,
): Promise<Checklist | undefined> {
  const [signUp, saidSo, hidden] = await Promise.all([
    ledger.setting("sign-up"),
    ledger.setting("backup"),
    ledger.setting("checklist"),
  ]);
  if (hidden !== undefined) return undefined;
  const given = config.display.find((one) => one.variable === "COUNTERSIGN_SIGN_UP");
  const done = {
    address: origins[0].startsWith("https:"),
    mail: mail !== undefined,
    signUp: signUp !== undefined || given?.value !== "invitation",
    application: applications > 0,
    ...observed,
    backup: saidSo !== undefined || at !== undefined,
  };
  if (Object.values(done).every(Boolean)) return undefined;
  return { done, signUp: signUpAsSet(signUp, config) };
}

/** An administrator confirmed on this day that backups are made. */
async function backedUp(ledger: Ledger): Promise<number | undefined> {
  const at = Date.parse((await ledger.setting("backup")) ?? "");
  return Number.isNaN(at) ? undefined : at;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-05-03".length);
}

async function backupOf({ ledger, ledgerFiles, config }: Dependencies): Promise<Backup> {
  return {
    at: await lastBackupAt(ledger, ledgerFiles),
    everyMs: config.backupDir === undefined ? undefined : config.backupEvery * 3_600_000,
  };
}

async function diskOf({ ledger, ledgerFiles }: Dependencies): Promise<Disk> {
  const bytes = await ledger.bytes();
  if (ledgerFiles === undefined) return { ledger: bytes };
  const { bavail, blocks, bsize } = await statfs(dirname(ledgerFiles.journal));
  return { ledger: bytes, free: bavail * bsize, size: blocks * bsize };
}

/** The key that encrypts comes from the latest rotation, or is as old as the database. */
async function keysSince(ledger: Ledger, { since }: RecordCounts): Promise<number | undefined> {
  const [rotated] = await ledger.eventsBy({ name: "keys.rotated" }, { after: undefined, size: 1 });
  return rotated?.at ?? since;
}

async function stateOf(nonceStore: Dependencies["nonceStore"]): Promise<"well" | "failing"> {
  try {
    await nonceStore.ping();
    return "well";
  } catch {
    return "failing";
  }
}
