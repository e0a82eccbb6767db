import { type Windows, windowsText } from "../../../domain/limit-windows.ts";
import { type ListedPlan, limitTexts } from "../../../domain/plan.ts";
import { alert, done, tag } from "../banner.ts";
import { checkbox, confirmPassword, csrfField, field, markedAlert, seenInput } from "../form.ts";
import { type Html, html } from "../html.ts";
import { number, table } from "../list.ts";
import { name } from "../phrase.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../viewer.ts";
import { changeableList } from "./changeable-list.ts";
import { reauthenticationAlert } from "./suspension.ts";

type Texts = Viewer["frame"]["texts"]["admin"]["plans"];

export type PlansPage = {
  readonly viewer: Viewer;
  readonly plans: readonly ListedPlan[];
  readonly done?: keyof Texts["done"];
  readonly input: TypedPlan;
  readonly reauthentication?: ChangeReauthentication;
};

/** As it was typed. */
export type TypedPlan = {
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly limits: readonly TypedPlanLimit[];
  /** Its applications are to follow the default plan. */
  readonly frees: boolean;
  /** Empty for a new one. */
  readonly seen: string;
  readonly applications: number;
  readonly problem?: keyof Texts["problems"] | undefined;
};

export type TypedPlanLimit = {
  readonly name: string;
  /** Of an API. */
  readonly windows: Windows | undefined;
  readonly usual: number;
  readonly limit: string;
  readonly wrong?: boolean;
};

export function plansPage(page: PlansPage): Html {
  const { viewer, input, reauthentication } = page;
  const texts = viewer.frame.texts.admin.plans;
  return changeableList({
    viewer,
    texts,
    input,
    isAsked: reauthentication !== undefined,
    done: page.done && done(texts.done[page.done]),
    form: html`${problemOf(page)}${form(page)}${input.seen !== "" && deletion(page)}`,
    list: html`<p><a href="/admin/api-limits">${texts.toApiLimits}</a></p>
${listed(page)}`,
  });
}

const fieldOf: Readonly<Partial<Record<keyof Texts["problems"], string>>> = {
  ...{ name: "name", "name-taken": "name", description: "description" },
};

function problemOf({ viewer, input: { problem }, reauthentication }: PlansPage): Html {
  const { plans: texts, notDone } = viewer.frame.texts.admin;
  const isOfField = problem !== undefined && fieldOf[problem] !== undefined;
  return html`${problem && (isOfField ? markedAlert(viewer.frame, "problem", notDone) : alert("problem", notDone, texts.problems[problem]))}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}`;
}

function listed({ viewer: { frame }, plans }: PlansPage): Html {
  const { plans: texts } = frame.texts.admin;
  if (plans.length === 0) return html`<p>${texts.none}</p>`;
  const { name: called, limits, applications } = texts.columns;
  return table(
    texts.title,
    [called, limits, { text: applications, isNumber: true }, ""],
    plans.map((one) => [
      html`<bdi dir="ltr" id="plan-${one.name}">${one.name}</bdi>${one.isDefault && html` ${tag("information", texts.isDefault)}`}${one.description !== "" && html`<br><small>${name(one.description)}</small>`}`,
      limitTexts(one.limits).map(
        (limit, at) => html`${at > 0 && html`<br>`}<code dir="ltr">${limit}</code>`,
      ),
      html`<a href="/admin/applications?plan=${one.name}">${number(frame, one.applications)}</a>`,
      html`<a class="action" href="/admin/plans?plan=${one.name}#plan" aria-describedby="plan-${one.name}">${texts.change}</a>`,
    ]),
  );
}

function form({ viewer, input, reauthentication: asked }: PlansPage): Html {
  const { plans: texts, application } = viewer.frame.texts.admin;
  const isNew = input.seen === "";
  const change = isNew ? "create" : "change";
  const problem = (one: string) =>
    input.problem !== undefined && fieldOf[input.problem] === one && texts.problems[input.problem];
  const plain = { type: "text", autocomplete: "off" } as const;
  return html`<form method="post" action="/admin/plans" novalidate>
${csrfField(viewer.csrf)}
${seenInput(input.seen)}
${
  isNew
    ? field({
        ...plain,
        name: "name",
        label: texts.columns.name,
        value: input.name,
        hint: texts.nameHint,
        problem: problem("name"),
      })
    : html`<input type="hidden" name="name" value="${input.name}">`
}
${field({ ...plain, name: "description", label: texts.description, value: input.description, optional: true, anyScript: true, writing: "prose", hint: texts.descriptionHint, problem: problem("description") })}
${checkbox({ name: "is_default", label: texts.makeDefault, checked: input.isDefault })}
<p class="quiet">${texts.limitsHint}</p>
${table(
  texts.columns.limits,
  [application.limits.operation, texts.configured, texts.inPlan],
  input.limits.map((one) => limitRow(viewer, one)),
)}
${confirmPassword(viewer, reauthenticationIn(asked, change))}
<div class="actions"><button type="submit" name="change" value="${change}">${isNew ? texts.create : texts.save}</button></div>
</form>`;
}

function limitRow({ frame }: Viewer, limit: TypedPlanLimit) {
  const { plans: texts } = frame.texts.admin;
  const wrong = limit.wrong && html` aria-invalid="true" aria-describedby="problem"`;
  return [
    html`<code>${limit.name}</code>`,
    limit.windows === undefined
      ? number(frame, limit.usual)
      : html`<code dir="ltr">${windowsText(limit.windows)}</code>`,
    html`<input name="${limit.name}" type="text" maxlength="100" value="${limit.limit}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" aria-label="${texts.limitOf(limit.name)}"${wrong}>`,
  ];
}

function deletion({ viewer, input, reauthentication: asked }: PlansPage): Html {
  const { plans: texts } = viewer.frame.texts.admin;
  const isUsed = input.applications > 0;
  return html`<form method="post" action="/admin/plans" novalidate>
${csrfField(viewer.csrf)}
${seenInput(input.seen)}
<input type="hidden" name="name" value="${input.name}">
${isUsed && checkbox({ name: "to_default", label: texts.frees(input.applications), checked: input.frees })}
${confirmPassword(viewer, reauthenticationIn(asked, "delete"), "delete-password")}
<div class="actions"><button type="submit" class="secondary" name="change" value="delete">${texts.remove}</button></div>
</form>`;
}
