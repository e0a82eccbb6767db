import type { Application } from "../../../../../domain/application.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { type Html, html } from "../../../html.ts";
import { type Fact, facts, originList } from "../../../list.ts";
import { name } from "../../../phrase.ts";
import { copied } from "../../../scripts.ts";
import type { Viewer } from "../../../viewer.ts";
import { envFileName } from "../../env-file.ts";
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
${walkSection(viewer, application)}
${application.suspendedBecause === undefined && programs(viewer.frame.texts.portal, application, { snippets, apiOrigins })}
${linkToCheck(viewer.frame.texts.portal, application)}
</section>`;
}

function linkToCheck({ check }: Texts["portal"], { id }: Application): Html {
  return html`<p>${check.link.what} <a href="/portal/applications/${id}/check">${check.link.advice}</a></p>`;
}

/** Requests of a suspended application are rejected, so none are shown. */
function programs(
  { programs: texts, keys }: Texts["portal"],
  { id, name: application }: Application,
  { snippets, apiOrigins }: Pick<Programs, "snippets" | "apiOrigins">,
): Html {
  return html`<h3>${texts.heading}</h3>
<p>${texts.what}</p>
${apiOrigins.length > 0 && html`<p>${texts.apis}</p>${originList(apiOrigins)}`}
${variables(texts, snippets, html`<a href="${credentialPath(id, "access-token")}">${keys.terms["access-token"]}</a>`)}
<div class="programs">
${snippets.map((one, at) => program(texts, one, envFileName(application), at === 0))}
</div>`;
}

type ProgramsTexts = Texts["portal"]["programs"];

function variables(texts: ProgramsTexts, snippets: readonly Snippet[], ownToken: Html): Html {
  const names = [...new Set(snippets.flatMap((one) => one.variables))];
  const described = names.map(
    (name): Fact => [
      html`<code>${name}</code>`,
      html`${texts.variables[name]}${name === "ACCESS_TOKEN" && html` ${ownToken}`}`,
    ],
  );
  return html`<h3>${texts.variables.title}</h3>
${facts(described)}`;
}

function program(texts: ProgramsTexts, snippet: Snippet, envFile: string, open: boolean): Html {
  return html`<details name="program"${open && html` open`}>
<summary>${name(snippet.title)}</summary>
<p>${texts.programs[snippet.id]}</p>
<pre dir="ltr"><code${copied} data-language="${snippet.language}" id="try-it-${snippet.id.replaceAll(".", "-")}">${snippet.code}</code></pre>
${howToRun(texts, snippet, envFile)}
</details>`;
}

/** The page of a created application offers the file with the variables. */
function howToRun(texts: ProgramsTexts, { saved, packages }: Snippet, envFile: string): Html {
  const load = `set -a; . ./${envFile}; set +a\n`;
  const install = packages.length > 0 && `npm install ${packages.join(" ")}\n`;
  return html`<p class="quiet">${saved === undefined ? texts.pasteIntoTerminal : texts.saveAs(saved.file)}</p>
<pre dir="ltr"><code${copied}>${load}${saved !== undefined && html`${install}${saved.run}\n`}</code></pre>`;
}
