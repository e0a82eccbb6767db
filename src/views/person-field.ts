import { field } from "./form.ts";
import type { Html } from "./html.ts";

/** A field for another person's screen name, so the browser does not offer the reader's own. */
export function personField(asked: {
  readonly label: string;
  readonly value: string | undefined;
  readonly problem: string | false | undefined;
  /** Needed if a page has another such field. */
  readonly id?: string;
}): Html {
  const { value = "", ...more } = asked;
  return field({ ...more, name: "screen_name", type: "text", autocomplete: "off", value });
}
