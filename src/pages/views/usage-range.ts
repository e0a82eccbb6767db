/** Which time usage is of: links to periods, a form for days, and a link to the file. They need no script. */
import {
  beginOf,
  type UsageChoice,
  type UsagePeriodName,
  type UsageRangeProblem,
  type UsageWindow,
  usagePeriods,
} from "../../domain/usage-periods.ts";
import { dayField, markedAlert } from "./form.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/** Days such as 2026-05-01, or hours such as 2026-05-01T09, in UTC, as they were typed. Both belong to the range. */
type Days = Readonly<Record<"from" | "to", string>>;

/** Only a range that the user chose has days. */
export type UsageRange = UsageWindow & { readonly choice: UsageChoice; readonly days?: Days };

/** Days that can't be shown. */
export type WrongDays = {
  readonly days: Days;
  readonly problems: Readonly<Partial<Record<keyof Days, UsageRangeProblem | "not-a-day">>>;
};

/** `choosing` is kept in the query; `part` is where on the page it is; `file` is the URL of the file, if any. */
type Links = { readonly choosing?: string; readonly part?: string; readonly file?: string };

export function rangeQuery({ choice, days }: UsageRange): string {
  return days === undefined ? `use=${choice}` : `use=days&from=${days.from}&to=${days.to}`;
}

export function rangeControls(
  frame: Frame,
  range: UsageRange | WrongDays,
  links: Links = {},
): Html {
  const { choosing = "", part = "", file } = links;
  const { usage: texts } = frame.texts.portal;
  const names = Object.keys(usagePeriods) as UsagePeriodName[];
  const isWrong = "problems" in range;
  const choice = isWrong ? "days" : range.choice;
  return html`${isWrong && markedAlert(frame, "problem", texts.days.notShown)}
<div class="filters">
<ul class="periods" aria-label="${texts.periodsLabel}">${names.map(
    (name) =>
      html`<li><a class="action" href="?use=${name}${choosing}${part}"${name === choice && html` aria-current="true"`}>${texts.periods[name]}</a></li>`,
  )}</ul>
${dayForm(frame, range, links)}
${!isWrong && file && html`<a class="action" href="${file}?${rangeQuery(range)}" download>${texts.csv}</a>`}
</div>`;
}

/** The dates of a period up to now are those that it shows. */
function dayForm(
  { texts }: Frame,
  range: UsageRange | WrongDays,
  { choosing = "", part }: Links,
): Html {
  const { days } = texts.portal.usage;
  const isWrong = "problems" in range;
  const { from, to } = isWrong ? range.days : shownDays(range);
  const title = isWrong
    ? days.title
    : [...new Set([from, to])].map((day) => texts.dates.day(Date.parse(day))).join(" – ");
  const problemOf = (name: keyof Days) => {
    const problem = isWrong && range.problems[name];
    return problem ? days.problems[problem] : undefined;
  };
  const hidden = [...new URLSearchParams(`use=days${choosing}`)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<details${isWrong && html` open`}>
<summary>${title}</summary>
<form class="days" method="get"${part && html` action="${part}"`} novalidate>
${hidden}
<div>${dayField({ name: "from", label: days.from, value: from, problem: problemOf("from") })}</div>
<div>${dayField({ name: "to", label: days.to, value: to, problem: problemOf("to") })}</div>
<button>${days.show}</button>
</form>
<p class="quiet">${days.utc}</p>
</details>`;
}

function shownDays({ period, now, days }: UsageRange): Days {
  const [from = "", to = ""] = [beginOf(period, now), now].map((at) => new Date(at).toISOString());
  const { from: first, to: last } = days ?? { from, to };
  return { from: dayIn(first), to: dayIn(last) };
}

function dayIn(time: string): string {
  return time.slice(0, "2026-05-03".length);
}
