import type { ChangeEffect } from "../../domain/application-change.ts";
import * as english from "../../pages/languages/english.ts";
import { plainPhrase } from "../../pages/views/phrase.ts";
import { AdminProblem } from "../../verification/admin-problem.ts";

/** The portal shows the same before it saves. */
export function effectInWords(effect: ChangeEffect): string {
  const texts = english.portal.settings.confirm;
  switch (effect.effect) {
    case "callback-removed":
      return plainPhrase(texts.callbackRemoved(effect.callback));
    case "no-callback-left":
      return texts.noCallbackLeft;
    case "sha1-rejected":
      return texts.sha1Rejected;
    default:
      return texts.effects[effect.effect](effect.users);
  }
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
