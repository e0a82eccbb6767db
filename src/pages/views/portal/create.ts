import type { ApprovalRequest } from "../../../domain/fields/approval.ts";
import { type RequestProblems, requestFields } from "../approval-request.ts";
import { alert } from "../banner.ts";
import {
  checkbox,
  confirmPassword,
  creationField,
  csrfField,
  markedAlert,
  reauthenticationNotice,
} from "../form.ts";
import { type Html, html } from "../html.ts";
import { phrase, plainPhrase } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { tabHref } from "./application-page.ts";
import { type DraftProblems, draftFields, type TypedDraft } from "./draft-fields.ts";
import { envFile, envFileName } from "./env-file.ts";
import { consentPreview, type Previewed } from "./preview.ts";
import { secretBox } from "./secret-box.ts";

export type Creation = {
  readonly viewer: Viewer;
  /** Sending the form twice makes one application by this mark. */
  readonly creation: string;
  readonly input: TypedDraft;
  readonly previewed: Previewed;
  /** By default it is checked. */
  readonly ownToken?: boolean;
  readonly problems?: DraftProblems;
  readonly reauthentication?: Reauthentication;
  /** It waits for approval, and these are asked. Problems are shown with those of the draft. */
  readonly request?: {
    readonly questions: readonly string[];
    readonly input: ApprovalRequest;
    readonly problems: RequestProblems;
  };
  /** The user has this many, which is all they may have. */
  readonly tooMany?: number;
  readonly otherAccount?: boolean;
};

export function creationPage(data: Creation): Html {
  const { viewer, creation, input, previewed, problems, reauthentication } = data;
  const { texts } = viewer.frame;
  const { title, what, submit, ownToken } = texts.portal.creation;
  const main = html`<div class="drafted">
<article>
<p class="quiet">${what}</p>
${problem(data)}
<form method="post" action="/portal/create" novalidate>
${csrfField(viewer.csrf)}
${creationField(creation)}
${draftFields(viewer.frame, input, problems)}
${approvalFields(data)}
${checkbox({ name: "own_token", label: ownToken.label, checked: data.ownToken ?? true, hint: ownToken.hint })}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit">${submit}</button></div>
</form>
</article>
${consentPreview(viewer, input, previewed)}
</div>`;
  return signedInPage(viewer, { area: "portal", here: "applications", title, main, crumbs: [] });
}

function approvalFields({ viewer, problems, request }: Creation): Html | undefined {
  if (request === undefined) return undefined;
  const { questions, input, problems: wrong } = request;
  return html`<p class="quiet">${viewer.frame.texts.portal.approval.hint}</p>
${requestFields(viewer.frame, questions, input, problems && wrong)}`;
}

function problem(data: Creation): Html | undefined {
  const { viewer, problems, reauthentication, tooMany, otherAccount } = data;
  const { creation: texts } = viewer.frame.texts.portal;
  const { notCreated } = texts;
  if (otherAccount) return alert("problem", notCreated, texts.otherAccount);
  if (problems) return markedAlert(viewer.frame, "problem", notCreated);
  if (tooMany !== undefined) return alert("problem", notCreated, texts.tooMany(tooMany));
  return reauthenticationNotice(viewer, "problem", notCreated, reauthentication);
}

export type Created = {
  readonly viewer: Viewer;
  readonly applicationId: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** The user's own access token, if it was asked for. */
  readonly access?: { readonly token: string; readonly secret: string } | undefined;
};

/** No other page ever shows this secret. */
export function createdPage(made: Created): Html {
  const { viewer, applicationId, access } = made;
  const { creation, application, keys: keyTexts } = viewer.frame.texts.portal;
  const { created, shownOnce, consumerKey, consumerSecret, goOn } = creation;
  const keys = [
    { label: consumerKey, value: made.consumerKey, copies: "consumerKey" },
    { label: consumerSecret, value: made.consumerSecret, copies: "consumerSecret" },
    {
      label: html`${keyTexts.file}: <code>${envFileName(made.name)}</code>`,
      value: envFile({
        BASE_URL: made.baseUrl,
        CONSUMER_KEY: made.consumerKey,
        CONSUMER_SECRET: made.consumerSecret,
        ...(access && { ACCESS_TOKEN: access.token, ACCESS_TOKEN_SECRET: access.secret }),
      }),
      copies: "environment",
      file: envFileName(made.name),
    },
  ] as const;
  const main = html`<article>
${secretBox(viewer.frame.texts, shownOnce, keys)}
<p class="actions">
<a class="button" href="${tabHref(applicationId, "programs")}">${application.tabs.programs}</a>
<a class="button secondary" href="${tabHref(applicationId, "overview")}">${goOn}</a>
</p>
</article>`;
  const title = plainPhrase(created(made.name));
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title,
    head: {
      picture: applicationPicture({ id: applicationId }),
      heading: phrase(created(made.name)),
      line: html`<code>${made.consumerKey}</code>`,
    },
    main,
    once: true,
  });
}
