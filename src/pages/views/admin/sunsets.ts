import { beginningOf } from "../../../domain/day.ts";
import { brownoutChoices, endingTraits, type Sunset } from "../../../domain/sunset.ts";
import {
  maxUsersCounted,
  type ProgramOfApplication,
  type Trait,
  type TraitOfApplication,
  type TraitTotals,
  traitsShownDays,
} from "../../../domain/trait.ts";
import { alert, done, tag } from "../banner.ts";
import {
  checkbox,
  confirmPassword,
  csrfField,
  dayField,
  field,
  markedAlert,
  seenInput,
  select,
  textArea,
} from "../form.ts";
import { type Html, html } from "../html.ts";
import { newCard, newLink, nextPage, number, table } from "../list.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { dayInUtc } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type SunsetsPage = {
  readonly viewer: Viewer;
  readonly sunsets: readonly Sunset[];
  readonly now: number;
  readonly done?: "planned" | "removed";
  /** What is planned; by default, nothing yet. */
  readonly input?: TypedSunset;
  readonly reauthentication?: Reauthentication;
  readonly totals: readonly TraitTotals[];
  /** The applications that use one of them. */
  readonly uses?: {
    readonly trait: Trait;
    readonly rows: readonly TraitOfApplication[];
    readonly nextHref: string | undefined;
  };
  /** The applications that use a program whose name begins like this. */
  readonly programs?: {
    readonly program: string;
    readonly isWrong: boolean;
    readonly rows: readonly ProgramOfApplication[];
    readonly nextHref: string | undefined;
  };
};

/** As it was typed; days are as in `2027-06-01`. */
export type TypedSunset = {
  readonly name: string;
  /** A trait, or `everything`. */
  readonly ending: string;
  readonly application: string;
  readonly exempt: string;
  readonly ends: string;
  readonly link: string;
  readonly from: string;
  readonly until: string;
  readonly minutes: string;
  readonly announce: boolean;
  readonly seen: string;
  readonly problems?: readonly SunsetProblem[];
};

export type SunsetProblem = keyof Viewer["frame"]["texts"]["admin"]["sunsets"]["problems"];

export const emptySunset: TypedSunset = {
  ...{ name: "", ending: "hmac-sha1", application: "", exempt: "", ends: "", link: "" },
  ...{ from: "", until: "", minutes: "10", announce: false, seen: "" },
};

export function sunsetsPage(data: SunsetsPage): Html {
  const { viewer } = data;
  const texts = viewer.frame.texts.admin.sunsets;
  const main = html`${data.done && done(texts.done[data.done])}
${newCard(data.input?.seen ? texts.change : texts.plan, html`${problemOf(data)}${form(data)}`, data.input !== undefined)}
<article>
<h2>${texts.planned}</h2>
<p>${texts.hint}</p>
${planned(data)}
</article>
<article>
<h2>${texts.used}</h2>
<p>${texts.usedHint(traitsShownDays)}</p>
${totalsTable(data)}
</article>
${data.uses && usesOf(viewer, data.uses)}
${programSearch(data)}`;
  return signedInPage(viewer, {
    area: "admin",
    here: "sunsets",
    title: texts.title,
    head: { end: newLink(texts.plan) },
    main,
  });
}

function problemOf({ viewer, input, reauthentication }: SunsetsPage): Html {
  const { sunsets: texts, notDone } = viewer.frame.texts.admin;
  const [problem] = input?.problems ?? [];
  const isOfField = problem !== undefined && fieldOf[problem] !== undefined;
  return html`${problem && (isOfField ? markedAlert(viewer.frame, "problem", notDone) : alert("problem", notDone, texts.problems[problem]))}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}`;
}

/** The field below which the problem stands. */
const fieldOf: Readonly<Record<SunsetProblem, keyof TypedSunset | undefined>> = {
  name: "name",
  nothing: "ending",
  link: "link",
  exempt: "exempt",
  times: "ends",
  "no-application": "application",
  "too-many": undefined,
  changed: undefined,
};

function planned({ viewer, sunsets, now }: SunsetsPage): Html {
  const { frame } = viewer;
  const texts = frame.texts.admin.sunsets;
  const { name: called, what, ends, brownout } = texts.columns;
  if (sunsets.length === 0) return html`<p>${texts.nonePlanned}</p>`;
  return table(
    texts.title,
    [called, what, ends, brownout, ""],
    sunsets.map((one) => [
      html`<bdi dir="ltr" id="sunset-${one.name}">${one.name}</bdi>${one.applicationId && html`<br><a href="/admin/applications/${one.applicationId}">${texts.oneApplication}</a>`}`,
      html`<a href="${one.link}" rel="noreferrer">${one.trait === undefined ? texts.everything : texts.traits[one.trait]}</a>`,
      html`${dayInUtc(frame.texts.dates, one.endsAt)}${now >= one.endsAt && html` ${tag("now", texts.over)}`}${!one.rejects && html`<br><small>${texts.announced}</small>`}`,
      one.brownout === undefined
        ? texts.noBrownout
        : html`${dayInUtc(frame.texts.dates, one.brownout.from)} – ${dayInUtc(frame.texts.dates, one.brownout.until - 1)}<br>${texts.minutes(one.brownout.minutes)}`,
      html`<form method="post" action="/admin/sunsets" class="row">
${csrfField(viewer.csrf)}
<input type="hidden" name="name" value="${one.name}">
<a class="action" href="/admin/sunsets?change=${one.name}#plan" aria-describedby="sunset-${one.name}">${texts.change}</a>
<button type="submit" class="secondary" name="change" value="remove" aria-describedby="sunset-${one.name}">${texts.remove}</button>
</form>`,
    ]),
  );
}

function form({ viewer, input = emptySunset, reauthentication }: SunsetsPage): Html {
  const texts = viewer.frame.texts.admin.sunsets;
  const problem = (field: keyof TypedSunset) => {
    const found = input.problems?.find((one) => fieldOf[one] === field);
    return found !== undefined && texts.problems[found];
  };
  const plain = { type: "text", autocomplete: "off" } as const;
  return html`<form method="post" action="/admin/sunsets" novalidate>
${csrfField(viewer.csrf)}
${seenInput(input.seen)}
${field({ ...plain, name: "name", label: texts.columns.name, value: input.name, hint: texts.nameHint, problem: problem("name") })}
${select({
  name: "ending",
  label: texts.columns.what,
  chosen: input.ending,
  options: [
    ...endingTraits.map((value) => ({ value, label: texts.traits[value] })),
    { value: "everything", label: texts.everything },
  ],
  problem: problem("ending"),
})}
${field({ ...plain, name: "application", label: texts.application, value: input.application, optional: true, hint: texts.applicationHint, problem: problem("application") })}
${textArea({ name: "exempt", label: texts.exempt, value: input.exempt, rows: 2, optional: true, hint: texts.exemptHint, problem: problem("exempt") })}
${dayField({ name: "ends", label: texts.columns.ends, value: input.ends, problem: problem("ends") })}
${checkbox({ name: "announce", label: texts.announce, checked: input.announce })}
${field({ ...plain, type: "url", name: "link", label: texts.link, value: input.link, hint: texts.linkHint, problem: problem("link") })}
<h3>${texts.columns.brownout}</h3>
<p class="quiet">${texts.brownoutHint}</p>
${dayField({ name: "from", label: texts.from, value: input.from, optional: true })}
${dayField({ name: "until", label: texts.until, value: input.until, optional: true })}
${select({
  name: "minutes",
  label: texts.minutesLabel,
  chosen: input.minutes,
  options: brownoutChoices.map((value) => ({ value: String(value), label: texts.minutes(value) })),
})}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="plan">${input.seen ? texts.save : texts.plan}</button></div>
</form>`;
}

function totalsTable({ viewer, totals }: SunsetsPage): Html {
  const texts = viewer.frame.texts.admin.sunsets;
  const { what, applications, users } = texts.columns;
  if (totals.length === 0) return html`<p>${texts.none}</p>`;
  return table(
    texts.used,
    [what, { text: applications, isNumber: true }, { text: users, isNumber: true }],
    totals.map((one) => [
      html`<a href="/admin/sunsets?trait=${one.trait}#uses">${texts.traits[one.trait]}</a>`,
      upTo(viewer, one.applications),
      upTo(viewer, one.users),
    ]),
  );
}

function usesOf(viewer: Viewer, { trait, rows, nextHref }: NonNullable<SunsetsPage["uses"]>): Html {
  const { frame } = viewer;
  const texts = frame.texts.admin.sunsets;
  const { application, requests, rejected, users, last, programs } = texts.columns;
  return html`<article>
<h2 id="uses">${texts.traits[trait]}</h2>
${trait === "plaintext" && html`<p class="quiet">${texts.mistakes}</p>`}
${
  rows.length === 0
    ? html`<p>${texts.none}</p>`
    : table(
        texts.traits[trait],
        [
          application,
          { text: requests, isNumber: true },
          { text: rejected, isNumber: true },
          { text: users, isNumber: true },
          last,
          programs,
        ],
        rows.map((one) => [
          applicationOf(one),
          number(frame, one.requests),
          number(frame, one.rejected),
          upTo(viewer, one.users),
          dayInUtc(frame.texts.dates, beginningOf(one.lastDay)),
          one.programs.map(
            (program, at) => html`${at > 0 && html`<br>`}<bdi dir="ltr">${program}</bdi>`,
          ),
        ]),
      )
}
${rows.length > 0 && html`<p><a class="action" href="/admin/sunsets.csv?trait=${trait}" download>${texts.csv}</a></p>`}
${nextPage(viewer, nextHref)}
</article>`;
}

function programSearch({ viewer, programs }: SunsetsPage): Html {
  const { frame } = viewer;
  const texts = frame.texts.admin.sunsets;
  const { application, last, program } = texts.columns;
  const { program: value = "", isWrong = false, rows = [], nextHref } = programs ?? {};
  const isFound = programs !== undefined && value !== "" && !isWrong;
  return html`<article>
<h2 id="programs">${texts.programs}</h2>
<form method="get" action="/admin/sunsets#programs" novalidate>
${field({ type: "text", autocomplete: "off", name: "program", label: program, value, hint: texts.programHint(traitsShownDays), problem: isWrong && texts.programProblem })}
<div class="actions"><button type="submit" class="secondary">${texts.find}</button></div>
</form>
${isFound && rows.length === 0 && html`<p>${texts.none}</p>`}
${
  rows.length > 0 &&
  html`${table(
    texts.programs,
    [program, application, last],
    rows.map((one) => [
      html`<bdi dir="ltr">${one.program}</bdi>`,
      applicationOf(one),
      dayInUtc(frame.texts.dates, one.lastSeen),
    ]),
  )}
<p><a class="action" href="/admin/sunsets.csv?program=${encodeURIComponent(value)}" download>${texts.csv}</a></p>`
}
${nextPage(viewer, nextHref)}
</article>`;
}

function applicationOf({
  applicationId,
  applicationName,
  ownerScreenName,
}: Pick<ProgramOfApplication, "applicationId" | "applicationName" | "ownerScreenName">): Html {
  return html`<a href="/admin/applications/${applicationId}">${name(applicationName)}</a><br><bdi>@${ownerScreenName}</bdi>`;
}

function upTo({ frame }: Viewer, count: number): string {
  return `${number(frame, count)}${count < maxUsersCounted ? "" : "+"}`;
}
