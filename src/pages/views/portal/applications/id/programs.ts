import type { Application } from "../../../../../domain/application.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { type Html, html } from "../../../html.ts";
import { type Fact, facts, originList } from "../../../list.ts";
import { name } from "../../../phrase.ts";
import { copied } from "../../../scripts.ts";
import type { Viewer } from "../../../viewer.ts";
import { envFileName } from "../../env-file.ts";
import { latestCall } from "../../latest-call.ts";
import { programChoice } from "../../program-choice.ts";
import { type SentCall, sendCall, sentCall } from "../../sent-call.ts";
import { libraryFirst, type Snippet } from "../../snippets.ts";
import { credentialPath } from "./keys.ts";
import type { ShownRequest } from "./requests.ts";
import { walkSection } from "./try.ts";

export type Programs = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly snippets: readonly Snippet[];
  /** Without origins of the administrator's APIs there is only the service's own. */
  readonly apiOrigins: readonly string[];
  /** The viewer's own access token. */
  readonly hasOwnToken: boolean;
  /** What the page has just sent. */
  readonly sent?: SentCall | undefined;
  /** This is undefined if the request log is turned off. */
  readonly log: { readonly latest: ShownRequest | undefined } | undefined;
  readonly now: number;
};

export function programsSection(page: Programs): Html {
  const { viewer, application } = page;
  const texts = viewer.frame.texts.portal.programs;
  return html`<section id="try-it" aria-labelledby="try-it-title">
<h2 id="try-it-title">${texts.title}</h2>
${application.suspendedBecause === undefined ? programs(page) : walkSection(viewer, application)}
${linkToCheck(viewer.frame.texts.portal, application)}
</section>`;
}

function linkToCheck({ check }: Texts["portal"], { id }: Application): Html {
  return html`<p>${check.link.what} <a href="/portal/applications/${id}/check">${check.link.advice}</a></p>`;
}

/** Requests of a suspended application are rejected, so none are shown. */
function programs(page: Programs): Html {
  const { viewer, application, snippets, apiOrigins, hasOwnToken, sent, log, now } = page;
  const { portal, shell } = viewer.frame.texts;
  const { programs: texts, keys } = portal;
  const { id, name: file } = application;
  const print = (one: Snippet) => program(texts, shell.script.copies, one, envFileName(file));
  return html`<p>${texts.what}</p>
${apiOrigins.length > 0 && html`<details><summary>${texts.apis.title}</summary><p>${texts.apis.what}</p>${originList(apiOrigins)}</details>`}
${variables(texts, snippets, html`<a href="${credentialPath(id, "access-token")}">${keys.terms["access-token"]}</a>`)}
${programChoice(
  texts.heading,
  libraryFirst(snippets).map(({ first, bare }) => ({
    title: name(first.title),
    content: html`${print(first)}
${bare && html`<details><summary>${texts.withoutLibrary}</summary>${print(bare)}</details>`}`,
  })),
)}
${log && latestCall(viewer, application, log.latest, now)}
<div class="pair">
<div>${sendCall(viewer, application, hasOwnToken)}</div>
<div>${walkSection(viewer, application)}</div>
</div>
${sent && sentCall(viewer, application, sent, log !== undefined)}`;
}

type ProgramsTexts = Texts["portal"]["programs"];
type CopyTexts = Texts["shell"]["script"]["copies"];

function variables(texts: ProgramsTexts, snippets: readonly Snippet[], ownToken: Html): Html {
  const names = [...new Set(snippets.flatMap((one) => one.variables))];
  const described = names.map(
    (name): Fact => [
      html`<code>${name}</code>`,
      html`${texts.variables[name]}${name === "ACCESS_TOKEN" && html` ${ownToken}`}`,
    ],
  );
  return html`<details><summary>${texts.variables.title}</summary>
${facts(described)}
</details>`;
}

function program(texts: ProgramsTexts, copies: CopyTexts, snippet: Snippet, envFile: string): Html {
  const { id, language, code } = snippet;
  return html`<p>${texts.programs[id]}</p>
<pre dir="ltr" tabindex="0"><code${copied(copies.program)} data-language="${language}" id="try-it-${id.replaceAll(".", "-")}">${code}</code></pre>
${howToRun(texts, copies, snippet, envFile)}`;
}

/** The page of a created application offers the file with the variables. */
function howToRun(
  texts: ProgramsTexts,
  copies: CopyTexts,
  { saved, install }: Snippet,
  envFile: string,
): Html {
  const load = `set -a; . ./${envFile}; set +a`;
  const lines = saved === undefined ? [load] : [load, ...install, saved.run];
  return html`<p class="quiet">${saved === undefined ? texts.pasteIntoTerminal : texts.saveAs(saved.file)}</p>
<pre dir="ltr"><code${copied(copies.command)}>${lines.join("\n")}
</code></pre>`;
}
