import type { Application } from "../../../../../domain/application.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { type Html, html } from "../../../html.ts";
import { type Fact, facts, originList } from "../../../list.ts";
import { name } from "../../../phrase.ts";
import { copied } from "../../../scripts.ts";
import type { Viewer } from "../../../viewer.ts";
import { envFileName } from "../../env-file.ts";
import { programChoice } from "../../program-choice.ts";
import type { Snippet } from "../../snippets.ts";
import { credentialPath } from "./keys.ts";
import { walkSection } from "./try.ts";

export type Programs = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly snippets: readonly Snippet[];
  /** Without origins of the administrator's APIs there is only the service's own. */
  readonly apiOrigins: readonly string[];
};

export function programsSection({ viewer, application, snippets, apiOrigins }: Programs): Html {
  const texts = viewer.frame.texts.portal.programs;
  return html`<section id="try-it" aria-labelledby="try-it-title">
<h2 id="try-it-title">${texts.title}</h2>
${application.suspendedBecause === undefined ? programs(viewer, application, { snippets, apiOrigins }) : walkSection(viewer, application)}
${linkToCheck(viewer.frame.texts.portal, application)}
</section>`;
}

function linkToCheck({ check }: Texts["portal"], { id }: Application): Html {
  return html`<p>${check.link.what} <a href="/portal/applications/${id}/check">${check.link.advice}</a></p>`;
}

/** Requests of a suspended application are rejected, so none are shown. */
function programs(
  viewer: Viewer,
  application: Application,
  { snippets, apiOrigins }: Pick<Programs, "snippets" | "apiOrigins">,
): Html {
  const { portal, shell } = viewer.frame.texts;
  const { programs: texts, keys } = portal;
  const { id, name: file } = application;
  return html`${walkSection(viewer, application)}
<h3>${texts.heading}</h3>
<p>${texts.what}</p>
${apiOrigins.length > 0 && html`<p>${texts.apis}</p>${originList(apiOrigins)}`}
${variables(texts, snippets, html`<a href="${credentialPath(id, "access-token")}">${keys.terms["access-token"]}</a>`)}
${programChoice(
  texts.heading,
  snippets.map((one) => program(texts, shell.script.copies, one, envFileName(file))),
)}`;
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

function program(texts: ProgramsTexts, copies: CopyTexts, snippet: Snippet, envFile: string) {
  const { id, language, code } = snippet;
  return {
    title: name(snippet.title),
    content: html`<p>${texts.programs[id]}</p>
<pre dir="ltr" tabindex="0"><code${copied(copies.program)} data-language="${language}" id="try-it-${id.replaceAll(".", "-")}">${code}</code></pre>
${howToRun(texts, copies, snippet, envFile)}`,
  };
}

/** The page of a created application offers the file with the variables. */
function howToRun(
  texts: ProgramsTexts,
  copies: CopyTexts,
  { saved, packages }: Snippet,
  envFile: string,
): Html {
  const load = `set -a; . ./${envFile}; set +a\n`;
  const install = packages.length > 0 && `npm install ${packages.join(" ")}\n`;
  return html`<p class="quiet">${saved === undefined ? texts.pasteIntoTerminal : texts.saveAs(saved.file)}</p>
<pre dir="ltr"><code${copied(copies.command)}>${load}${saved !== undefined && html`${install}${saved.run}\n`}</code></pre>`;
}
