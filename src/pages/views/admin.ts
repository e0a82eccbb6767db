import type { AuditedEvent } from "../../domain/audit.ts";
import { dayMs } from "../../domain/day.ts";
import type { ShownReceiver } from "../../domain/delivery.ts";
import type { RecordCounts } from "../../domain/ports/maintenance.ts";
import type { UsageCount } from "../../domain/usage.ts";
import {
  lastMinutes,
  rejectedIn,
  requestsIn,
  seriesOf,
  totalsOf,
  usagePeriods,
} from "../../domain/usage-periods.ts";
import type { Part, Waiting } from "../languages/english/admin.ts";
import { type Checklist, checklistCard } from "./admin/checklist.ts";
import { eventTable } from "./admin/event-table.ts";
import { chart } from "./chart.ts";
import { type Html, html, type Printable } from "./html.ts";
import type { Frame } from "./layout.ts";
import { facts, number, originList } from "./list.ts";
import { notice } from "./notice.ts";
import { name } from "./phrase.ts";
import { usageSummary } from "./portal/applications/id/usage.ts";
import { signedInPage } from "./signed-in-page.ts";
import { tag } from "./tag.ts";
import { day, moment } from "./time.ts";
import type { Viewer } from "./viewer.ts";

export type Overview = {
  readonly viewer: Viewer;
  readonly parts: Readonly<Record<Part, "well" | "failing" | "absent">>;
  readonly problems: readonly string[];
  /** Undefined if everything is done or it was hidden. */
  readonly checklist: Checklist | undefined;
  readonly recordCounts: RecordCounts;
  /** The last 48 hours are counted by hour. */
  readonly hours: readonly UsageCount[];
  readonly disk: Disk;
  readonly backup: Backup;
  readonly version: string;
  /** The current key encrypts since then, if known. */
  readonly keysSince: number | undefined;
  /** An administrator last confirmed then that backups are made. It is shown if the service knows of none. */
  readonly backedUp?: number | undefined;
  readonly apiOrigins: readonly string[];
  readonly receivers: readonly ShownReceiver[];
  /** The counts stop at `most`. */
  readonly counts: Readonly<Record<Waiting, number>>;
  readonly most: number;
  readonly events: readonly AuditedEvent[];
  readonly uses: readonly UsageCount[];
  readonly now: number;
};

/** All are in bytes; `free` and `size` are of the data directory's disk. Undefined if the database is elsewhere. */
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
  suspendedUsers: "/admin/users?q=&suspended=on",
  suspendedApplications: "/admin/applications?q=&suspended=on",
  waitingApplications: "/admin/applications?q=&waiting=on",
  invitations: "/admin/invitations",
};

export function overviewPage(overview: Overview): Html {
  const { viewer, events, checklist } = overview;
  const texts = viewer.frame.texts.admin.overview;
  const main = html`<article>
<h1>${texts.title}</h1>
${attention(overview)}
${figures(overview)}
</article>
${checklist && checklistCard(viewer, checklist)}
<article>
<h2>${texts.usage}</h2>
${usageOfLastHour(overview)}
</article>
<article>
<h2>${texts.newest}</h2>
${eventTable(viewer, events)}
<p><a class="action" href="/admin/audit">${texts.all}</a></p>
</article>
<article>
<h2>${texts.service}</h2>
${service(overview)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "overview",
    title: texts.title,
    main,
    script: "chart",
  });
}

/** Each notice has its meaning and what to do. Empty if nothing needs attention. */
function attention(overview: Overview): Html {
  const { viewer, parts, problems, counts, disk, backup, keysSince, receivers, now } = overview;
  const texts = viewer.frame.texts.admin.overview.attention;
  const waiting = counts.waitingApplications;
  const isFull = disk.free !== undefined && disk.size !== undefined && nearlyFull(disk);
  const areOld = keysSince !== undefined && now - keysSince > oldKeysMs;
  const items: readonly (Html | false)[] = [
    ...problems.map((one) =>
      notice("now", texts.problem.what, html`<code>${one}</code> ${texts.problem.advice}`),
    ),
    parts.nonceStore === "failing" && notice("now", texts.nonceStore.what, texts.nonceStore.advice),
    isLate(backup, now) && notice("now", texts.backup.what, texts.backup.advice),
    isFull && notice("now", texts.disk.what, texts.disk.advice),
    waiting > 0 &&
      notice(
        "soon",
        texts.waiting(waiting),
        html`${texts.waitingAdvice} <a href="${hrefs.waitingApplications}">${texts.review}</a>`,
      ),
    areOld && notice("soon", texts.keys.what, texts.keys.advice),
    ...receivers
      .filter(({ failingSince }) => failingSince !== undefined)
      .map((receiver) =>
        notice(
          "soon",
          texts.deliveries.what,
          html`${delivered(viewer, receiver)}. ${texts.deliveries.advice}`,
        ),
      ),
  ];
  const shown = items.filter((one) => one !== false);
  const isWell = shown.length === 0 && overview.checklist === undefined;
  return html`${isWell && html`<p class="well">${texts.none}</p>`}${shown}`;
}

function delivered({ frame }: Viewer, { shown, waiting, dropped }: ShownReceiver): Html {
  const counts = frame.texts.admin.overview.receiver(
    number(frame, waiting),
    number(frame, dropped),
  );
  return html`<code>${shown}</code> ${counts}`;
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

function figures({ viewer, recordCounts, hours, now }: Overview): Html {
  const { admin, portal } = viewer.frame.texts;
  const texts = admin.overview.figures;
  const totals = totalsOf(usagePeriods.day, hours, now);
  const { number: asText, changes } = portal.usage;
  const figure = (title: string, count: number, more?: string) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${asText(count)}</data>${more && html` <small>${more}</small>`}</dd></div>`;
  const { requests, rejected } = totals;
  const traffic =
    requests.count > 0 &&
    html`${figure(texts.requests, requests.count, changes.day(requests.count, requests.before))}${figure(texts.rejected, rejected.count, changes.day(rejected.count, rejected.before))}`;
  const tokens = recordCounts.accessTokens + recordCounts.bearerTokens;
  return html`<dl class="figures">${figure(texts.users, recordCounts.users)}${recordCounts.applications > 0 && figure(texts.applications, recordCounts.applications)}${tokens > 0 && figure(texts.tokens, tokens)}${traffic}</dl>`;
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
      delivered(viewer, receiver),
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

function usageOfLastHour({ viewer, uses, now }: Overview): Html {
  const { admin, portal, dates } = viewer.frame.texts;
  const texts = admin.overview;
  const { usage } = portal;
  const series = seriesOf(lastMinutes, uses, now);
  if (series.counts.size === 0) return html`<p>${texts.usageNone}</p>`;
  const { stepMs, steps } = lastMinutes;
  const before = seriesOf(lastMinutes, uses, now - stepMs * steps);
  const none = series.times.map(() => 0);
  const of = (kind: UsageCount["kind"]) => series.counts.get(kind) ?? none;
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const [signedIn, failed] = [of("signed-in"), of("failed-sign-in")];
  const common = {
    tableTitle: usage.table,
    timeTitle: usage.time,
    totalTitle: usage.total,
    shown: { dates, as: "clock" },
    times: series.times.map((at) => ({ at, text: usage.step.hour(at) })),
    number: usage.number,
  } as const;
  return html`<p class="quiet">${texts.usageHint}</p>
${chart({
  ...common,
  id: "requests",
  caption: texts.usageCaption,
  summary: usageSummary(usage, {
    ...common,
    verified: of("verified"),
    rejected: rejectedIn(series),
  }),
  columns: [
    { title: usage.verified, counts: of("verified"), drawn: "first" },
    { title: usage.issued, counts: of("issued") },
    { title: texts.rejected, counts: rejectedIn(series), drawn: "bad" },
    { title: usage.before.hour, counts: requestsIn(before), drawn: "mark" },
  ],
})}
${chart({
  ...common,
  id: "sign-ins",
  caption: texts.signInsCaption,
  summary: texts.signInSummary(sum(signedIn), sum(failed)),
  columns: [
    { title: texts.signedIn, counts: signedIn, drawn: "first" },
    { title: texts.failedSignIn, counts: failed, drawn: "bad" },
  ],
})}`;
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
