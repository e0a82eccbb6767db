import type { ChangeEffect } from "../../domain/application-change.ts";
import * as english from "../../pages/languages/english.ts";
import { effectSentence } from "../../pages/views/change-effect.ts";
import { plainPhrase } from "../../pages/views/phrase.ts";
import { AdminProblem } from "../operation/admin-problem.ts";

export function effectInWords(effect: ChangeEffect): string {
  return plainPhrase(effectSentence(english.portal.settings.confirm, effect));
}

export function effectJson(effect: ChangeEffect): { at: string; detail: string } {
  return { at: effect.effect, detail: effectInWords(effect) };
}

/** Throws 409 with what the change would do, if it does anything to those who use the application. */
export function rejectUnconfirmed(errors: readonly { at: string; detail: string }[]): void {
  if (errors.length === 0) return;
  throw new AdminProblem(
    "conflict",
    "The change ends something that is in use. Add confirm=true to change it anyway.",
    { errors },
  );
}
