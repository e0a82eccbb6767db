import type { ChangeEffect } from "../../domain/application-change.ts";
import type { Sentence } from "../languages/sentence.ts";
import type { Texts } from "../languages/texts.ts";

/** What a change of an application would end, as the portal, the command and the admin API say it. */
export function effectSentence(
  texts: Texts["portal"]["settings"]["confirm"],
  effect: ChangeEffect,
): Sentence {
  switch (effect.effect) {
    case "callback-removed":
      return texts.callbackRemoved(effect.callback);
    case "no-callback-left":
      return [texts.noCallbackLeft];
    case "sha1-rejected":
      return [texts.sha1Rejected];
    case "networks-limited":
      return [texts.networksLimited];
    default:
      return [texts.effects[effect.effect](effect.users)];
  }
}
