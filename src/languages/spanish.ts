import { account } from "./spanish/account.ts";
import { admin } from "./spanish/admin.ts";
import { audit } from "./spanish/audit.ts";
import { cancelled, consent, invalidRequest, pin } from "./spanish/consent.ts";
import { dates } from "./spanish/dates.ts";
import { email } from "./spanish/email.ts";
import { error } from "./spanish/errors.ts";
import { home } from "./spanish/home.ts";
import { identities } from "./spanish/identities.ts";
import { keptForm } from "./spanish/kept-form.ts";
import { legal } from "./spanish/legal.ts";
import { mail } from "./spanish/mail.ts";
import { notices, notifications } from "./spanish/notices.ts";
import { passkeys } from "./spanish/passkeys.ts";
import { portal } from "./spanish/portal.ts";
import { reset } from "./spanish/reset.ts";
import { shell } from "./spanish/shell.ts";
import { signIn } from "./spanish/sign-in.ts";
import { signUp } from "./spanish/sign-up.ts";
import { twoStep } from "./spanish/two-step.ts";
import type { Texts } from "./texts.ts";

/**
 * Spanish for readers everywhere, with “tú”. The people who run the service have no grammatical gender,
 * and OAuth terms that every program uses (consumer key, callback) are not translated.
 */
export const spanish: Texts = {
  language: { tag: "es", name: "Español", direction: "ltr" },
  signIn,
  signUp,
  reset,
  twoStep,
  identities,
  passkeys,
  email,
  mail,
  notices,
  notifications,
  consent,
  pin,
  cancelled,
  invalidRequest,
  error,
  keptForm,
  shell,
  account,
  admin,
  audit,
  portal,
  dates,
  legal,
  home,
};
