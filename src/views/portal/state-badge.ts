import type { Application } from "../../domain/application.ts";
import type { Texts } from "../../languages/texts.ts";
import type { Html } from "../html.ts";
import { badge } from "../list.ts";

export function stateBadge(
  texts: Texts["portal"]["applications"],
  { suspendedBecause }: Pick<Application, "suspendedBecause">,
): Html {
  return suspendedBecause === undefined
    ? badge("good", texts.states.active)
    : badge("stopped", texts.states.suspended);
}
