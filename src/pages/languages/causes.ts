import type { Cause, CauseDetails, CauseId } from "../../doctor/cause.ts";

/** One sentence explains why the request is rejected, and one what to change. Both are plain text. */
export type CauseTexts = { readonly [Id in CauseId]: CauseText<Id> };

type CauseText<Id extends CauseId> = {
  readonly what: Text<Id>;
  readonly change: Text<Id>;
};

type Text<Id extends CauseId> = string | ((details: CauseDetails[Id]) => string);

export function explained(cause: Cause, texts: CauseTexts): { what: string; change: string } {
  const { what, change } = texts[cause.id] as CauseText<CauseId>;
  return { what: filled(what, cause), change: filled(change, cause) };
}

function filled(text: Text<CauseId>, cause: Cause): string {
  // `CauseTexts` guarantees that the text of an id takes the details of that id.
  return typeof text === "string" ? text : (text as (details: Cause) => string)(cause);
}
