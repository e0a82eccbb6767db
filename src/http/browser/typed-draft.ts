import { isAccessLevel } from "../../domain/access.ts";
import type { ApplicationDraft } from "../../domain/application.ts";
import { draftProblems } from "../../domain/application-change.ts";
import { maxCallback, maxCallbacks } from "../../domain/callback.ts";
import { typedText } from "../../domain/typed-text.ts";
import type { DraftProblems, TypedDraft } from "../../pages/views/portal/draft-fields.ts";
import type { Parameter } from "../../verification/endpoint.ts";

export const draftFields: readonly Parameter[] = [
  { name: "name", required: true, meaning: "The application's name, up to 50 characters." },
  { name: "description", required: false, meaning: "A sentence, up to 200 characters." },
  { name: "website", required: false, meaning: "An HTTP or HTTPS URL." },
  { name: "terms_url", required: false, meaning: "An HTTP or HTTPS URL." },
  { name: "privacy_url", required: false, meaning: "An HTTP or HTTPS URL." },
  { name: "support_url", required: false, meaning: "An HTTP or HTTPS URL." },
  {
    name: "access",
    required: true,
    meaning: "The access it may request.",
    values: ["read", "write"],
  },
  {
    name: "request_email",
    required: false,
    meaning: "on: request the email address.",
    values: ["on"],
  },
  {
    name: "callbacks",
    required: false,
    // Each callback has the end of its line.
    maxLength: maxCallbacks * (maxCallback + 2),
    meaning: `Callback URLs, one per line, up to ${maxCallbacks}; none: a desktop application that uses PINs.`,
  },
  {
    name: "sign_in",
    required: false,
    meaning: "on: users who already gave access aren't asked again.",
    values: ["on"],
  },
];

/**
 * Returns what was typed, and the draft or all its problems. Registered callbacks passed earlier
 * rules and are not checked again.
 */
export function readDraft(
  form: ReadonlyMap<string, string>,
  registered: readonly string[] = [],
): {
  readonly typed: TypedDraft;
  readonly read:
    | { readonly ok: true; readonly draft: ApplicationDraft }
    | { readonly ok: false; readonly problems: DraftProblems };
} {
  const access = form.get("access") ?? "";
  const typed: TypedDraft = {
    name: typedText(form.get("name")),
    // The field has several lines because it is long; the description is one line.
    description: typedText(linesOf(form.get("description") ?? "").join(" ")),
    website: form.get("website")?.trim() ?? "",
    links: {
      terms: form.get("terms_url")?.trim() ?? "",
      privacy: form.get("privacy_url")?.trim() ?? "",
      support: form.get("support_url")?.trim() ?? "",
    },
    access: isAccessLevel(access) ? access : undefined,
    requestEmail: form.get("request_email") === "on",
    signIn: form.get("sign_in") === "on",
    callbacks: form.get("callbacks") ?? "",
  };
  const callbacks = [...new Set(linesOf(typed.callbacks))];
  // A missing level is a problem of its own, and the draft is not used then.
  const draft = { ...typed, access: typed.access ?? "read", callbacks };
  const found = draftProblems(draft, registered);
  const problems: DraftProblems = {
    ...found,
    fields: [...found.fields, ...(typed.access === undefined ? missing : [])],
  };
  const fine =
    problems.fields.length === 0 && problems.callbacks.length === 0 && !problems.tooManyCallbacks;
  return { typed, read: fine ? { ok: true, draft } : { ok: false, problems } };
}

const missing = ["no-access"] as const;

function linesOf(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "");
}
