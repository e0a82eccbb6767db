import { seenField } from "../../domain/seen.ts";
import { maxScreenName, withoutAt } from "../../domain/user.ts";
import type { Parameter } from "../../verification/endpoint.ts";
import { maxPageAddress } from "./own-page.ts";
import type { Form } from "./viewer-call.ts";

export const csrf: Parameter = {
  name: "csrf",
  required: true,
  meaning: "The token in the form that was shown.",
};

export const whatWasSeen: Parameter = {
  name: seenField,
  required: false,
  maxLength: 1000,
  meaning: "What the form was shown with: it is rejected where that has changed since.",
};

export const continueField: Parameter = {
  name: "continue",
  required: false,
  maxLength: maxPageAddress + 1,
  meaning: "The page to go on to.",
};

/** Another page may have led to the page with the form. */
export const signInContinueField: Parameter = {
  ...continueField,
  required: true,
  meaning: "The page that asked for the sign-in.",
};

export function linkCreationField(what: string): Parameter {
  return { name: "creation", required: false, meaning: `${what}: which link, made once.` };
}

export const confirmingCode: Parameter = {
  name: "current_code",
  required: false,
  secret: true,
  meaning: "In place of current_password, from users with two-step verification: a code.",
};

export const confirmingPasskey: Parameter = {
  name: "current_passkey",
  required: false,
  secret: true,
  meaning: "In place of current_code, from users with a passkey: what their browser answered.",
};

export function passkeyField(inPlaceOf: string): Parameter {
  return {
    name: "passkey",
    required: false,
    secret: true,
    meaning: `${inPlaceOf}: what a passkey answered.`,
  };
}

export const confirmingPassword: Parameter = {
  name: "current_password",
  required: false,
  secret: true,
  meaning: "The user's password once more, where the sign-in is not recent.",
};

/** Users type a screen name with or without the @ before it. */
export function typedScreenName(form: Form, field = "screen_name"): string {
  return withoutAt(form.get(field) ?? "").slice(0, maxTyped);
}

/** The length exceeds any screen name, so that an invalid one can be shown again. */
const maxTyped = 2 * maxScreenName;
