import { type Factors, hasSecondFactor } from "../../../domain/factors.ts";
import type { Passkey } from "../../../domain/passkey.ts";
import type { PasskeyChangeProblem } from "../../languages/english/passkeys.ts";
import { alert, banner, done } from "../banner.ts";
import { confirmPassword, csrfField, field, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { passkeyInput, passkeyNeedsScript, passkeySaid } from "../passkey.ts";
import { name } from "../phrase.ts";
import { dotted, type Row, rowFold, rowList } from "../row.ts";
import { sectionIcon } from "../section-icon.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day, moment } from "../time.ts";
import { type Reauthentication, shownAt, type Viewer } from "../viewer.ts";

export type PasskeysShown = {
  readonly viewer: Viewer;
  readonly factors: Factors;
  readonly options: string | undefined;
  readonly isFull: boolean;
  readonly mustBefore: boolean;
  readonly continueTo: string | undefined;
  readonly done?: "added" | "renamed" | "removed";
  readonly problem?: PasskeyChangeProblem;
  /** A form asked for a proof and did not get it: `add`, or the passkey to remove. */
  readonly reauthentication?: Reauthentication & { readonly of: string };
};

export function passkeysPage(shown: PasskeysShown): Html {
  const { continueTo } = shown;
  const data =
    continueTo === undefined
      ? shown
      : { ...shown, viewer: shownAt(shown.viewer, "/account/passkeys", continueTo) };
  const { viewer, factors, problem, reauthentication } = data;
  const { passkeys: texts, twoStep } = viewer.frame.texts;
  const said = problem && texts.problems[problem];
  const main = html`<article>
${data.done && done(texts.done[data.done])}
${data.mustBefore && banner("now", twoStep.overdue.what, twoStep.overdue.advice)}
${said && alert("problem", said.what, said.advice)}
${reauthenticationNotice(viewer, "problem", twoStep.notDone, reauthentication)}
<p>${texts.whatTheyAre}</p>
<p>${texts.secondStep}</p>
<p class="quiet" id="ends-sessions">${texts.endsSessions}</p>
${factors.passkeys.length === 0 ? html`<p><strong>${texts.none}</strong></p>` : rowList(factors.passkeys.map((one, at) => item(data, one, at)))}
</article>
${addCard(data)}`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: texts.title,
    main,
    crumbs: [],
  });
}

function item(data: PasskeysShown, passkey: Passkey, at: number): Row {
  const { passkeys: texts, dates } = data.viewer.frame.texts;
  const { lastUsedAt } = passkey;
  const id = `passkey-${at}`;
  return {
    picture: sectionIcon("passkeys"),
    id,
    title: name(passkey.name),
    level: 2,
    lines: [
      dotted(
        html`${texts.added} ${day(dates, passkey.createdAt)}`,
        lastUsedAt === undefined
          ? texts.notUsed
          : html`${texts.lastUsed} ${moment(dates, lastUsedAt)}`,
      ),
    ],
    actions: html`${renameForm(data, passkey, at, id)}${removeForm(data, passkey, at, id)}`,
  };
}

function renameForm({ viewer }: PasskeysShown, passkey: Passkey, at: number, of: string): Html {
  const { name: label, submit } = viewer.frame.texts.passkeys.rename;
  const id = `rename-${at}`;
  const form = html`<form method="post" action="/account/passkeys" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="id" value="${passkey.id}">
${field({ name: "name", id, label, type: "text", autocomplete: "off", value: passkey.name, optional: true, anyScript: true, writing: "name" })}
<div class="actions"><button type="submit" name="change" value="rename" class="secondary" aria-describedby="${of}">${submit}</button></div>
</form>`;
  return rowFold(of, submit, form);
}

function removeForm(
  { viewer, factors, reauthentication }: PasskeysShown,
  passkey: Passkey,
  at: number,
  heading: string,
): Html {
  const texts = viewer.frame.texts.passkeys;
  const failed = reauthentication?.of === passkey.id ? reauthentication : undefined;
  const isLast = !hasSecondFactor({ totp: factors.totp, passkeys: factors.passkeys.slice(1) });
  const proof = confirmPassword(viewer, failed, `remove-proof-${at}`);
  const form = html`<form method="post" action="/account/passkeys" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="id" value="${passkey.id}">
${proof}
${isLast && html`<p class="quiet">${texts.removeLast}</p>`}
<div class="actions"><button type="submit" name="change" value="remove" class="secondary" aria-describedby="${heading} ends-sessions">${texts.remove}</button></div>
</form>`;
  const isMore = proof !== undefined || isLast;
  return isMore ? rowFold(heading, texts.remove, form, failed !== undefined) : form;
}

function addCard(data: PasskeysShown): Html {
  const { viewer, options, isFull } = data;
  const texts = viewer.frame.texts.passkeys;
  return html`<article>
<h2 id="add">${texts.add.title}</h2>
${isFull && html`<p>${texts.add.most}</p>`}
${options === undefined ? html`<p>${texts.notHere}</p>` : !isFull && addForm(data, options)}
</article>`;
}

function addForm({ viewer, continueTo, reauthentication }: PasskeysShown, options: string): Html {
  const texts = viewer.frame.texts.passkeys;
  const failed = reauthentication?.of === "add" ? reauthentication : undefined;
  return html`<form method="post" action="/account/passkeys" class="later" data-passkey-shown novalidate>
${csrfField(viewer.csrf)}
${continueTo !== undefined && html`<input type="hidden" name="continue" value="${continueTo}">`}
${field({ name: "name", label: texts.add.name, type: "text", autocomplete: "off", value: "", optional: true, anyScript: true, writing: "name", hint: texts.add.nameHint })}
${confirmPassword(viewer, failed, "add-proof")}
${passkeyInput({ name: "passkey", asks: "create", options })}
<div class="actions"><button type="submit" name="change" value="add" aria-describedby="ends-sessions">${texts.add.submit}</button></div>
${passkeySaid(viewer.frame)}
</form>
${passkeyNeedsScript(viewer.frame)}`;
}
