import {
  type ApiLimit,
  type ApiLimitPer,
  apiLimitPers,
  perText,
  shortName,
} from "../../../domain/api-limits.ts";
import { windowsText } from "../../../domain/limit-windows.ts";
import { alert, done, tag } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert, seenInput, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { table } from "../list.ts";
import { type ChangeReauthentication, reauthenticationIn, type Viewer } from "../viewer.ts";
import { changeableList } from "./changeable-list.ts";
import { reauthenticationAlert } from "./suspension.ts";

type Texts = Viewer["frame"]["texts"]["admin"]["apiLimits"];

export type ApiLimitsPage = {
  readonly viewer: Viewer;
  readonly configured: readonly ApiLimit[];
  /** Without those whose name is configured. */
  readonly recorded: readonly ApiLimit[];
  readonly done?: keyof Texts["done"];
  readonly input: TypedApiLimit;
  readonly reauthentication?: ChangeReauthentication;
};

/** As it was typed. */
export type TypedApiLimit = {
  readonly name: string;
  readonly per: ApiLimitPer;
  readonly windows: string;
  /** Empty for a new one. */
  readonly seen: string;
  readonly problem?: keyof Texts["problems"] | undefined;
  /** Besides the problem, the windows can't be read. */
  readonly wrongWindows?: boolean;
};

export const newApiLimit: TypedApiLimit = { name: "", per: "application", windows: "", seen: "" };

export function apiLimitsPage(page: ApiLimitsPage): Html {
  const { viewer, input, reauthentication } = page;
  const texts = viewer.frame.texts.admin.apiLimits;
  return changeableList({
    viewer,
    texts,
    input,
    isAsked: reauthentication !== undefined,
    done: page.done && done(texts.done[page.done]),
    form: html`${problemOf(page)}${form(page)}${input.seen !== "" && deletion(page)}`,
    list: html`<p><a href="/admin/plans">${texts.toPlans}</a></p>
${listed(page)}`,
  });
}

const fieldOf: Readonly<Partial<Record<keyof Texts["problems"], string>>> = {
  ...{ name: "name", "name-taken": "name", configured: "name", windows: "windows" },
};

function problemOf({ viewer, input: { problem }, reauthentication }: ApiLimitsPage): Html {
  const { apiLimits: texts, notDone } = viewer.frame.texts.admin;
  const isOfField = problem !== undefined && fieldOf[problem] !== undefined;
  return html`${problem && (isOfField ? markedAlert(viewer.frame, "problem", notDone) : alert("problem", notDone, texts.problems[problem]))}
${reauthenticationAlert(viewer, "reauthentication", reauthentication)}`;
}

function listed({ viewer: { frame }, configured, recorded }: ApiLimitsPage): Html {
  const { apiLimits: texts } = frame.texts.admin;
  if (configured.length + recorded.length === 0) return html`<p>${texts.none}</p>`;
  const row = (one: ApiLimit, last: Html) => {
    const name = shortName(one);
    return [
      html`<bdi dir="ltr" id="limit-${name}">${name}</bdi>`,
      texts.per[perText(one)],
      html`<code dir="ltr">${windowsText(one.windows)}</code>`,
      last,
    ];
  };
  const link = (name: string) =>
    html`<a class="action" href="/admin/api-limits?limit=${name}#limit" aria-describedby="limit-${name}">${texts.change}</a>`;
  return table(
    texts.title,
    [texts.columns.name, texts.columns.per, texts.columns.windows, ""],
    [
      ...configured.map((one) => row(one, tag("information", texts.isConfigured))),
      ...recorded.map((one) => row(one, link(shortName(one)))),
    ],
  );
}

function form({ viewer, input, reauthentication: asked }: ApiLimitsPage): Html {
  const { apiLimits: texts } = viewer.frame.texts.admin;
  const isNew = input.seen === "";
  const change = isNew ? "create" : "change";
  const problem = (one: string) =>
    input.problem !== undefined && fieldOf[input.problem] === one && texts.problems[input.problem];
  const plain = { type: "text", autocomplete: "off" } as const;
  return html`<form method="post" action="/admin/api-limits" novalidate>
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
${select({ name: "per", label: texts.columns.per, options: apiLimitPers.map((one) => ({ value: one, label: texts.per[one] })), chosen: input.per })}
${field({ ...plain, name: "windows", label: texts.columns.windows, value: input.windows, hint: texts.windowsHint, problem: problem("windows") || (input.wrongWindows === true && texts.problems.windows) })}
${confirmPassword(viewer, reauthenticationIn(asked, change))}
<div class="actions"><button type="submit" name="change" value="${change}">${isNew ? texts.create : texts.save}</button></div>
</form>`;
}

function deletion({ viewer, input, reauthentication: asked }: ApiLimitsPage): Html {
  const { apiLimits: texts } = viewer.frame.texts.admin;
  return html`<form method="post" action="/admin/api-limits" novalidate>
${csrfField(viewer.csrf)}
${seenInput(input.seen)}
<input type="hidden" name="name" value="${input.name}">
${confirmPassword(viewer, reauthenticationIn(asked, "delete"), "delete-password")}
<div class="actions"><button type="submit" class="secondary" name="change" value="delete">${texts.remove}</button></div>
</form>`;
}
