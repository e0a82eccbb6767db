/** Fields that many forms have, as the reference tells them. */
import { seenField } from "../domain/seen.ts";
import type { Parameter } from "../endpoint.ts";

export const csrf: Parameter = {
  name: "csrf",
  required: true,
  meaning: "The token in the form that was shown.",
};

export const whatWasSeen: Parameter = {
  name: seenField,
  required: false,
  meaning: "What the form was shown with: it is refused where that has changed since.",
};

export const confirmingCode: Parameter = {
  name: "current_code",
  required: false,
  meaning: "In place of current_password, from people with two-step verification: a code.",
};

export const confirmingPassword: Parameter = {
  name: "current_password",
  required: false,
  meaning: "The person's password once more, where the sign-in is not recent.",
};
