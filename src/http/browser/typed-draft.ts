import { accessLevels, isAccessLevel } from "../../domain/access.ts";
import { draftProblems } from "../../domain/application-change.ts";
import { maxCallback } from "../../domain/callback.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import { type Field, snakeName } from "../../domain/fields/field.ts";
import { typedText } from "../../domain/typed-text.ts";
import {
  type DraftProblems,
  noProblems,
  type TypedDraft,
} from "../../pages/views/portal/draft-fields.ts";
import type { Parameter } from "../operation/endpoint.ts";

export const draftFields: readonly Parameter[] = Object.entries<Field>(applicationFields).map(
  ([name, field]) => ({
    name: snakeName(name),
    required: field.kind === "level" || (field.kind === "text" && field.required === true),
    ...parameterOf(field),
  }),
);

function parameterOf(field: Field): Pick<Parameter, "meaning" | "values" | "maxLength"> {
  const { kind, meaning } = field;
  if (kind === "level") return { meaning, values: accessLevels };
  if (kind === "flag") return { meaning: `on: ${meaning}`, values: ["on"] };
  if (kind !== "list") return { meaning };
  // Each member has the end of its line.
  return { meaning: `${meaning} One per line.`, maxLength: field.max * (maxCallback + 2) };
}

/**
 * Returns what was typed, and the draft or all its problems. Registered callbacks passed earlier
 * rules and are not checked again.
 */
export function readDraft(
  form: ReadonlyMap<string, string>,
  registered: readonly string[] = [],
): {
  readonly input: TypedDraft;
  readonly read:
    | { readonly ok: true; readonly draft: ApplicationDraft }
    | { readonly ok: false; readonly problems: DraftProblems };
} {
  const input = typedIn(form);
  const callbacks = [...new Set(linesOf(input.callbacks))];
  const networks = [...new Set(linesOf(input.networks))];
  // A missing level is a problem of its own, and the draft is not used then.
  const draft = { ...input, access: input.access ?? "read", callbacks, networks };
  const found = draftProblems(draft, registered);
  const problems: DraftProblems = {
    ...found,
    fields: [...found.fields, ...(input.access === undefined ? missing : [])],
  };
  const fine = JSON.stringify(problems) === JSON.stringify(noProblems);
  return { input, read: fine ? { ok: true, draft } : { ok: false, problems } };
}

const missing = ["no-access"] as const;

function typedIn(form: ReadonlyMap<string, string>): TypedDraft {
  const pairs = Object.entries<Field>(applicationFields).map(([name, { kind }]) => {
    const sent = form.get(snakeName(name)) ?? "";
    if (kind === "flag") return [name, sent === "on"];
    if (kind === "level") return [name, isAccessLevel(sent) ? sent : undefined];
    // A field may have several lines because it is long; a text is one line.
    if (kind === "text") return [name, typedText(linesOf(sent).join(" "))];
    return [name, kind === "link" ? sent.trim() : sent];
  });
  return Object.fromEntries(pairs);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "");
}
