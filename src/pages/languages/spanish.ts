/**
 * Spanish for readers everywhere uses “tú”, “usuario”, and “tu administrador”. OAuth terms of every program
 * (consumer key, callback) are not translated.
 */
import type { Texts } from "./texts.ts";

export { account } from "./spanish/account.ts";
export { admin } from "./spanish/admin.ts";
export { audit } from "./spanish/audit.ts";
export { canceled, consent, invalidRequest, pin } from "./spanish/consent.ts";
export { dates } from "./spanish/dates.ts";
export { error } from "./spanish/errors.ts";
export { identities } from "./spanish/identities.ts";
export { mail } from "./spanish/mail.ts";
export { notices, notifications } from "./spanish/notices.ts";
export { passkeys } from "./spanish/passkeys.ts";
export { portal } from "./spanish/portal.ts";
export { reset } from "./spanish/reset.ts";
export { search } from "./spanish/search.ts";
export { email, home, legal, resubmitForm, shell } from "./spanish/shell.ts";
export { signIn } from "./spanish/sign-in.ts";
export { signUp } from "./spanish/sign-up.ts";
export { twoStep } from "./spanish/two-step.ts";

export const language: Texts["language"] = { tag: "es", name: "Español", direction: "ltr" };
