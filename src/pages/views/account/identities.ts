import type { Identity, IdentityKey } from "../../../domain/identity.ts";
import type { LinkProblem } from "../../languages/english/identities.ts";
import { alert, done } from "../banner.ts";
import { confirmPassword, csrfField, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { name, phrase } from "../phrase.ts";
import { dotted, type Row, rowFold, rowList } from "../row.ts";
import { sectionIcon } from "../section-icon.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export type Identities = {
  readonly viewer: Viewer;
  readonly identities: readonly LinkedIdentity[];
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly done?: "linked" | "unlinked" | undefined;
  readonly problem?: LinkProblem;
  readonly reauthentication?: Reauthentication & { readonly identity: IdentityKey };
};

type LinkedIdentity = Identity & {
  readonly provider: string | undefined;
  readonly isLastSignInMethod: boolean;
};

export function identitiesPage(data: Identities): Html {
  const { viewer, identities, providers, problem } = data;
  const texts = viewer.frame.texts.identities.account;
  const main = html`<article>
${data.done && done(texts.done[data.done])}
${problem && alert("problem", texts.notDone, texts.problems[problem])}
<p class="quiet">${texts.what}</p>
${
  identities.length === 0
    ? html`<p>${texts.none}</p>`
    : html`<p class="quiet" id="ends-sessions">${texts.unlinkHint}</p>
${rowList(identities.map((one, at) => item(data, one, at)))}`
}
</article>
<article>
<h2 id="link">${texts.linkTitle}</h2>
<p class="quiet">${texts.linkHint}</p>
<div class="actions">${providers.map((one) => linkForm(viewer, one))}</div>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: texts.title,
    main,
    crumbs: [],
  });
}

function item({ viewer, reauthentication }: Identities, identity: LinkedIdentity, at: number): Row {
  const { identities, dates } = viewer.frame.texts;
  const texts = identities.account;
  const { provider, issuer, subject, linkedAt } = identity;
  const heading = `identity-${at}`;
  const isIt =
    reauthentication?.identity.issuer === issuer && reauthentication.identity.subject === subject;
  return {
    picture: sectionIcon("identities"),
    id: heading,
    title: name(provider ?? issuer),
    level: 2,
    lines: [
      dotted(
        name(subject),
        html`${texts.linkedOn} ${day(dates, linkedAt)}`,
        provider === undefined && texts.goneProvider,
      ),
      identity.isLastSignInMethod && texts.lastSignInMethod,
    ],
    actions:
      !identity.isLastSignInMethod &&
      unlinkForm(viewer, identity, heading, isIt ? reauthentication : undefined),
  };
}

function unlinkForm(
  viewer: Viewer,
  { issuer, subject }: IdentityKey,
  heading: string,
  reauthentication: Reauthentication | undefined,
): Html {
  const texts = viewer.frame.texts.identities.account;
  const proof = confirmPassword(viewer, reauthentication, `${heading}-proof`);
  const form = html`${reauthenticationNotice(viewer, `${heading}-reauthentication`, texts.notDone, reauthentication)}
<form method="post" action="/account/identities" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="issuer" value="${issuer}">
<input type="hidden" name="subject" value="${subject}">
${proof}
<div class="actions"><button type="submit" name="change" value="unlink" class="secondary" aria-describedby="${heading} ends-sessions">${texts.unlink}</button></div>
</form>`;
  return proof === undefined
    ? form
    : rowFold(heading, texts.unlink, form, reauthentication !== undefined);
}

/** The provider leads on to the page that links what was proved. */
export function linkForm(
  { frame, csrf }: Viewer,
  provider: { readonly id: string; readonly name: string },
  continueTo = "/account/identities",
): Html {
  return html`<form method="post" action="/sign-in/with/${provider.id}">
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
<input type="hidden" name="for" value="link">
<div class="actions"><button type="submit" class="secondary">${phrase(frame.texts.identities.account.link(provider.name))}</button></div>
</form>`;
}
