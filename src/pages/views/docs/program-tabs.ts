import { type Html, html } from "../html.ts";
import { copied } from "../scripts.ts";
import { highlightOnce } from "./highlight.ts";
import { type Docs, type DocsPage, docsHref } from "./page.ts";
import { languages, programFor, type Task } from "./programs.ts";

/** The program in the reader's language, below links to the others: the choice needs no script. */
export function programTabs({ language, highlight }: Docs, page: DocsPage, task: Task): Html {
  const offered = languages.filter((one) => programFor(task, one) !== undefined);
  const shown = offered.find(({ id }) => id === language) ?? offered[0];
  const program = shown && programFor(task, shown);
  const links = offered.map(
    (one) =>
      html`<li><a href="${docsHref(page)}?lang=${one.id}#program"${one === shown && html` aria-current="true"`}>${one.title}</a></li>`,
  );
  return html`<aside class="program" id="program" aria-label="Program">
<div>
<nav class="tabs" aria-label="Language"><ul>${links}</ul></nav>
${
  program &&
  html`<pre tabindex="0"><code${copied("Copy the program")}>${highlightOnce(highlight, program.code, program.language.highlighter)}</code></pre>
${!program.wasRun && html`<p class="quiet">This program was compiled but not run: its library isn’t where our tests can get it.</p>`}
<p class="quiet">Save it as <code>${program.file}</code>, load <a href="/docs#keys">your environment file</a>, and run:</p>
<pre><code${copied("Copy the commands")}>${highlightOnce(highlight, [...program.install, program.run].join("\n"), "bash")}</code></pre>`
}
</div>
</aside>`;
}
