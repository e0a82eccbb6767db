import { maxScreenName, withoutAt } from "../domain/user.ts";
import type { Form } from "./person-call.ts";

/** The screen name in a field of the form, as people type it: with or without the @ before it. */
export function typedScreenName(form: Form, field = "screen_name"): string {
  return withoutAt(form.get(field) ?? "").slice(0, longestTyped);
}

/** Longer than any screen name, so that an invalid one can be shown again. */
const longestTyped = 2 * maxScreenName;
