import { seenField } from "../../domain/seen.ts";
import { maxScreenName, withoutAt } from "../../domain/user.ts";
import type { Parameter } from "../operation/endpoint.ts";
import { maxPageAddress } from "./own-page.ts";
import type { Form } from "./viewer-call.ts";

export const csrf: Parameter = {
  name: "csrf",
  required: true,
  meaning: "The token from the displayed form.",
};

export const whatWasSeen: Parameter = {
  name: seenField,
  required: false,
  maxLength: 1000,
  meaning:
    "The values that the form was displayed with; if they have changed since, it is rejected.",
};

export const continueField: Parameter = {
  name: "continue",
  required: false,
  maxLength: maxPageAddress + 1,
  meaning: "The page to continue to.",
};

/** Another page may have led to the page with the form. */
export const signInContinueField: Parameter = {
  ...continueField,
  required: true,
  meaning: "The page that required the sign-in.",
};

export function linkCreationField(what: string): Parameter {
  return { name: "creation", required: false, meaning: `${what}: which link, made once.` };
}

export const confirmingCode: Parameter = {
  name: "current_code",
  required: false,
  secret: true,
  meaning: "In place of current_password, for users with two-step verification: a code.",
};

export const confirmingPasskey: Parameter = {
  name: "current_passkey",
  required: false,
  secret: true,
  meaning: "In place of current_code, for users with a passkey: the browser's response.",
};

export function passkeyField(inPlaceOf: string): Parameter {
  return {
    name: "passkey",
    required: false,
    secret: true,
    meaning: `${inPlaceOf}: a passkey's response.`,
  };
}

export const confirmingPassword: Parameter = {
  name: "current_password",
  required: false,
  secret: true,
  meaning: "The user's password, required if the sign-in isn't recent.",
};

/** Users type a screen name with or without the @ before it. */
export function typedScreenName(form: Form): string {
  return withoutAt(form.get("screen_name") ?? "").slice(0, maxTyped);
}

/** The length exceeds any screen name, so that an invalid one can be shown again. */
const maxTyped = 2 * maxScreenName;
