import type { AuditedEvent } from "../../domain/audit.ts";
import { dayMs } from "../../domain/day.ts";
import type { NamedReceiver } from "../../domain/delivery.ts";
import type { RecordCounts } from "../../domain/ports/maintenance.ts";
import type { UsageCount } from "../../domain/usage.ts";
import {
  rejectedIn,
  requestsIn,
  seriesOf,
  totalsOf,
  usagePeriods,
} from "../../domain/usage-periods.ts";
import type { UnusualRate } from "../../domain/usage-rates.ts";
import type { Part, Severity, Waiting } from "../languages/english/admin.ts";
import { type Checklist, checklistSection } from "./admin/checklist.ts";
import { eventTable } from "./admin/event-table.ts";
import { type ServiceUsage, serviceUsage } from "./admin/service-usage.ts";
import { tag } from "./banner.ts";
import { sparkline } from "./chart.ts";
import { type Html, html, type Printable } from "./html.ts";
import type { Frame } from "./layout.ts";
import { facts, number, originList } from "./list.ts";
import { name, withCode } from "./phrase.ts";
import { rejectionTable, unauthenticated } from "./portal/applications/id/usage.ts";
import { signedInPage } from "./signed-in-page.ts";
import { day, moment } from "./time.ts";
import type { WrongDays } from "./usage-range.ts";
import type { Viewer } from "./viewer.ts";

export type Overview = {
  readonly viewer: Viewer;
  readonly parts: Readonly<Record<Part, "well" | "failing" | "absent">>;
  readonly problems: readonly string[];
  /** This is undefined if everything is done or it was hidden. */
  readonly checklist: Checklist | undefined;
  readonly recordCounts: RecordCounts;
  /** The last 48 hours are counted by hour. */
  readonly hours: readonly UsageCount[];
  /** There were requests in the time that is kept. */
  readonly hasRequests: boolean;
  readonly rates: readonly UnusualRate[];
  readonly disk: Disk;
  readonly backup: Backup;
  readonly version: string;
  /** The current key encrypts since then, if known. */
  readonly keysSince: number | undefined;
  /** An administrator last confirmed then that backups are made. It is shown if the service knows of none. */
  readonly backedUp?: number | undefined;
  readonly apiOrigins: readonly string[];
  readonly receivers: readonly NamedReceiver[];
  /** The counts stop at `most`. */
  readonly counts: Readonly<Record<Waiting, number>>;
  readonly most: number;
  readonly events: readonly AuditedEvent[];
  readonly usage: ServiceUsage | WrongDays;
  readonly now: number;
};

/**
 * All are in bytes; `free` and `size` are of the data directory's disk. It is undefined if the database is elsewhere.
 */
export type Disk = {
  readonly ledger: number;
  readonly free?: number | undefined;
  readonly size?: number | undefined;
};

/** The last known backup was made `at`. The service makes one itself each `everyMs`. */
export type Backup = {
  readonly at: number | undefined;
  readonly everyMs: number | undefined;
};

const meanings = { well: "good", failing: "now", absent: "information" } as const;

const hrefs: Readonly<Record<Waiting, string>> = {
  suspendedUsers: "/admin/users?state=suspended",
  suspendedApplications: "/admin/applications?state=suspended",
  waitingApplications: "/admin/applications?state=unconfirmed-schemes",
  waitingApprovals: "/admin/applications?approval=waiting",
  invitations: "/admin/invitations",
};

export function overviewPage(overview: Overview): Html {
  const { viewer, events, checklist } = overview;
  const texts = viewer.frame.texts.admin.overview;
  const urgent = attention(overview);
  const main = html`${urgent && html`<article>${urgent}</article>`}
${checklist && html`<article>${checklistSection(viewer, checklist)}</article>`}
${figures(overview)}
<article>
<h2 id="usage">${viewer.frame.texts.portal.usage.title}</h2>
${overview.hasRequests ? serviceUsage(viewer.frame, overview.usage) : firstRequest(viewer)}
</article>
${rejections(overview)}
<article>
<header class="titled"><h2>${texts.newest}</h2><a class="action" href="/admin/audit">${texts.all}</a></header>
${eventTable(viewer, events, overview.now)}
</article>
<article>
<h2 id="service">${texts.service}</h2>
${service(overview)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "overview",
    title: texts.title,
    main,
  });
}

/** Charts of nothing say nothing, so the page says what to do first. */
function firstRequest({ frame }: Viewer): Html {
  const { noRequests, noRequestsHow, noRequestsLink } = frame.texts.admin.overview;
  return html`<p><strong>${noRequests}.</strong> ${noRequestsHow}</p>
<p class="actions"><a class="button secondary" href="/docs">${noRequestsLink}</a></p>`;
}

type Attention = {
  readonly severity: Severity;
  readonly what: string;
  readonly advice: Printable;
  readonly action: readonly [href: string, text: string];
};

/** The most urgent comes first. Each has its meaning, what to do, and one link. */
function attention(overview: Overview): Html | undefined {
  const { frame } = overview.viewer;
  const { attention: texts } = frame.texts.admin.overview;
  const rank = Object.keys(texts.severities);
  const items = whatNeedsAttention(overview).toSorted(
    (one, other) => rank.indexOf(one.severity) - rank.indexOf(other.severity),
  );
  if (items.length === 0)
    return overview.checklist === undefined ? html`<p class="well">${texts.none}</p>` : undefined;
  return html`<h2>${texts.title}</h2>
<ul class="items attention">${items.map(
    ({ severity, what, advice, action: [href, text] }, at) => html`<li>
<div class="titled"><h3 id="attention-${at}">${what}</h3> ${tag(severity, texts.severities[severity])}</div>
<p class="quiet">${advice}</p>
<p class="actions"><a class="button secondary" href="${href}" aria-describedby="attention-${at}">${text}</a></p>
</li>`,
  )}</ul>`;
}

function whatNeedsAttention(overview: Overview): readonly Attention[] {
  const { viewer, parts, problems, counts, rates, disk, backup, keysSince, receivers, now } =
    overview;
  const { attention: texts } = viewer.frame.texts.admin.overview;
  const { percent } = viewer.frame.texts.portal.usage.why;
  const { waitingApplications: waiting, waitingApprovals: approvals } = counts;
  const isFull = disk.free !== undefined && disk.size !== undefined && nearlyFull(disk);
  const areOld = keysSince !== undefined && now - keysSince > oldKeysMs;
  const again = ["/admin", texts.again] as const;
  const one = (
    severity: Severity,
    { what, advice }: { readonly what: string; readonly advice: string },
    action: Attention["action"],
  ): Attention => ({ severity, what, advice: withCode(advice, viewer.frame.command), action });
  const items: readonly (Attention | false)[] = [
    ...problems.map((problem) => ({
      ...one("now", texts.problem, again),
      advice: html`<code>${problem}</code> ${texts.problem.advice}`,
    })),
    parts.nonceStore === "failing" && one("now", texts.nonceStore, again),
    isFull && one("soon", texts.disk, again),
    isLate(backup, now) &&
      one(
        "soon",
        backup.at === undefined ? { ...texts.backup, what: texts.noBackup } : texts.backup,
        ["/admin/settings#COUNTERSIGN_BACKUP_DIR", texts.setting],
      ),
    ...receivers
      .filter(({ failingSince }) => failingSince !== undefined)
      .map((receiver) => ({
        ...one("soon", texts.deliveries, ["/admin/webhooks", texts.receivers]),
        advice: html`${delivered(viewer, receiver)}. ${texts.deliveries.advice}`,
      })),
    ...rates.map(({ name: rate, share, usual }) => {
      const { what, advice } = texts.rates[rate];
      const said = what(percent(share), usual === undefined ? undefined : percent(usual));
      const action = {
        rejected: ["#rejected", texts.reasons],
        "failed-sign-in": ["#usage", texts.chart],
      } as const;
      return one("soon", { what: said, advice }, action[rate]);
    }),
    approvals > 0 &&
      one("soon", { what: texts.approvals(approvals), advice: texts.approvalsAdvice }, [
        hrefs.waitingApprovals,
        texts.review,
      ]),
    waiting > 0 &&
      one("soon", { what: texts.waiting(waiting), advice: texts.waitingAdvice }, [
        hrefs.waitingApplications,
        texts.review,
      ]),
    areOld && one("information", texts.keys, ["/admin/audit?name=keys.rotated", texts.rotations]),
  ];
  return items.filter((item) => item !== false);
}

function delivered({ frame }: Viewer, { name, waiting, dropped }: NamedReceiver): Html {
  const counts = frame.texts.admin.overview.receiver(
    number(frame, waiting),
    number(frame, dropped),
  );
  return html`<code>${name}</code> ${counts}`;
}

/** Two scheduled backups were missed. */
function isLate({ at, everyMs }: Backup, now: number): boolean {
  return everyMs !== undefined && (at === undefined || now - at > 2 * everyMs);
}

/** Less than a tenth or a gigabyte, whichever is smaller, is free. */
function nearlyFull({ free = 0, size = 0 }: Disk): boolean {
  return free < Math.min(size / 10, 1_000_000_000);
}

const oldKeysMs = 366 * dayMs;

type Change = { readonly count: number; readonly before: number };

/** A service with nothing but its first user has no figures yet. */
function figures({ viewer, recordCounts, hours, now }: Overview): Html | undefined {
  const { admin, portal } = viewer.frame.texts;
  const texts = admin.overview.figures;
  const totals = totalsOf(usagePeriods.day, hours, now);
  const { number: asText, changes } = portal.usage;
  const percent = new Intl.NumberFormat(`${viewer.frame.texts.language.tag}-u-nu-latn`, {
    style: "percent",
    signDisplay: "exceptZero",
  });
  const figure = (title: string, href: string, count: number, more?: Html) =>
    html`<div><dt><a href="${href}">${title}</a></dt><dd><data value="${count}">${asText(count)}</data>${more}</dd></div>`;
  const change = ({ count, before }: Change, isWorse = false) =>
    before > 0
      ? html` <small title="${changes.day(count, before)}"${isWorse && html` class="worse"`}><bdi aria-hidden="true">${percent.format(count / before - 1)}</bdi><span class="unseen">${changes.day(count, before)}</span></small>`
      : undefined;
  const { requests, rejected } = totals;
  const series = seriesOf(usagePeriods.day, hours, now);
  const byHour = (counts: readonly number[]) => html`<span>${sparkline(counts)}</span>`;
  const isWorse = rejected.before > 0 && rejected.count > 1.1 * rejected.before;
  const traffic =
    requests.count > 0 &&
    html`${figure(
      texts.requests,
      "#usage",
      requests.count,
      html`${change(requests)}${byHour(requestsIn(series))}`,
    )}${figure(
      texts.rejected,
      rejected.count > 0 ? "#rejected" : "#usage",
      rejected.count,
      html`${change(rejected, isWorse)}${byHour(rejectedIn(series))}${unauthenticated(portal.usage, totals)}`,
    )}`;
  const { users, applications, accessTokens, bearerTokens } = recordCounts;
  const tokens = accessTokens + bearerTokens;
  if (users + applications + tokens + requests.count < 2) return undefined;
  return html`<article><dl class="figures">${figure(texts.users, "/admin/users", users)}${figure(texts.applications, "/admin/applications", applications)}${figure(texts.tokens, "/admin/audit?name=access-token.issued", tokens)}${traffic}</dl></article>`;
}

/** The reasons of the day that the figure counts. */
function rejections({ viewer, hours, now }: Overview): Html | undefined {
  const { admin, portal } = viewer.frame.texts;
  const reasons = rejectionTable(portal.usage, seriesOf(usagePeriods.day, hours, now));
  return (
    reasons &&
    html`<article>
<h2 id="rejected">${admin.overview.rejections}</h2>
${reasons}
</article>`
  );
}

function service(overview: Overview): Html {
  const { viewer, parts, disk, backup, version, keysSince, backedUp, apiOrigins, receivers } =
    overview;
  const { admin, dates } = viewer.frame.texts;
  const texts = admin.overview;
  const { frame } = viewer;
  const size = bytes(frame, disk.ledger);
  const free =
    disk.free === undefined
      ? name(size)
      : texts.diskFree(size, bytes(frame, disk.free), bytes(frame, disk.size ?? 0));
  return facts([
    ...(Object.keys(parts) as Part[]).map((part): readonly [Printable, Printable] => [
      texts.parts[part],
      tag(meanings[parts[part]], texts.states[parts[part]]),
    ]),
    [texts.disk, free],
    ...(backup.at === undefined ? [] : [[texts.lastBackup, moment(dates, backup.at)] as const]),
    [texts.version, html`<code>${version}</code>`],
    ...(keysSince === undefined ? [] : [[texts.keysSince, day(dates, keysSince)] as const]),
    ...receivers.map((receiver): readonly [Printable, Printable] => [
      texts.receivers,
      html`<a href="/admin/webhooks">${delivered(viewer, receiver)}</a>`,
    ]),
    ...(backedUp === undefined || backup.at !== undefined
      ? []
      : [[texts.backups, html`${texts.backupsSaid} ${day(dates, backedUp)}`] as const]),
    ...present(overview),
    [texts.apis, originList(apiOrigins)],
  ]);
}

function present({ viewer, counts, most }: Overview): readonly (readonly [string, Html])[] {
  const { overview, user: ofUser } = viewer.frame.texts.admin;
  return (["suspendedUsers", "suspendedApplications", "invitations"] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => {
      const count = counts[one];
      const text = count >= most ? ofUser.atLeast(most) : number(viewer.frame, count);
      return [overview.counts[one], html`<a class="action" href="${hrefs[one]}">${text}</a>`];
    });
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** The unit fits the number, in the page's language. */
function bytes({ texts }: Frame, count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return new Intl.NumberFormat(`${texts.language.tag}-u-nu-latn`, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: count < 10 * 1000 ** power && power > 0 ? 1 : 0,
  }).format(count / 1000 ** power);
}
