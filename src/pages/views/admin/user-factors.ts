import { type Factors, hasSecondFactor, writtenFactor } from "../../../domain/factors.ts";
import type { ReasonProblem } from "../../../domain/operating.ts";
import type { User } from "../../../domain/user.ts";
import { confirmPassword, creationField, csrfField, field, markedAlert, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import { name } from "../phrase.ts";
import { day, inZone } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { visibleText } from "../visible-text.ts";
import { reauthenticationAlert } from "./suspension.ts";

/** The form did nothing. `factor` was chosen. */
export type Helping = {
  readonly change: string;
  readonly reason: string;
  readonly factor: string;
  readonly problem?: ReasonProblem;
};

export type FactorsShown = {
  readonly factors: Factors;
  readonly hasPassword: boolean;
  readonly creation: string;
  /** The form sent again found the link that it had created. */
  readonly createdBefore: boolean;
  readonly isSelf: boolean;
  readonly resetMinutes: number;
  readonly input?: Helping | undefined;
  readonly reauthentication?: Reauthentication | undefined;
};

/** No secrets are shown. */
export function factorsFold(viewer: Viewer, user: User, data: FactorsShown): Html {
  const { admin, twoStep, dates } = viewer.frame.texts;
  const texts = admin.user.factors;
  const { totp, passkeys, recoveryCodes } = data.factors;
  const app = totp && html`${twoStep.appSince} ${day(dates, totp.since)}<br>`;
  const keys = passkeys.map(
    (one) => html`${twoStep.kinds.passkey}: ${name(one.name)}, ${day(dates, one.createdAt)}<br>`,
  );
  const what = !hasSecondFactor(data.factors)
    ? html`<p>${texts.none}${data.hasPassword && html` ${texts.passwordAlone}`}</p>`
    : html`<p><strong>${twoStep.on}</strong><br>
<span class="quiet">${app}${keys}
${twoStep.codes.title}: ${String(recoveryCodes)}</span></p>`;
  const helps =
    (hasSecondFactor(data.factors) && canHelp(user, data.isSelf)) ||
    canRecover(viewer, user, data.isSelf);
  const isOpen =
    data.input !== undefined || data.reauthentication !== undefined || data.createdBefore;
  const content = html`${what}
${helps && helpForm(viewer, user, data)}`;
  return fold("factors", texts.title, content, isOpen);
}

function canHelp(user: User, isSelf: boolean): boolean {
  return !isSelf && user.suspendedBecause === undefined;
}

/** The fold has the form for a recovery link. */
export function canRecover({ frame }: Viewer, user: User, isSelf: boolean): boolean {
  return canHelp(user, isSelf) && frame.hasPasswords !== false;
}

function helpForm(
  viewer: Viewer,
  user: User,
  { factors, creation, resetMinutes, input, reauthentication }: FactorsShown,
): Html {
  const { user: all, suspension, notDone } = viewer.frame.texts.admin;
  const texts = all.factors;
  const problem = input?.problem && suspension.problems[input.problem];
  const isMailed = viewer.frame.sendsMail !== false && user.email !== "";
  const hint = (text: string) => (isMailed ? `${text} ${texts.mailed}` : text);
  const helps = [
    {
      change: "remove-factor",
      html: oneOfSeveral(viewer, factors, { chosen: input?.factor, hint: hint(texts.one.hint) }),
    },
    {
      change: "remove-factors",
      html:
        hasSecondFactor(factors) &&
        html`<p class="quiet" id="factors-remove">${hint(texts.removeHint)}</p>
<div class="actions"><button type="submit" name="change" value="remove-factors" class="danger" aria-describedby="factors-remove">${texts.remove}</button></div>`,
    },
    {
      change: "create-recovery-link",
      html:
        viewer.frame.hasPasswords !== false &&
        html`<p class="quiet" id="factors-link">${hint(texts.linkHint(resetMinutes))}</p>
<div class="actions"><button type="submit" name="change" value="create-recovery-link" class="secondary" aria-describedby="factors-link">${texts.makeLink}</button></div>`,
    },
  ];
  // The Enter key presses the first button of the form: the one that asked for the password, and before that none.
  helps.sort(
    (one, other) => Number(other.change === input?.change) - Number(one.change === input?.change),
  );
  return html`<p class="quiet">${texts.hint}</p>
${problem && markedAlert(viewer.frame, "factors-problem", notDone)}
${reauthenticationAlert(viewer, "factors-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
${creationField(creation)}
${input === undefined && html`<button type="submit" disabled hidden></button>`}
${field({ name: "reason", id: "factors-reason", label: texts.reason, type: "text", autocomplete: "off", value: input?.reason ?? "", anyScript: true, writing: "prose", hint: texts.reasonHint, problem })}
${confirmPassword(viewer, reauthentication, "factors-proof")}
${helps.map((one) => one.html)}
</form>`;
}

/** If there is only one, it is removed with the whole. */
function oneOfSeveral(
  { frame: { texts } }: Viewer,
  factors: Factors,
  { chosen, hint }: { readonly chosen: string | undefined; readonly hint: string },
): Html | undefined {
  const { twoStep, dates } = texts;
  const { which, remove } = texts.admin.user.factors.one;
  const { totp, passkeys } = factors;
  const options = [
    ...(totp ? [{ value: writtenFactor({ kind: "totp" }), label: twoStep.kinds.totp }] : []),
    ...passkeys.map(({ id, name: own, createdAt }) => ({
      value: writtenFactor({ kind: "passkey", id }),
      label: `${visibleText(own)} (${inZone(dates, createdAt, "day", dates.day(createdAt))})`,
      anyScript: true as const,
    })),
  ];
  const [first, second] = options;
  if (first === undefined || second === undefined) return undefined;
  return html`${select({ name: "factor", label: which, chosen: chosen ?? first.value, options })}
<p class="quiet" id="factors-one">${hint}</p>
<div class="actions"><button type="submit" name="change" value="remove-factor" class="danger" aria-describedby="factors-one">${remove}</button></div>`;
}
