import { field } from "./form.ts";
import type { Html } from "./html.ts";

/** Names somebody else by their screen name, so the reader's own is not offered. */
export function personField(asked: {
  readonly label: string;
  readonly value: string | undefined;
  readonly problem: string | false | undefined;
  /** Where a page has another such field. */
  readonly id?: string;
}): Html {
  const { value = "", ...more } = asked;
  return field({ ...more, name: "screen_name", type: "text", autocomplete: "off", value });
}
