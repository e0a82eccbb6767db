/** The steps against a leak on an application's page. Each says what it breaks before it is taken. */
import type { Application } from "../../../domain/application.ts";
import type { ReasonProblem } from "../../../domain/operating.ts";
import { confirmPassword, csrfField, field, markedAlert } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { number } from "../list.ts";
import { name, phrase } from "../phrase.ts";
import { type BearerKeys, bearerStands, hasBearer } from "../portal/applications/id/keys.ts";
import { copied } from "../scripts.ts";
import { moment } from "../time.ts";
import {
  type ChangeReauthentication,
  type Reauthentication,
  reauthenticationIn,
  type Viewer,
} from "../viewer.ts";
import { reauthenticationAlert, type Suspension, suspensionForm } from "./suspension.ts";

export type Leak = {
  readonly users: number;
  readonly requestsOfLastHour: number;
  /** The access tokens that were used since then from addresses that were new, counted up to `most`. */
  readonly newUse: {
    readonly since: number;
    readonly tokens: number;
    readonly most: number;
    /** For a time that the administrator chose. */
    readonly isCounted: boolean;
  };
  /** Undefined if the owner is emailed nothing. */
  readonly ownerEmail: string | undefined;
};

type Steps = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly bearer: BearerKeys;
  readonly leak: Leak;
  readonly input?: Suspension["input"];
  readonly suspendedSince?: Suspension["suspendedSince"];
  readonly message?: { readonly text: string; readonly problem?: ReasonProblem };
  readonly revoking?: { readonly since: number | undefined };
  /** The step, or another part of the page, that a link leads to. It is unfolded. */
  readonly opened?: string | undefined;
  readonly reauthentication?: ChangeReauthentication;
};

export function containCard(steps: Steps): Html {
  const { contain: texts } = steps.viewer.frame.texts.admin.application;
  return html`<article class="contain" id="contain">
<h2>${texts.title} <small>${texts.hint}</small></h2>
<ol>
${suspendStep(steps)}
${endSecretStep(steps)}
${bearerStep(steps)}
${revokeStep(steps)}
${tellStep(steps)}
</ol>
</article>`;
}

/** On a phone, the first step is at the lower edge of the screen, wherever the page is scrolled to. */
export function containBar({ viewer, application }: Pick<Steps, "viewer" | "application">): Html {
  const texts = viewer.frame.texts.admin;
  const { contain } = texts.application;
  const first =
    application.suspendedBecause === undefined
      ? html`<button type="submit" form="suspension-form" name="change" value="suspend" class="danger">${texts.suspension.suspend}</button>`
      : html`<button type="submit" form="suspension-form" name="change" value="restore">${texts.suspension.restore}</button>`;
  return html`<div class="contain-bar">${first}
<a class="button secondary" href="#contain">${contain.more}</a></div>`;
}

/** It unfolds the part without a script: a browser unfolds nothing for an anchor that has the fold in it. */
export function linkTo(application: Application, part: string): string {
  return `${actionOf(application)}?open=${part}#${part}`;
}

function suspendStep({ viewer, application, leak, ...steps }: Steps): Html {
  const { contain: texts } = viewer.frame.texts.admin.application;
  const because = application.suspendedBecause;
  const form = suspensionForm(viewer, {
    of: "application",
    action: actionOf(application),
    because,
    suspendedSince: steps.suspendedSince,
    input: steps.input ?? { reason: texts.suspend.reason },
    reauthentication: reauthenticationIn(steps.reauthentication, "suspend", "restore"),
  });
  const { users, requestsOfLastHour: requests } = leak;
  return html`<li><div><h3>${because === undefined ? texts.suspend.title : texts.suspend.done}</h3>
${because === undefined && html`<p class="quiet">${texts.suspend.what(users, requests)}</p>`}
${form}</div></li>`;
}

function endSecretStep({ viewer, application, leak, ...steps }: Steps): Html {
  const { dates, admin } = viewer.frame.texts;
  const { endSecret: texts } = admin.application.contain;
  const { secretRevokedAt } = application;
  if (secretRevokedAt !== undefined) {
    const ended = html`${texts.ended} ${moment(dates, secretRevokedAt)}`;
    return html`<li><div><h3>${texts.title}</h3><p class="quiet">${ended}</p></div></li>`;
  }
  const problem = reauthenticationIn(steps.reauthentication, "revoke-secret");
  return step(
    "end-secret",
    texts,
    texts.what(leak.users, leak.requestsOfLastHour),
    problem !== undefined,
    [
      html`<p>${texts.also}</p>`,
      changeForm(viewer, application, "revoke-secret", texts.submit, {
        fields: html`<input type="hidden" name="replaces" value="${application.secretSetAt}">`,
        problem,
      }),
    ],
  );
}

function bearerStep({ viewer, application, bearer, ...steps }: Steps): Html {
  if (!hasBearer(bearer)) return html``;
  const { bearer: texts } = viewer.frame.texts.admin.application;
  const problem = reauthenticationIn(steps.reauthentication, "revoke-bearer-token");
  return step(
    "bearer",
    { title: texts.title, choose: texts.end },
    texts.hint,
    problem !== undefined,
    [
      bearerStands(viewer.frame, bearer),
      changeForm(viewer, application, "revoke-bearer-token", texts.end, { problem }),
    ],
  );
}

/** Nothing brings access back except its users, so it is behind a first press. */
function revokeStep({ viewer, application, leak, revoking, ...steps }: Steps): Html {
  const { isCounted } = leak.newUse;
  const { dates, admin } = viewer.frame.texts;
  const { revoke: texts } = admin.application.contain;
  const { since, tokens, most } = leak.newUse;
  const counted = `${number(viewer.frame, tokens)}${tokens === most ? "+" : ""}`;
  const used = html`${texts.sinceWhen} ${moment(dates, since)}: ${counted}`;
  const utc = inField(since);
  const problem = reauthenticationIn(steps.reauthentication, "revoke-access");
  const isAll = revoking?.since === undefined;
  const isOpen = isCounted || problem !== undefined;
  return step("revoke", texts, html`${texts.what(leak.users)} ${used}`, isOpen, [
    html`<h4>${texts.newOnly.title}</h4>
<p class="quiet">${texts.newOnly.what}</p>
<form method="get" action="${actionOf(application)}#revoke">
<label for="since">${texts.newOnly.since}</label>
<input id="since" name="since" type="datetime-local" value="${utc}" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr">
<div class="actions"><button type="submit" class="secondary">${texts.newOnly.count}</button></div>
</form>
<p>${used}</p>`,
    tokens > 0 &&
      changeForm(viewer, application, "revoke-access", texts.newOnly.submit, {
        fields: html`<input type="hidden" name="since" value="${utc}">`,
        problem: isAll ? undefined : problem,
        id: "revoke-new",
      }),
    html`<h4>${texts.all.title}</h4>
<p class="quiet">${texts.all.what(leak.users)}</p>`,
    leak.users > 0 &&
      changeForm(viewer, application, "revoke-access", texts.all.submit, {
        problem: isAll ? problem : undefined,
      }),
    html`<p><a class="action" href="/admin/bulk-actions?kind=revoke-access-tokens&amp;application=${application.id}">${admin.bulk.revokeByFilter}</a></p>`,
  ]);
}

/** A date and time in UTC, as a browser's field has it. */
export function inField(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

function tellStep({ viewer, application, leak, message, ...steps }: Steps): Html {
  const { dates, admin } = viewer.frame.texts;
  const { tell: texts } = admin.application.contain;
  const { ownerNotice, ownerScreenName } = application;
  const address =
    leak.ownerEmail === undefined
      ? html`<strong>${phrase(texts.noAddress(`@${ownerScreenName}`))}</strong> ${texts.instead}`
      : html`${name(leak.ownerEmail)}. ${texts.what}`;
  const problem = reauthenticationIn(steps.reauthentication, "notify-owner");
  const text = message?.problem && admin.suspension.problems[message.problem];
  const last =
    ownerNotice &&
    html`<p class="quiet">${texts.last} ${moment(dates, ownerNotice.at)}</p>
<p><code${copied(viewer.frame.texts.shell.script.copies.message)} dir="auto" id="owner-notice">${ownerNotice.text}</code></p>`;
  const isOpen = message !== undefined || problem !== undefined || steps.opened === "tell";
  return step("tell", texts, address, isOpen, [
    text !== undefined && markedAlert(viewer.frame, "message-problem", admin.notDone),
    changeForm(viewer, application, "notify-owner", texts.submit, {
      fields: field({
        name: "message",
        label: texts.message,
        type: "text",
        autocomplete: "off",
        value: message?.text ?? texts.usual,
        anyScript: true,
        writing: "prose",
        hint: texts.hint,
        problem: text,
      }),
      problem,
      isPlain: true,
    }),
    last,
  ]);
}

/** It is folded until someone chooses it. */
function step(
  id: string,
  { title, choose }: { readonly title: string; readonly choose: string },
  what: Printable,
  isOpen: boolean,
  parts: readonly Printable[],
): Html {
  return html`<li id="${id}"><details${isOpen && html` open`}>
<summary><span><strong>${title}</strong><br><small>${what}</small></span> <span class="choose">${choose}</span></summary>
${parts}
</details></li>`;
}

function changeForm(
  viewer: Viewer,
  application: Application,
  change: string,
  submit: string,
  {
    fields,
    problem,
    id = change,
    isPlain,
  }: {
    readonly fields?: Html;
    readonly problem: Reauthentication | undefined;
    /** Where two forms send the same change. */
    readonly id?: string;
    readonly isPlain?: true;
  },
): Html {
  return html`${reauthenticationAlert(viewer, `${id}-reauthentication`, problem)}
<form method="post" action="${actionOf(application)}" novalidate>
${csrfField(viewer.csrf)}
${fields}
${confirmPassword(viewer, problem, `${id}-password`)}
<div class="actions"><button type="submit"${!isPlain && html` class="danger"`} name="change" value="${change}">${submit}</button></div>
</form>`;
}

function actionOf({ id }: Pick<Application, "id">): string {
  return `/admin/applications/${id}`;
}
