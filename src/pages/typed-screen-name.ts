import { maxScreenName, withoutAt } from "../domain/user.ts";
import type { Form } from "./person-call.ts";

/** Users type a screen name with or without the @ before it. */
export function typedScreenName(form: Form, field = "screen_name"): string {
  return withoutAt(form.get(field) ?? "").slice(0, longestTyped);
}

/** It exceeds any screen name, so that an invalid one can be shown again. */
const longestTyped = 2 * maxScreenName;
