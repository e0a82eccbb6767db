import type { Texts } from "./texts.ts";

export { account } from "./arabic/account.ts";
export { admin } from "./arabic/admin.ts";
export { audit } from "./arabic/audit.ts";
export { canceled, consent, invalidRequest, pin } from "./arabic/consent.ts";
export { dates } from "./arabic/dates.ts";
export { error } from "./arabic/errors.ts";
export { identities } from "./arabic/identities.ts";
export { mail } from "./arabic/mail.ts";
export { notices, notifications } from "./arabic/notices.ts";
export { passkeys } from "./arabic/passkeys.ts";
export { portal } from "./arabic/portal.ts";
export { reset } from "./arabic/reset.ts";
export { search } from "./arabic/search.ts";
export { email, home, legal, resubmitForm, shell } from "./arabic/shell.ts";
export { signIn } from "./arabic/sign-in.ts";
export { signUp } from "./arabic/sign-up.ts";
export { twoStep } from "./arabic/two-step.ts";

export const language: Texts["language"] = { tag: "ar", name: "العربية", direction: "rtl" };
