import { newPasswordProblems } from "../../tools/passwords/password-problem.ts";
import { field } from "./form.ts";
import { type Html, html, needing } from "./html.ts";
import type { Frame } from "./layout.ts";
import { passwordJudge } from "./scripts.ts";

/** Scripts activate what is marked `later`. `screenName` is needed if the form does not ask for it. */
export function newPasswordField(
  { texts, serviceName }: Frame,
  {
    label,
    problem,
    screenName = "",
  }: {
    readonly label: string;
    readonly problem: string | false | undefined;
    readonly screenName?: string;
  },
): Html {
  const { wantedHint, problems, strength } = texts.account.password;
  const rejected = newPasswordProblems.map((one) => [one, problems[one]] as const);
  const decisions = [...rejected, ...Object.entries(strength.scores)].map(
    ([decision, text]) => html`<p class="said later" data-decision="${decision}">${text}</p>`,
  );
  const name = "new_password";
  const measured = html`<div class="strength" data-strength="${name}" data-judge="${passwordJudge.href}" data-service-name="${serviceName}" data-screen-name="${screenName}">
${field({ name, label, type: "password", autocomplete: "new-password", hint: wantedHint, problem })}
<meter min="0" max="4" low="1.5" high="2.5" optimum="4" value="0" aria-label="${strength.label}" class="later"></meter>
<p class="said" aria-live="polite"></p>
${decisions}
</div>`;
  const show = html`<label class="choice later" for="show-${name}" data-shows="${name}"><input type="checkbox" id="show-${name}"> ${texts.shell.script.showPassword}</label>`;
  return html`${needing("password-meter", measured)}
${needing("show-password", show)}`;
}
