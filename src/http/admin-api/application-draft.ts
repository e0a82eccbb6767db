import { z } from "zod";
import type { Config } from "../../config/config.ts";
import { draftWith, problemWithDraft } from "../../domain/application-change.ts";
import {
  type ApplicationDraft,
  applicationFields,
  emptyDraft,
} from "../../domain/fields/application.ts";
import { fieldsInJson } from "../../domain/fields/field.ts";
import { problemWithMethods } from "../actions/application-draft.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { settable } from "./application.ts";
import { screenName } from "./shapes.ts";

const some = z.strictObject(settable).partial();

/** Members that are left out stay as they are. */
export const applicationChange = some.meta({ id: "ApplicationChange" });

export const newApplication = some
  .required({ name: true, access: true })
  .extend({ owner: screenName.describe("The owner's screen name or user ID.") })
  .meta({ id: "NewApplication" });

/** Throws 422 with what is wrong, by the rules of the portal. */
export function draftFrom(
  given: z.output<typeof some>,
  config: Pick<Config, "signatureMethods">,
  before: ApplicationDraft = emptyDraft,
): ApplicationDraft {
  const { draft, problem } = draftAndProblem(given, config, before);
  if (problem === undefined) return draft;
  throw new AdminProblem("rejected", problem);
}

/** `problem`: what is wrong with the draft, by the rules of the portal, as a sentence. */
export function draftAndProblem(
  given: z.output<typeof some>,
  { signatureMethods }: Pick<Config, "signatureMethods">,
  before: ApplicationDraft,
): { readonly draft: ApplicationDraft; readonly problem: string | undefined } {
  const draft = draftWith(before, fieldsInJson<ApplicationDraft>(applicationFields, given));
  const problem =
    problemWithDraft(draft, before.callbacks) ??
    (given.require_sha256 ? problemWithMethods(draft, signatureMethods) : undefined);
  return { draft, problem };
}
