import type { Application } from "../../../../../domain/application.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { languages, type Program, programFor } from "../../../docs/programs.ts";
import { type Html, html, type Printable } from "../../../html.ts";
import { type Fact, facts, originList } from "../../../list.ts";
import { name } from "../../../phrase.ts";
import { copied } from "../../../scripts.ts";
import type { Viewer } from "../../../viewer.ts";
import { type EnvValues, envFileName } from "../../env-file.ts";
import { latestCall } from "../../latest-call.ts";
import { programChoice } from "../../program-choice.ts";
import { type SentCall, sendCall, sentCall } from "../../sent-call.ts";
import { exampleCall, signersOf } from "../../signers.ts";
import { credentialPath } from "./keys.ts";
import type { ShownRequest } from "./requests.ts";
import { walkSection } from "./try.ts";

export type Programs = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly baseUrl: string;
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
  const { viewer, application, baseUrl, apiOrigins, hasOwnToken, sent, log, now } = page;
  const { portal } = viewer.frame.texts;
  const { programs: texts } = portal;
  const alone = new Map(signersOf(exampleCall(baseUrl)).map((one) => [one.language.id, one]));
  const choices = languages.flatMap((language) => {
    const first = programFor("quickstart", language);
    const bare = language.id === "javascript" ? undefined : alone.get(language.id);
    return first === undefined ? [] : [{ first, bare }];
  });
  return html`<p>${texts.what}</p>
${apiOrigins.length > 0 && html`<details><summary>${texts.apis.title}</summary><p>${texts.apis.what}</p>${originList(apiOrigins)}</details>`}
${variables(page)}
${programChoice(
  texts.heading,
  choices.map(({ first, bare }) => ({
    title: name(first.language.title),
    content: html`${program(page, first, first.language.id)}
${bare && html`<details><summary>${texts.withoutLibrary}</summary>${program(page, { ...first, ...bare, install: [] }, `${bare.language.id}-alone`)}</details>`}`,
  })),
)}
${more(texts)}
${log && latestCall(viewer, application, log.latest, now)}
<div class="pair">
<div>${sendCall(viewer, application, hasOwnToken)}</div>
<div>${walkSection(viewer, application)}</div>
</div>
${sent && sentCall(viewer, application, sent, log !== undefined)}`;
}

type ProgramsTexts = Texts["portal"]["programs"];

/** What the environment file has. */
function variables({ viewer, application, baseUrl }: Programs): Html {
  const { programs: texts, keys } = viewer.frame.texts.portal;
  const { title, ACCESS_TOKEN, ...secrets } = texts.variables;
  const ownToken = html`<a href="${credentialPath(application.id, "access-token")}">${keys.terms["access-token"]}</a>`;
  const values: Readonly<Record<keyof EnvValues, Printable>> = {
    BASE_URL: html`<code>${baseUrl}</code>`,
    CONSUMER_KEY: html`<code>${application.consumerKey}</code>`,
    CONSUMER_SECRET: secrets.CONSUMER_SECRET,
    ACCESS_TOKEN: html`${ACCESS_TOKEN} ${ownToken}`,
    ACCESS_TOKEN_SECRET: secrets.ACCESS_TOKEN_SECRET,
  };
  const described = Object.entries(values).map(
    ([name, value]): Fact => [html`<code>${name}</code>`, html`${value}`],
  );
  return html`<details><summary>${title}</summary>
${facts(described)}
</details>`;
}

/** The page of a created application offers the file with the variables. */
function program(
  { viewer, application }: Programs,
  { language, code, file, install, run }: Program,
  id: string,
): Html {
  const { portal, shell } = viewer.frame.texts;
  const { programs: texts } = portal;
  const { copies } = shell.script;
  const lines = [`set -a; . ./${envFileName(application.name)}; set +a`, ...install, run];
  return html`<pre dir="ltr" tabindex="0"><code${copied(copies.program)} data-language="${language.id}" id="try-it-${id}">${code}</code></pre>
<p class="quiet">${texts.saveAs(file)}</p>
<pre dir="ltr"><code${copied(copies.command)}>${lines.join("\n")}
</code></pre>`;
}

/** The documentation has the programs of other tasks. */
function more(texts: ProgramsTexts): Html {
  const links = (["pin", "sign-in", "bearer"] as const).map(
    (task, at) => html`${at > 0 && " · "}<a href="/docs/${task}">${texts.more[task]}</a>`,
  );
  return html`<p>${links}</p>`;
}
