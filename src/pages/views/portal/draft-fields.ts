import type { AccessLevel } from "../../../domain/access.ts";
import { maxNetworks, type NetworkProblem } from "../../../domain/address.ts";
import { applicationLinks } from "../../../domain/application.ts";
import { type CallbackProblem, maxCallbacks } from "../../../domain/callback.ts";
import {
  type ApplicationDraft,
  type ApplicationProblem,
  applicationFields,
  emptyDraft,
} from "../../../domain/fields/application.ts";
import { fieldsOf, namesOf, snakeName } from "../../../domain/fields/field.ts";
import type { Texts } from "../../languages/texts.ts";
import { levelHints } from "../access-text.ts";
import { checkbox, choices, field, textArea } from "../form.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { name, phrase, plainPhrase } from "../phrase.ts";

/** Each line of a list has one of its members, as typed. */
export type TypedDraft = Omit<ApplicationDraft, "access" | "callbacks" | "networks"> & {
  readonly access: AccessLevel | undefined;
  readonly callbacks: string;
  readonly networks: string;
};

export type DraftProblems = {
  readonly fields: readonly (ApplicationProblem | "no-access")[];
  readonly callbacks: readonly ({ readonly url: string } & CallbackProblem)[];
  readonly tooManyCallbacks: boolean;
  readonly networks: readonly ({ readonly network: string } & NetworkProblem)[];
  readonly tooManyNetworks: boolean;
};

export const noProblems: DraftProblems = {
  fields: [],
  callbacks: [],
  tooManyCallbacks: false,
  networks: [],
  tooManyNetworks: false,
};

/** The least access is chosen. */
export const nothingTyped: TypedDraft = typedFrom(emptyDraft);

export function typedFrom(draft: ApplicationDraft): TypedDraft {
  return {
    ...fieldsOf<ApplicationDraft>(applicationFields, draft),
    callbacks: draft.callbacks.join("\n"),
    networks: draft.networks.join("\n"),
  };
}

/** The fields of a form that sends the same again. */
export function sentFields(draft: TypedDraft): Readonly<Record<string, string>> {
  const sent = namesOf<ApplicationDraft>(applicationFields).flatMap((name) => {
    const value = draft[name];
    if (value === false) return [];
    return [[snakeName(name), value === true ? "on" : (value ?? "")] as const];
  });
  return Object.fromEntries(sent);
}

export function draftFields(frame: Frame, draft: TypedDraft, problems?: DraftProblems): Html {
  const texts = frame.texts.portal.draft;
  const hints = levelHints(frame);
  const problemOf = (...of: readonly (ApplicationProblem | "no-access")[]) => {
    const found = problems?.fields.find((one) => of.includes(one));
    return found && texts.problems[found];
  };
  return html`${field({ name: "name", label: texts.name, type: "text", autocomplete: "off", value: draft.name, hint: texts.nameHint, problem: problemOf("no-name", "long-name", "odd-name"), anyScript: true, writing: "name" })}
${choices({
  name: "access",
  label: texts.access,
  chosen: draft.access,
  options: [
    { value: "read", label: texts.read, hint: hints.read },
    { value: "write", label: texts.write, hint: hints.write },
  ],
  problem: problemOf("no-access"),
})}
${textArea({ name: "callbacks", label: texts.callbacks, value: draft.callbacks, rows: linesShown(draft.callbacks), hint: texts.callbacksHint(maxCallbacks), problem: problems && rejectedCallbacks(texts, problems), optional: true })}
<details${!isFolded(draft, problems) && html` open`}>
<summary>${texts.optional}</summary>
${textArea({ name: "description", label: texts.description, value: draft.description, rows: 2, hint: texts.descriptionHint, problem: problemOf("long-description", "odd-description"), optional: true, anyScript: true })}
${field({ name: "website", label: texts.website, type: "url", autocomplete: "off", value: draft.website, hint: texts.websiteHint, problem: problemOf("website"), optional: true })}
${applicationLinks.map((link) => field({ name: `${link}_url`, label: texts.links[link], type: "url", autocomplete: "off", value: draft[`${link}Url`], hint: texts.linkHint, problem: problemOf(`${link}Url`), optional: true }))}
${checkbox({ name: "request_email", label: texts.requestEmail, checked: draft.requestEmail, hint: texts.requestEmailHint })}
${checkbox({ name: "sign_in", label: plainPhrase(texts.signIn(frame.serviceName)), checked: draft.signIn, hint: texts.signInHint })}
</details>`;
}

/** These are in the settings only: the form that creates an application stays short. */
export function networkFields(frame: Frame, draft: TypedDraft, problems?: DraftProblems): Html {
  const texts = frame.texts.portal.settings.networks;
  const isOpen = draft.networks !== "" || draft.networksForBearer;
  return html`<details${isOpen && html` open`}>
<summary>${texts.title}</summary>
${textArea({ name: "networks", label: texts.label, value: draft.networks, rows: linesShown(draft.networks), hint: texts.hint(maxNetworks), problem: problems && rejectedNetworks(texts, problems), optional: true })}
${checkbox({ name: "networks_for_bearer", label: texts.bearerOnly, checked: draft.networksForBearer, hint: texts.bearerOnlyHint })}
</details>`;
}

/** As with callbacks, the list is bounded. */
function rejectedNetworks(
  texts: Texts["portal"]["settings"]["networks"],
  { networks, tooManyNetworks }: DraftProblems,
): Html | undefined {
  if (networks.length === 0 && !tooManyNetworks) return undefined;
  return html`<ul>
${tooManyNetworks && html`<li>${texts.tooMany(maxNetworks)}</li>`}
${networks.slice(0, maxNetworks).map(({ network, suggestion }) => html`<li><code dir="ltr">${name(shortened(network))}</code> ${suggestion === undefined ? texts.unreadable : phrase(texts.writeAs(suggestion))}</li>`)}
</ul>`;
}

function linesShown(text: string): number {
  return Math.max(4, Math.min(10, text.split("\n").length));
}

/** What is optional is folded while none of it was typed or has a problem. */
function isFolded(
  { description, website, termsUrl, privacyUrl, supportUrl, requestEmail, signIn }: TypedDraft,
  problems: DraftProblems | undefined,
): boolean {
  const unfolded = ["no-name", "long-name", "odd-name", "no-access"];
  const isTyped = [description, website, termsUrl, privacyUrl, supportUrl].some(
    (one) => one !== "",
  );
  const hasProblem = problems?.fields.some((one) => !unfolded.includes(one)) ?? false;
  return !isTyped && !requestEmail && !signIn && !hasProblem;
}

/** At most as many callbacks are listed as an application can have, so that the page stays bounded. */
function rejectedCallbacks(
  texts: Texts["portal"]["draft"],
  { callbacks, tooManyCallbacks }: DraftProblems,
): Html | undefined {
  if (callbacks.length === 0 && !tooManyCallbacks) return undefined;
  const more = callbacks.length - maxCallbacks;
  const shown = callbacks.slice(0, maxCallbacks);
  const groups = Object.values(
    Object.groupBy(shown, ({ problem, about }) => `${problem} ${about}`),
  ).filter((group) => group !== undefined);
  return html`<ul>
${tooManyCallbacks && html`<li>${texts.tooManyCallbacks(maxCallbacks)}</li>`}
${groups.map(
  (
    group,
  ) => html`<li>${group.map(({ url }) => html`<code dir="ltr">${name(shortened(url))}</code>\n`)}
${said(texts, group[0])}</li>`,
)}
${more > 0 && html`<li>${texts.moreCallbacksRejected(more)}</li>`}
</ul>`;
}

function said(
  { callbackProblems }: Texts["portal"]["draft"],
  problem: CallbackProblem | undefined,
): Html | undefined {
  if (problem === undefined || problem.problem === "empty") return undefined;
  return phrase(callbackProblems[problem.problem](problem.about));
}

function shortened(url: string): string {
  return url.length > 100 ? `${url.slice(0, 100)}…` : url;
}
