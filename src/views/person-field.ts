import { field } from "./form.ts";
import type { Html } from "./html.ts";

/** The name is another user's, so the browser does not offer the reader's own. */
export function personField(asked: {
  readonly label: string;
  readonly value: string | undefined;
  readonly problem: string | false | undefined;
  /** A page with another such field needs it. */
  readonly id?: string;
}): Html {
  const { value = "", ...more } = asked;
  return field({ ...more, name: "screen_name", type: "text", autocomplete: "off", value });
}
