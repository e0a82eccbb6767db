import type { AuditedEvent } from "../../domain/operating.ts";
import type { Use } from "../../domain/use.ts";
import { lastMinutes, seriesOf, type UseSeries } from "../../domain/use-periods.ts";
import type { Overdue, Part } from "../../languages/texts/admin.ts";
import { chart } from "../chart.ts";
import { type Html, html } from "../html.ts";
import { badge, facts, originList } from "../list.ts";
import { number } from "../number.ts";
import type { Person } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";
import { eventTable } from "./audit.ts";

export type Overview = {
  readonly person: Person;
  readonly parts: Readonly<Record<Part, "well" | "failing" | "absent">>;
  readonly apiOrigins: readonly string[];
  /** Counted no further than `most`. */
  readonly counts: Readonly<Record<Overdue, number>>;
  readonly most: number;
  readonly events: readonly AuditedEvent[];
  readonly uses: readonly Use[];
  readonly now: number;
};

const badges = { well: "good", failing: "stopped", absent: "plain" } as const;

const hrefs: Readonly<Record<Overdue, string>> = {
  suspendedPeople: "/admin/people?q=&suspended=on",
  suspendedApplications: "/admin/applications?q=&suspended=on",
  waitingApplications: "/admin/applications?q=&waiting=on",
  invitations: "/admin/invitations",
};

export function overviewPage(overview: Overview): Html {
  const { person, parts, events, apiOrigins } = overview;
  const texts = person.frame.texts.admin.overview;
  const names = Object.keys(parts) as Part[];
  const main = html`<article>
<h1>${texts.title}</h1>
${facts([
  ...names.map(
    (part) => [texts.parts[part], badge(badges[parts[part]], texts.states[parts[part]])] as const,
  ),
  [texts.apis, originList(apiOrigins)],
])}
<h2>${texts.attention}</h2>
${facts(overdue(overview))}
</article>
<article>
<h2>${texts.newest}</h2>
${eventTable(person, events)}
<p><a class="action" href="/admin/audit">${texts.all}</a></p>
</article>
<article>
<h2>${texts.use}</h2>
${useOfLastHour(overview)}
</article>`;
  return signedInPage(person, {
    area: "admin",
    here: "overview",
    title: texts.title,
    main,
    script: "chart",
  });
}

function overdue({ person, counts, most }: Overview) {
  const { overview, person: ofPerson } = person.frame.texts.admin;
  return (Object.keys(counts) as Overdue[]).map((one) => {
    const count = counts[one] >= most ? ofPerson.atLeast(most) : number(person.frame, counts[one]);
    return [
      overview.counts[one],
      html`<a class="action" href="${hrefs[one]}">${count}</a>`,
    ] as const;
  });
}

function useOfLastHour({ person, uses, now }: Overview): Html {
  const { admin, portal } = person.frame.texts;
  const texts = admin.overview;
  const { use } = portal;
  const series = seriesOf(lastMinutes, uses, now);
  if (series.counts.size === 0) return html`<p>${texts.useNone}</p>`;
  const none = series.times.map(() => 0);
  const of = (kind: Use["kind"]) => series.counts.get(kind) ?? none;
  return html`<p class="quiet">${texts.useHint}</p>
${chart({
  caption: texts.use,
  tableTitle: use.table,
  timeTitle: use.time,
  totalTitle: use.total,
  times: series.times.map((at) => ({ at, text: use.step.hour(at) })),
  columns: [
    { title: use.verified, counts: of("verified") },
    { title: use.issued, counts: of("issued") },
    { title: texts.refused, counts: refusals(series) },
    { title: texts.signedIn, counts: of("signed-in") },
    { title: texts.failedSignIn, counts: of("failed-sign-in") },
  ],
  number: use.number,
})}`;
}

/** Of every code together: which one it was is in the portal and the log. */
function refusals({ times, counts }: UseSeries): readonly number[] {
  const ofCodes = [...counts].filter(([kind]) => kind.startsWith("refused "));
  return times.map((_, step) => ofCodes.reduce((sum, [, ofCode]) => sum + (ofCode[step] ?? 0), 0));
}
