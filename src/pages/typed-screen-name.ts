import type { Form } from "./signed-in.ts";

/** The form's `screen_name`, as people type it: with or without the @ before it. */
export function typedScreenName(form: Form): string {
  return (form.get("screen_name") ?? "").trim().replace(/^@/, "").slice(0, longestTyped);
}

/** Longer than any screen name, so that what is refused can be shown again. */
const longestTyped = 50;
