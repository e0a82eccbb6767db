import type { AccessLevel } from "../../../domain/access.ts";
import type { Application } from "../../../domain/application.ts";
import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import { getsNotices } from "../../../domain/notification.ts";
import { seenMark } from "../../../domain/seen.ts";
import { beginBefore, beginOf, usagePeriods } from "../../../domain/usage-periods.ts";
import type { ApplicationDone } from "../../../pages/languages/english/admin.ts";
import {
  type ApplicationReport,
  applicationPage,
} from "../../../pages/views/admin/applications/id.ts";
import { inField } from "../../../pages/views/admin/contain.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import {
  limitedNow,
  limitsOfApplications,
} from "../../../verification/rate-limits/limits-in-force.ts";
import { pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";
import type { ViewerCall } from "../viewer-call.ts";

export interface AdminApplicationCall extends ViewerCall {
  readonly application: Application;
}

export async function applicationIn(call: ViewerCall): Promise<AdminApplicationCall | undefined> {
  const id = idFrom<ApplicationId>(call.parameters.id);
  const application = id && (await call.dependencies.ledger.applicationById(id));
  return application && { ...call, application };
}

export async function showApplication(
  call: AdminApplicationCall,
  more: Partial<ApplicationReport>,
  status = 200,
): Promise<Reply> {
  const shown = await report(call, more.revoking?.since);
  return pageReply(applicationPage({ ...shown, ...more }), { status });
}

export function applicationDone(
  { application }: AdminApplicationCall,
  what: ApplicationDone,
  { since }: { readonly since?: number } = {},
): Reply {
  const counted = since === undefined ? "" : `&since=${inField(since)}`;
  return seeOther(`/admin/applications/${application.id}?${what}${counted}`);
}

export async function report(
  call: AdminApplicationCall,
  since = sinceIn(queryOf(call.incoming).get("since")),
): Promise<ApplicationReport> {
  const { application, session, viewer, now } = call;
  const { ledger, config } = call.dependencies;
  const owners = { applicationId: application.id, userId: application.ownerId };
  return {
    viewer,
    application,
    ...(await useOf(call, since)),
    opened: queryOf(call.incoming).get("open") ?? undefined,
    events: await ledger.eventsBy({ applicationId: application.id }, { after: undefined, size: 6 }),
    isInPortal: (await ledger.applicationRole(application.id, session.userId)) !== undefined,
    bearer: { ...(await ledger.applicationKeys(owners, now)), now },
    limits: limitsOfApplications(limitedNow(call.dependencies)).map(({ name, usual }) => ({
      name,
      usual,
      own: String(application.limits[name] ?? ""),
    })),
    limitsSeen: seenMark([application.limits], []),
    plans: await ledger.plans(),
    planSeen: seenMark([application.plan ?? ""], []),
    limitsAreOff: config.rateLimits === "off",
    asksApproval: config.approval !== "none",
  };
}

/** What the steps against a leak break, and who uses the application. */
async function useOf(
  {
    application,
    dependencies: { ledger, usage, sources: used, config },
    now,
  }: AdminApplicationCall,
  chosen: number | undefined,
): Promise<Pick<ApplicationReport, "leak" | "keyUse">> {
  const { id, ownerId } = application;
  const [owner, sources, counts, uses, ofLastHour, changes] = await Promise.all([
    ledger.userById(ownerId),
    used.sourcesOf(id, now),
    ledger.grantCounts(id, now),
    usage.usageOf(id, usagePeriods.day.resolution, { since: beginBefore(usagePeriods.day, now) }),
    usage.requestsOf([id], usagePeriods.hour.resolution, beginOf(usagePeriods.hour, now)),
    ledger.changesOf(id, { since: beginOf(usagePeriods.day, now), until: now + 1 }),
  ]);
  const countOf = (access: AccessLevel) =>
    counts.changes
      .filter((one) => one.access === access)
      .reduce((sum, { change }) => sum + change, counts.before[access]);
  const write = countOf("write");
  const tokens = countOf("read") + write;
  // One user may have granted both levels. Beyond so many users, those who did are counted twice, not looked for.
  const distinct = await ledger.countGrants(id, maxCounted);
  const users = distinct < maxCounted ? distinct : tokens;
  const firstNew = Math.min(...sources.filter((one) => one.isNew).map((one) => one.firstSeen));
  const since = chosen ?? (Number.isFinite(firstNew) ? firstNew : now - dayMs);
  const search = { applicationId: id, since };
  const newTokens = await ledger.countTokensUsedFromNewSources(search, maxCounted);
  return {
    leak: {
      users,
      requestsOfLastHour: ofLastHour.get(id) ?? 0,
      newUse: { since, tokens: newTokens, most: maxCounted, isCounted: chosen !== undefined },
      ownerEmail: config.mailServer !== undefined && getsNotices(owner) ? owner?.email : undefined,
    },
    keyUse: { uses, users, write, sources, changes, now },
  };
}

/** What `inField` writes. */
export function sinceIn(text: string | null | undefined): number | undefined {
  const [date] = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.exec(text ?? "") ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const maxCounted = 10_000;
