import type { AuditedEvent } from "../../../domain/audit.ts";
import type { SignUpWay } from "../../../domain/operating.ts";
import { graceChoices, secondFactorRequirements } from "../../../domain/second-factor.ts";
import type { AuditDetail } from "../../languages/english/audit.ts";
import type { Texts } from "../../languages/texts.ts";
import { number } from "../list.ts";

/** A part is a word in the page's language, or the recorded value. */
export type Worded = { readonly text: string; readonly isOurs: boolean };

/** The page shows these labels and values, and its search finds them. */
export function detailsInWords(
  { details = {} }: Pick<AuditedEvent, "details">,
  texts: Texts,
): readonly (readonly [label: Worded, value: Worded])[] {
  return Object.entries(details).flatMap(([key, value]) =>
    key === "filter" && typeof value === "string"
      ? filterInWords(value, texts)
      : [[wordedLabel(key, texts), wordedValue(key, value, texts)] as const],
  );
}

/** The form labels the fields of an export's query likewise. */
function filterInWords(query: string, texts: Texts): readonly (readonly [Worded, Worded])[] {
  const { audit, admin } = texts;
  const pairs = [...new URLSearchParams(query)];
  if (pairs.length === 0) return [[ours(audit.details.filter), ours(audit.anything)]];
  const labels: Readonly<Record<string, string>> = {
    ...admin.search.filters,
    q: audit.text,
    name: audit.name,
    access: audit.access,
    user: audit.user,
    application: audit.application,
    involved: audit.involved,
    actor: audit.actor,
    from: audit.from,
    to: audit.to,
  };
  return pairs.map(([key, value]) => [
    wordOr(labels, key),
    key === "name"
      ? wordOr({ ...audit.happened, ...audit.groups, ...audit.several }, value)
      : key === "access"
        ? wordOr(admin.application.levels, value)
        : key === "never_used"
          ? wordOr({ true: admin.yes }, value)
          : asRecorded(value),
  ]);
}

function wordedLabel(key: string, { audit }: Texts): Worded {
  const labels: Readonly<Record<AuditDetail, string>> = audit.details;
  return wordOr(labels, key);
}

function wordedValue(key: string, value: string | number | boolean, texts: Texts): Worded {
  if (typeof value === "number") return asRecorded(number({ texts }, value));
  if (typeof value === "boolean") return ours(value ? texts.audit.yes : texts.audit.no);
  const words = Object.hasOwn(valuesIn, key) ? valuesIn[key as keyof typeof valuesIn](texts) : {};
  return wordOr(words, String(value));
}

/** A detail with few values has the words of the page that sets them, if possible. */
const valuesIn = {
  by: ({ audit }) => ({ link: audit.values.link }),
  which: ({ audit: { values } }) => ({
    one: values.one,
    others: values.others,
    provider: values.provider,
  }),
  access: ({ admin }) => admin.application.levels,
  role: ({ portal, admin }) => ({
    ...portal.collaborators.roles,
    manager: admin.apiKeys.roles.manager.label,
  }),
  overlap: ({ portal }) => labelled(portal.keys.regenerateSecret.overlaps),
  kind: ({ twoStep, admin }) => ({ ...twoStep.kinds, ...admin.bulk.kinds }),
  authenticated: ({ twoStep }) => twoStep.kinds,
  setting: ({ admin }) => ({
    "sign-up": admin.settings.signUp,
    "second-factor": admin.settings.secondFactor,
    "unused-access": admin.unusedAccess.title,
    backup: admin.checklist.steps.backup.title,
    checklist: admin.checklist.title,
    sunsets: admin.sunsets.title,
  }),
  value: ({ admin, audit }) => ({
    ...labelled<SignUpWay>(admin.settings.ways),
    ...rulesInWords(admin.settings),
    done: admin.checklist.done,
    hidden: audit.values.hidden,
    off: audit.values.off,
  }),
} as const satisfies Readonly<
  Partial<Record<AuditDetail, (texts: Texts) => Readonly<Record<string, string>>>>
>;

/** An event records the rule as `everybody 14`. */
function rulesInWords({ requirements, graceDays }: Texts["admin"]["settings"]) {
  const pairs = secondFactorRequirements.flatMap((who) =>
    graceChoices.map((days) => {
      const words = [requirements[who].label, ...(who === "nobody" ? [] : [graceDays(days)])];
      return [`${who} ${days}`, words.join(" · ")] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

function labelled<Key extends string>(
  choices: Readonly<Record<Key, { readonly label: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries<{ readonly label: string }>(choices).map(([key, { label }]) => [key, label]),
  );
}

function wordOr(words: Readonly<Record<string, string>>, recorded: string): Worded {
  const word = Object.hasOwn(words, recorded) ? words[recorded] : undefined;
  return word === undefined ? asRecorded(recorded) : ours(word);
}

function ours(text: string): Worded {
  return { text, isOurs: true };
}

function asRecorded(text: string): Worded {
  return { text, isOurs: false };
}
