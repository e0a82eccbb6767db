export { account } from "./english/account.ts";
export { admin } from "./english/admin.ts";
export { audit } from "./english/audit.ts";
export { canceled, consent, invalidRequest, pin } from "./english/consent.ts";
export { dates } from "./english/dates.ts";
export { error } from "./english/errors.ts";
export { identities } from "./english/identities.ts";
export { mail } from "./english/mail.ts";
export { notices, notifications } from "./english/notices.ts";
export { passkeys } from "./english/passkeys.ts";
export { portal } from "./english/portal.ts";
export { reset } from "./english/reset.ts";
export { search } from "./english/search.ts";
export { email, home, legal, resubmitForm, shell } from "./english/shell.ts";
export { signIn } from "./english/sign-in.ts";
export { signUp } from "./english/sign-up.ts";
export { twoStep } from "./english/two-step.ts";

export const language: {
  /** `lang` and `Intl` take this BCP 47 tag. */
  readonly tag: string;
  readonly name: string;
  readonly direction: "ltr" | "rtl";
} = { tag: "en", name: "English", direction: "ltr" };
