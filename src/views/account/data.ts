import { confirmPassword, csrfField, explainProof } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert } from "../notice.ts";
import type { Person, Unproven } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";

export function dataPage({
  person,
  unproven,
}: {
  readonly person: Person;
  readonly unproven?: Unproven;
}): Html {
  const { account, shell } = person.frame.texts;
  const { data: texts, titles } = account;
  const main = html`<article>
<h1>${titles.data}</h1>
<p>${texts.what}</p>
<p class="quiet">${texts.without}</p>
<p class="quiet">${texts.careful}</p>
${unproven && alert("problem", texts.notDownloaded, explainProof(shell.proof, unproven))}
<form method="post" action="/account/data">
${csrfField(person.csrf)}
${confirmPassword(person, unproven)}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  return signedInPage(person, { area: "account", here: "profile", title: titles.data, main });
}
